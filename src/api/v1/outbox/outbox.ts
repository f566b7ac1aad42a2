import { outboxData, outboxQuery, type OutboxItem } from "#contract/outbox";
import { writeOutboxCursor } from "#contract/outbox-cursor";
import { limits } from "#contract/limits";
import { decimal } from "#domain/credit/prices";
import { HIDDEN_TEXT } from "#domain/messages/message";
import { readLog, type OutboxPage, type OutboxDeps } from "#domain/outbox/read-log";
import { siteTimeWriter } from "#domain/outbox/site-time";
import { statusOf } from "#domain/outbox/status";
import type { OutboxEntry } from "#domain/outbox/outbox-store";
import type { Country } from "#domain/recipients/phone";
import { uuidTime, withPrefix } from "#lib/ids";
import { counted } from "#lib/counted";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { readOutboxQuery, type OutboxCommand } from "../../outbox-query.ts";

export type OutboxEndpointDeps = OutboxDeps & {
  /** The site's current time zone. */
  readonly timeZone: () => string;
  readonly country: Country | null;
};

export function outboxEndpoint(services: OutboxEndpointDeps): Endpoint {
  return endpoint({
    operationId: "listOutbox",
    method: "GET",
    path: "/outbox",
    access: "svc_outbox",
    tag: "Outbox",
    summary: "List the log of sent messages, one entry per recipient",
    description:
      "Newest first, unless `orderby` says otherwise. Filters can be combined. `page` reaches entry 10,000; follow `pagination.next_cursor` beyond it.",
    input: outboxQuery,
    data: outboxData,
    errors: ["use_cursor"],
    read: (fields, _context, issues) =>
      readOutboxQuery(fields, { zone: services.timeZone(), country: services.country }, issues),
    handle: async (command) => replyOf(command, await readLog(services, command), services.timeZone()),
  });
}

function replyOf(command: OutboxCommand, page: OutboxPage, zone: string): Reply {
  const { counts, next, entries } = page;
  const total = Math.min(counts.total, limits.pageWindow);
  const write = siteTimeWriter(zone);
  return {
    message: `${counted(entries.length, "entry", "entries")}.`,
    data: {
      items: entries.map((entry) => itemOf(entry, write)),
      pagination: {
        total,
        total_capped: counts.capped || counts.total > total,
        total_pages: Math.ceil(total / command.perPage),
        current_page: "page" in command.at ? (command.at.page ?? 1) : null,
        per_page: command.perPage,
        next_cursor: next && cursorOf(command, next),
      },
      stats: { total: counts.total, success: counts.success, failed: counts.failed },
      search_incomplete: page.incomplete,
    },
  };
}

function cursorOf(command: OutboxCommand, next: NonNullable<OutboxPage["next"]>): string {
  const { from, to, recipient, messageId, gateway, category, search, error } = command.filter;
  return writeOutboxCursor({
    v: 1,
    filter: {
      from,
      to,
      recipient,
      messageId,
      gateway,
      search,
      status: command.status,
      ...(command.state && { state: [...command.state] }),
      ...(error && { error }),
      ...(category && { category }),
    },
    orderBy: command.orderBy,
    descending: command.descending,
    ...next,
  });
}

export function itemOf(entry: OutboxEntry, write: (millis: number) => string): OutboxItem {
  const created = uuidTime(entry.messageId);
  return {
    id: entry.id,
    message_id: withPrefix("msg", entry.messageId),
    date: write(created),
    created_at: isoTime(created),
    sent_at: entry.sentAt?.toISOString() ?? null,
    delivered_at: entry.deliveredAt?.toISOString() ?? null,
    sender: entry.sender,
    recipient: entry.phone,
    recipient_count: 1,
    message: entry.category === "otp" ? HIDDEN_TEXT : entry.text,
    status: statusOf(entry.state),
    state: entry.state,
    // Some providers echo the text that they accepted.
    response: entry.category === "otp" ? null : entry.response,
    media: [...entry.media],
    gateway: entry.gateway,
    segments: entry.segments,
    cost: entry.price === null ? null : decimal(entry.price * entry.segments),
    currency: entry.currency,
    channel: entry.channel,
    error: entry.failure,
    held_for: entry.heldFor,
    held_until: entry.heldUntil?.toISOString() ?? null,
  };
}
