import type { OutboxItem } from "#contract/outbox";

import { dayOrNothing } from "./dates.ts";
import { textOf } from "./parameters.ts";
import { refusalOf, type CompatCall, type CompatRoute, type Told } from "./route.ts";

const HEAD = ["ID", "Date", "Sender", "Recipient", "Message", "Status", "Response"];
const PER_PAGE = 100;

/** `GET /outbox/export`: every entry in one list, in pieces. */
export function outboxExportRoute(): CompatRoute {
  return {
    method: "GET",
    path: "/outbox/export",
    access: "svc_outbox",
    parameters: { status: { type: "string", oneOf: ["success", "failed", "all"] } },
    async handle({ fields, ask }) {
      const first = await ask("GET /outbox", {
        status: textOf(fields, "status") || undefined,
        date_from: dayOrNothing(fields.get("date_from")),
        date_to: dayOrNothing(fields.get("date_to")),
        per_page: PER_PAGE,
      });
      return first.ok ? { status: 200, body: everything(first, ask) } : refusalOf(first);
    },
  };
}

function everything(first: Told, ask: CompatCall["ask"]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page: Told | null = first;
  let count = 0;
  let head = `{"message":"","error":[],"data":{"data":[${JSON.stringify(HEAD)}`;
  return new ReadableStream({
    async pull(controller) {
      if (page === null) return controller.close();
      const { items, pagination } = page.data as { items: OutboxItem[]; pagination: { next_cursor: string | null } };
      const rows = items.map((item) => `,${JSON.stringify(rowOf(item))}`).join("");
      count += items.length;
      const cursor = pagination.next_cursor;
      page = cursor === null ? null : await ask("GET /outbox", { cursor, per_page: PER_PAGE });
      // Half a list must not look like a whole one: the text breaks off, and nobody can parse it.
      if (page !== null && !page.ok) return controller.error(new Error(page.message));
      const day = items[0]?.date.slice(0, 10) ?? "empty";
      const tail = page === null ? `],"filename":"outbox-export-${day}.csv","count":${count}}}` : "";
      controller.enqueue(encoder.encode(`${head}${rows}${tail}`));
      head = "";
    },
  });
}

function rowOf({ id, date, sender, recipient, message, status, response }: OutboxItem): readonly unknown[] {
  return [id, date, asCell(sender ?? ""), recipient, asCell(message), status, asCell(response ?? "")];
}

/**
 * The list becomes a table in a program that would run what begins like a formula; some take the full-width signs for
 * the same. A number is none.
 */
export function asCell(text: string): string {
  return /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !/^\+?\d+$/.test(text) ? `'${text}` : text;
}
