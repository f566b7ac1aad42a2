import type { FoundEntry, OutboxEntry, OutboxStore } from "#domain/ports/outbox-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../database.ts";
import type { DeliveryState } from "../schema.ts";
import { findStatement } from "./outbox-find.ts";

type FindRow = {
  seen: number;
  last_id: Uuid | null;
  last_phone: string | null;
  hits: number;
  success: number;
  failed: number;
  found: [Uuid, string, DeliveryState, string | null][] | null;
};

/** The joins by key choose the partition of each row while running. */
const READ = `
select d.message_id as "messageId", d.phone, d.id, d.state, m.category, m.sender, m.body as text, m.media, d.gateway,
  coalesce(d.segments, m.segments) as segments, d.sent_at as "sentAt", d.delivered_at as "deliveredAt", d.response, d.failure
from unnest($1::uuid[], $2::text[]) with ordinality as k(message_id, phone, nth)
join deliveries d on d.message_id = k.message_id and d.phone = k.phone
join messages m on m.id = k.message_id
order by k.nth`;

/** What is folded and what is not yet, in one statement: a fold moves counts from one to the other. */
const TALLY = `
select coalesce(sum(total), 0)::bigint as total, coalesce(sum(success), 0)::bigint as success,
  coalesce(sum(failed), 0)::bigint as failed
from (
  select total, success, failed from outbox_totals where bucket >= $1::timestamptz and bucket < $2::timestamptz
  union all
  select total, success, failed from outbox_deltas where bucket >= $1::timestamptz and bucket < $2::timestamptz
) counts`;

export function outboxQueries(db: Db): OutboxStore {
  return {
    async find(step) {
      const { name, text, values } = findStatement(step);
      const [row] = await db.query<FindRow>(name, text, values);
      const { seen, hits, success, failed, last_id, last_phone, found } = row!;
      return {
        found: (found ?? []).map(([messageId, phone, state, sender]): FoundEntry => ({
          messageId,
          phone,
          state,
          sender,
        })),
        tally: { total: Math.min(hits, step.count), success, failed },
        more: hits > step.count,
        last: last_id === null ? null : { messageId: last_id, phone: last_phone! },
        ended: seen < step.rows,
      };
    },
    read: (keys) =>
      db.query<OutboxEntry>("outbox read", READ, [keys.map((key) => key.messageId), keys.map((key) => key.phone)]),
    async tally(from, to) {
      const [row] = await db.query<{ total: number; success: number; failed: number }>("outbox tally", TALLY, [
        from === null ? "-infinity" : new Date(from).toISOString(),
        to === null ? "infinity" : new Date(to).toISOString(),
      ]);
      return row!;
    },
  };
}
