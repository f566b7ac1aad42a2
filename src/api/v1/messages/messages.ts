import { messagesData, messagesQuery, type MessagesRequest } from "#contract/message";
import type { Detail } from "#domain/error";
import { listMessages } from "#domain/messages/list-messages";
import type { MessageFilter } from "#domain/messages/message-view";
import { counted } from "#lib/counted";
import { withoutPrefix, withPrefix, type Uuid } from "#lib/ids";
import type { Clock } from "#lib/time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { readDates } from "../../request/read-dates.ts";
import { shownSummary, type MessageDeps } from "./message-views.ts";

export type MessagesDeps = MessageDeps & {
  readonly clock: Clock;
  /** The site's current time zone. */
  readonly timeZone: () => string;
};

type Command = { readonly filter: MessageFilter; readonly perPage: number; readonly before: Uuid | null };

/** `GET /messages`. */
export function messagesEndpoint(services: MessagesDeps): Endpoint {
  return endpoint<typeof messagesQuery, Command>({
    operationId: "listMessages",
    method: "GET",
    path: "/messages",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "List messages",
    description: "Newest first.",
    input: messagesQuery,
    data: messagesData,
    read: (fields, _context, issues) => readQuery(fields, services.timeZone(), issues),
    async handle({ filter, perPage, before }, { caller }) {
      const { messages, next } = await listMessages(services, filter, { before, perPage });
      return {
        message: `${counted(messages.length, "message")}.`,
        data: {
          items: messages.map((view) => shownSummary(view, caller)),
          pagination: { per_page: perPage, next_cursor: next && withPrefix("msg", next) },
        },
      };
    },
  });
}

function readQuery(fields: Partial<MessagesRequest>, zone: string, issues: Detail[]): Command {
  const { from, to } = readDates(fields, zone, issues);
  return {
    filter: { state: fields.state ?? null, category: fields.category ?? null, from, to },
    perPage: fields.per_page ?? PER_PAGE,
    before: readCursor(fields.cursor, (cursor) => withoutPrefix("msg", cursor), issues),
  };
}
