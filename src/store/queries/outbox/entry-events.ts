import type { EntryEvent } from "#domain/outbox/entry-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";

/** Events of the message that its deliveries share. */
const OF_MESSAGE = ["message.paused", "message.resumed", "message.canceled", "message.rate_changed", "message.expired"];
/** The kinds of the index `events_seldom`, in its order: the planner uses it only for exactly these. */
const RARE_KINDS = [
  "message.failed",
  "message.unknown",
  "message.deferred",
  "message.paused",
  "message.resumed",
  "message.canceled",
  "message.rate_changed",
  "message.expired",
  "outbox.resent",
  "outbox.resend",
];

const quoted = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(", ");

/** The condition of that index. */
export const IS_RARE = `kind in (${quoted(RARE_KINDS)})`;

/** Events of one delivery that are shown. Attempts are limited, so more is a message that was paused all day. */
const MOST = 200;

/** An erased person's events have no number left; those of the entry still have its id. */
const OWN = `(phone = $2 or (phone is null and (kind in (${quoted(OF_MESSAGE)}) or data->>'id' = $3)))`;

const COLUMNS = "id, at, kind, data";

/** The events of a message of which there are few. */
const FEW = `
select ${COLUMNS} from events where message_id = $1::uuid and ${OWN} order by id limit ${MOST}`;

/**
 * Of a message to many. Rare events have an index. Events that every delivery has were written at the instant stored in
 * the row, and are looked up by that time, not among all events of the message (its id is compared as text, or that
 * index would be used).
 */
const MANY = `
select ${COLUMNS} from (
  select ${COLUMNS} from events where message_id = $1::uuid and phone = $2 and ${IS_RARE}
  union all
  select ${COLUMNS} from events where message_id = $1::uuid and phone is null and ${IS_RARE} and ${OWN}
  union all
  select e.id, e.at, e.kind, e.data
  from (
    select distinct t.at from deliveries d, unnest(array[d.sent_at, d.delivered_at]) as t(at)
    where d.message_id = $1::uuid and d.phone = $2 and t.at is not null
  ) times
  cross join lateral (
    select ${COLUMNS} from events
    where at = times.at and message_id::text = ($1::uuid)::text and not (${IS_RARE}) and ${OWN} offset 0
  ) e
) found order by id limit ${MOST}`;

/** The logged events of an entry, oldest first. `eventful`: its message has many. */
export function eventsOf(
  db: Db,
  of: { readonly messageId: Uuid; readonly phone: string; readonly id: number; readonly eventful: boolean },
): Promise<EntryEvent[]> {
  const values = [of.messageId, of.phone, String(of.id)];
  return of.eventful
    ? db.query<EntryEvent>("entry events of many", MANY, values)
    : db.query<EntryEvent>("entry events", FEW, values);
}
