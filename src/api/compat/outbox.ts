import type { OutboxItem } from "#contract/outbox";

import { validDay, readableDate } from "./dates.ts";
import { pageOf, textOf, type Fields } from "./parameters.ts";
import { succeeded } from "./replies.ts";
import { refusalOf, type CompatRoute } from "./route.ts";

/** `GET /outbox`: pages, without a cursor. */
export function outboxRoute(): CompatRoute {
  return {
    method: "GET",
    path: "/outbox",
    access: "svc_outbox",
    parameters: {
      page: { type: "integer" },
      per_page: { type: "integer" },
      search: { type: "string" },
      status: { type: "string", oneOf: ["success", "failed", "all"] },
      orderby: { type: "string", oneOf: ["date", "sender", "recipient", "status"] },
      order: { type: "string", oneOf: ["asc", "desc", "ASC", "DESC"] },
    },
    async handle({ fields, callApi }) {
      const result = await callApi("GET /outbox", queryOf(fields));
      if (!result.ok) return refusalOf(result);
      const { items, pagination, stats } = result.data as {
        items: OutboxItem[];
        pagination: Record<string, unknown>;
        stats: unknown;
      };
      const { total, total_pages, current_page, per_page } = pagination;
      return succeeded("", {
        items: items.map(itemOf),
        pagination: { total, total_pages, current_page, per_page },
        stats,
      });
    },
  };
}

function queryOf(fields: Fields): Record<string, unknown> {
  return {
    ...pageOf(fields),
    search: textOf(fields, "search") || undefined,
    status: textOf(fields, "status") || undefined,
    date_from: validDay(fields.get("date_from")),
    date_to: validDay(fields.get("date_to")),
    orderby: textOf(fields, "orderby") || undefined,
    order: textOf(fields, "order").toLowerCase() || undefined,
  };
}

export function itemOf(item: OutboxItem) {
  return {
    id: item.id,
    date: item.date,
    date_formatted: readableDate(item.date),
    sender: item.sender ?? "",
    recipient: item.recipient,
    recipient_count: item.recipient_count,
    message: item.message,
    status: item.status,
    response: item.response ?? "",
    media: item.media,
  };
}
