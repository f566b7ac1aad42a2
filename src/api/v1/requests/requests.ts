import type { z } from "zod";

import { requestsData, requestsQuery } from "#contract/requests";
import type { Caller } from "#domain/access/capability";
import type { Detail } from "#domain/error";
import type { RequestFilter, RequestLogStore } from "#domain/requests/request-log";
import { counted } from "#lib/counted";
import { withoutPrefix, withPrefix, type Uuid } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { readDates } from "../../request/read-dates.ts";
import { about, shownRequest, visibleTo } from "./request-view.ts";

export type RequestsDeps = {
  readonly requestLog: Pick<RequestLogStore, "list" | "skipped" | "find" | "original">;
  /** The site's current time zone. */
  readonly timeZone: () => string;
  /** URL of the error reference. */
  readonly docsUrl: string;
};

type Command = { readonly filter: RequestFilter; readonly before: Uuid | null; readonly limit: number };

/** `GET /requests`. */
export function requestsEndpoint({ requestLog, timeZone }: RequestsDeps): Endpoint {
  return endpoint<typeof requestsQuery, Command>({
    ...about,
    operationId: "listRequests",
    method: "GET",
    path: "/requests",
    summary: "List calls of the API",
    description:
      "Newest first: your own calls, or everyone's with svc_setting. An entry appears a second or two after its call. Calls that need no credentials and the console's reads are not recorded; of successful calls, only as many per second as the settings allow. No part of a body or a query and no personal data is stored.",
    input: requestsQuery,
    data: requestsData,
    read: (fields, { caller }, issues) => readQuery(fields, { caller, zone: timeZone() }, issues),
    async handle({ filter, before, limit }) {
      const [found, skipped] = await Promise.all([
        requestLog.list({ ...filter, before, limit: limit + 1 }),
        requestLog.skipped(filter),
      ]);
      const { items, pagination } = pageOf(found, limit, ({ id }) => withPrefix("call", id));
      return {
        message: `${counted(items.length, "call")}.`,
        data: { items: items.map(shownRequest), not_recorded: skipped, pagination },
      };
    },
  });
}

function readQuery(
  fields: Partial<z.output<typeof requestsQuery>>,
  { caller, zone }: { readonly caller: Caller; readonly zone: string },
  issues: Detail[],
): Command {
  const statuses = (fields.status ?? []).map((name) => ({
    from: Number(name[0]) * 100,
    to: Number(name[0]) * 100 + 100,
  }));
  return {
    filter: {
      principal: visibleTo(caller),
      statuses: statuses.length > 0 ? statuses : null,
      method: fields.method ?? null,
      route: fields.route ?? null,
      code: fields.code ?? null,
      passwordId: fields.application_password_id ?? null,
      requestId: fields.request_id ?? null,
      replayed: fields.replayed ?? null,
      ...readDates(fields, zone, issues),
    },
    before: readCursor(fields.cursor, (cursor) => withoutPrefix("call", cursor), issues),
    limit: fields.per_page ?? PER_PAGE,
  };
}
