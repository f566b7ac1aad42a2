import type { Category } from "#domain/messages/message";
import type { WebhookEvent } from "#domain/webhooks/webhook-store";
import type { Uuid } from "#lib/ids";

export const EVENT_COLUMNS =
  "e.id as known_event, e.at, e.kind as event_kind, e.message_id, e.phone, e.data, e.category";

/**
 * SQL that joins, as `e`, the event of a webhook delivery.
 *
 * An event has the time of its delivery (one transaction), which determines its partition. `limit 1` keeps the planner
 * from hashing all events if its statistics are old: 0.4 ms instead of 2 with a thousand events, and growing.
 */
export function eventOf(delivery: string): string {
  return `
left join lateral (
  select id, at, kind, message_id, phone, data, (select category from messages where id = events.message_id) as category
  from events where id = ${delivery}.event_id and at = ${delivery}.created_at limit 1
) e on true`;
}

export type EventRow = {
  known_event: number | null;
  at: Date;
  event_kind: string;
  message_id: Uuid | null;
  phone: string | null;
  data: Record<string, unknown>;
  category: Category | null;
};

/** null if the event is no longer kept. */
export function readEvent(row: EventRow): WebhookEvent | null {
  if (row.known_event === null) return null;
  return {
    id: row.known_event,
    at: row.at,
    kind: row.event_kind,
    messageId: row.message_id,
    category: row.category,
    phone: row.phone,
    data: row.data,
  };
}
