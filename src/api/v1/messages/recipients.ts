import type { z } from "zod";

import { recipientsData, recipientsQuery } from "#contract/recipients";
import {
  findRecipients,
  recipientKinds,
  type FoundRecipients,
  type RecipientSources,
} from "#domain/recipients/sources";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";

/**
 * `GET /send/recipients`: the possible recipients of a message, by name. Who sees what:
 * docs/decisions/0015-host-platforms.md.
 */
export function recipientsEndpoint(sources: RecipientSources): Endpoint {
  return endpoint({
    operationId: "listRecipients",
    method: "GET",
    path: "/send/recipients",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Find roles, users and customers by name",
    description:
      "Possible recipients: roles for every sender; for callers with `svc_users`, also users and customers whose name contains the search. If a platform such as WordPress manages the users, it decides who sees them, and a call through it that needs users or customers is answered with a redirect. `recipient_kinds` of the session says which kinds the caller may look for.",
    queriesPlatform: true,
    input: recipientsQuery,
    data: recipientsData,
    read(fields, _context, issues) {
      const people = fields.kind?.find((kind) => kind !== "roles");
      if (people !== undefined && fields.search === undefined && issues.length === 0) {
        issues.push({ field: "search", code: "required", message: `is required for ${people}` });
      }
      return fields as z.output<typeof recipientsQuery>;
    },
    async handle({ kind: kinds = recipientKinds, search = null }, { caller }) {
      const found = await findRecipients(sources, { kinds, search }, caller);
      const count = Object.values(found).reduce((sum, list) => sum + (list?.items.length ?? 0), 0);
      return { message: `${counted(count, "result")}.`, data: shown(found) };
    },
  });
}

function shown({ roles, users, customers }: FoundRecipients) {
  return {
    roles: roles && { items: roles.items.map(({ name, label }) => ({ id: name, name: label })), more: roles.more },
    users,
    customers,
  };
}
