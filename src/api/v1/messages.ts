import { messagesData, messagesQuery, type MessagesRequest } from "#contract/message";
import type { Detail } from "#domain/fault";
import { listMessages } from "#domain/messages/list-messages";
import { readBound } from "#domain/outbox/site-time";
import type { MessageFilter } from "#domain/ports/message-view";
import { counted } from "#lib/counted";
import { withoutPrefix, withPrefix, type Uuid } from "#lib/ids";
import type { Clock } from "#lib/time";

import { endpoint, type Endpoint } from "../endpoint.ts";
import { shownSummary, type MessageServices } from "./message-views.ts";

export type MessagesServices = MessageServices & {
  readonly clock: Clock;
  /** The site's time zone at this moment. */
  readonly timeZone: () => string;
};

const PER_PAGE = 20;

type Command = { readonly filter: MessageFilter; readonly perPage: number; readonly before: Uuid | null };

/** `GET /messages`. */
export function messagesEndpoint(services: MessagesServices): Endpoint {
  return endpoint<typeof messagesQuery, Command>({
    method: "GET",
    path: "/messages",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "List messages",
    description: "Newest first.",
    input: messagesQuery,
    data: messagesData,
    read: (fields, _context, faults) => readQuery(fields, services.timeZone(), faults),
    async handle({ filter, perPage, before }) {
      const { messages, next } = await listMessages(services, filter, { before, perPage });
      return {
        message: `${counted(messages.length, "message")}.`,
        data: {
          items: messages.map(shownSummary),
          pagination: { per_page: perPage, next_cursor: next && withPrefix("msg", next) },
        },
      };
    },
  });
}

function readQuery(fields: Partial<MessagesRequest>, zone: string, faults: Detail[]): Command {
  const from = readDate("date_from", fields.date_from, zone, faults);
  const to = readDate("date_to", fields.date_to, zone, faults);
  if (from !== null && to !== null && (from > to || (from === to && fields.date_from !== fields.date_to))) {
    faults.push({ field: "date_to", code: "end_before_start", message: "is before date_from", value: fields.date_to });
  }
  const before = fields.cursor === undefined ? null : withoutPrefix("msg", fields.cursor);
  if (fields.cursor !== undefined && before === null) {
    faults.push({ field: "cursor", code: "invalid_format", message: "is not a cursor of this list" });
  }
  return {
    filter: { state: fields.state ?? null, category: fields.category ?? null, from, to },
    perPage: fields.per_page ?? PER_PAGE,
    before,
  };
}

function readDate(
  field: "date_from" | "date_to",
  text: string | undefined,
  zone: string,
  faults: Detail[],
): number | null {
  if (text === undefined) return null;
  const bound = readBound(text.trim(), zone, field === "date_from" ? "from" : "to");
  if (bound === null) {
    const message = "must be a day such as 2027-06-01 or a time such as 2027-06-01T12:00:00Z";
    faults.push({ field, code: "invalid_date", message, value: text });
  }
  return bound;
}
