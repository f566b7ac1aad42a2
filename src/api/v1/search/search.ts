import { searchData, searchQuery } from "#contract/search";
import type { GatewayBoard } from "#domain/gateways/gateway-board";
import { search, type SearchDeps, type SearchReply } from "#domain/search/search";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { requireCapability } from "../../access/require-capability.ts";

export type SearchEndpointDeps = Pick<SearchDeps, "searches" | "country"> & {
  readonly board: Pick<GatewayBoard, "gateways">;
  readonly managedBy?: unknown;
};

export function searchEndpoint({ searches, country, board, managedBy }: SearchEndpointDeps): Endpoint {
  const services: SearchDeps = {
    searches,
    country,
    gateways: () => board.gateways.map(({ name, label }) => ({ id: name, title: name, detail: label })),
    hasUsers: !managedBy,
  };
  return endpoint({
    operationId: "search",
    method: "GET",
    path: "/search",
    access: "user",
    tag: "Search",
    summary: "Search everything",
    description:
      "Numbers, subscribers, messages, outbox entries, threads, groups, segments, templates, schedules, forms, users, gateways and webhooks, as far as the caller's capabilities allow to open them. Requires any one of them.",
    input: searchQuery,
    data: searchData,
    async handle({ q }, { caller }) {
      requireCapability(caller);
      const reply = await search(services, q, caller);
      const count = reply.results.reduce((sum, { hits }) => sum + hits.length, 0);
      return { message: `${counted(count, "result")}.`, data: shown(reply) };
    },
  });
}

function shown({ number, results }: SearchReply) {
  const { subscriber, suppressed, hasThread, hasEntries } = number?.known ?? {};
  return {
    number: number && {
      phone: number.phone,
      ...(subscriber !== undefined && { subscriber }),
      ...(suppressed !== undefined && { suppressed }),
      ...(hasThread !== undefined && { has_thread: hasThread }),
      ...(hasEntries !== undefined && { has_entries: hasEntries }),
    },
    results: results.map(({ type, hits, more, incomplete }) => ({ type, items: hits, more, incomplete })),
  };
}
