import type { OutboxItem } from "#contract/outbox";
import { asCell } from "#lib/csv/cells";

import { validDay } from "./dates.ts";
import { textOf } from "./parameters.ts";
import { refusalOf, type CompatCall, type CompatRoute, type ApiResult } from "./route.ts";
import { fileTime, type SiteDeps } from "./site.ts";
import { tableReply } from "./write-table.ts";

const HEADS = ["ID", "Date", "Sender", "Recipient", "Message", "Status", "Response"];
const PER_PAGE = 100;

/** `GET /outbox/export`: every entry in one list. */
export function outboxExportRoute(services: SiteDeps): CompatRoute {
  return {
    method: "GET",
    path: "/outbox/export",
    access: "svc_outbox",
    parameters: { status: { type: "string", oneOf: ["success", "failed", "all"] } },
    async handle({ fields, callApi }) {
      const first = await callApi("GET /outbox", {
        status: textOf(fields, "status") || undefined,
        date_from: validDay(fields.get("date_from")),
        date_to: validDay(fields.get("date_to")),
        per_page: PER_PAGE,
      });
      if (!first.ok) return refusalOf(first);
      const name = `outbox-export-${fileTime(services).slice(0, 10)}.csv`;
      return tableReply({ field: "data", heads: HEADS, pages: pages(first, callApi), name });
    },
  };
}

async function* pages(first: ApiResult, callApi: CompatCall["callApi"]): AsyncGenerator<readonly unknown[]> {
  for (let result = first; ;) {
    if (!result.ok) throw new Error(result.message);
    const { items, pagination } = result.data as { items: OutboxItem[]; pagination: { next_cursor: string | null } };
    yield items.map(rowOf);
    if (pagination.next_cursor === null) return;
    result = await callApi("GET /outbox", { cursor: pagination.next_cursor, per_page: PER_PAGE });
  }
}

function rowOf({ id, date, sender, recipient, message, status, response }: OutboxItem): readonly unknown[] {
  return [id, date, asCell(sender ?? ""), recipient, asCell(message), status, asCell(response ?? "")];
}
