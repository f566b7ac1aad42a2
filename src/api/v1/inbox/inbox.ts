import { inboxData, inboxQuery } from "#contract/inbox";
import { siteTimeWriter } from "#domain/outbox/site-time";
import type { InboxEntry, InboxFilter, InboxLog } from "#domain/inbox/inbox-log";
import { parsePhone, type Country } from "#domain/recipients/phone";
import { counted } from "#lib/counted";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { numberIn, pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { readDates } from "../../request/read-dates.ts";

export type InboxDeps = {
  readonly inbox: InboxLog;
  /** The site's current time zone. */
  readonly timeZone: () => string;
  readonly country: Country | null;
};

const placeOf = numberIn("inb");

export function inboxEndpoint({ inbox, timeZone, country }: InboxDeps): Endpoint {
  return endpoint<typeof inboxQuery, InboxFilter>({
    operationId: "listInbox",
    method: "GET",
    path: "/inbox",
    access: "svc_inbox",
    tag: "Inbox",
    summary: "Messages received from people, newest first.",
    input: inboxQuery,
    data: inboxData,
    read(fields, _context, issues) {
      const { from, to } = readDates(fields, timeZone(), issues);
      return {
        from,
        to,
        sender: fields.sender === undefined ? null : senderOf(fields.sender, country),
        gateway: fields.gateway ?? null,
        keyword: fields.keyword ?? null,
        before: readCursor(fields.cursor, placeOf, issues),
        limit: fields.per_page ?? PER_PAGE,
      };
    },
    async handle(filter) {
      const found = await inbox.list({ ...filter, limit: filter.limit + 1 });
      const { items: entries, pagination } = pageOf(found, filter.limit, ({ id }) => `inb_${id}`);
      const write = siteTimeWriter(timeZone());
      return {
        message: `${counted(entries.length, "text")}.`,
        data: { items: entries.map((entry) => shownEntry(entry, write)), pagination },
      };
    },
  });
}

/** @param write site time */
export function shownEntry(entry: InboxEntry, write: (millis: number) => string) {
  const { id, at, sender, recipient, text, media, keyword, gateway } = entry;
  return {
    id,
    date: write(at),
    received_at: isoTime(at),
    sender,
    recipient,
    message: text,
    media: [...media],
    keyword,
    gateway,
  };
}

/** Short codes and names are stored as received. */
export function senderOf(text: string, country: Country | null): string {
  const phone = parsePhone(text, country);
  return phone.ok ? phone.value : text.trim();
}
