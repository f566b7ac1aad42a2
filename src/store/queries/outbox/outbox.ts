import type { DeliveryState } from "#domain/deliveries/delivery-state";
import type { FoundEntry, OutboxEntry, OutboxStep, OutboxStore, OutboxTally } from "#domain/outbox/outbox-store";
import { codeOf } from "#lib/error-text";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { keyArrays } from "../../delivery-keys.ts";
import { deliveriesTable } from "../../partitions.ts";
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

/**
 * `offset 0` keeps the lookup by the whole key: joined flat, PostgreSQL 18 went from the message to all its rows and
 * compared numbers one by one (63 ms for one entry of 400,000). Each lookup chooses its partition at run time.
 */
const READ = `
select d.message_id as "messageId", d.phone, d.id, d.state, m.category, m.sender, coalesce(d.own_text, m.body) as text, m.media, d.gateway,
  coalesce(d.segments, m.segments) as segments, d.price, d.currency, d.channel, d.sent_at as "sentAt", d.delivered_at as "deliveredAt", d.response, d.failure,
  h.reason as "heldFor", h.held_at as "heldAt", h.due as "heldUntil"
from unnest($1::uuid[], $2::text[]) with ordinality as k(message_id, phone, nth)
cross join lateral (select * from deliveries where message_id = k.message_id and phone = k.phone offset 0) d
join messages m on m.id = d.message_id
left join holds h on d.state = 'held' and h.message_id = d.message_id and h.phone = d.phone
order by k.nth`;

const PARTITIONS = "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'deliveries'::regclass";

/** Folded and unfolded counts in one statement, because a fold moves counts from one to the other. */
const TALLY = `
select coalesce(sum(total), 0)::bigint as total, coalesce(sum(success), 0)::bigint as success,
  coalesce(sum(failed), 0)::bigint as failed
from (
  select total, success, failed from outbox_totals where bucket >= $1::timestamptz and bucket < $2::timestamptz
  union all
  select total, success, failed from outbox_deltas where bucket >= $1::timestamptz and bucket < $2::timestamptz
) counts`;

export function outboxQueries(db: Db): OutboxStore {
  let partitions = new Set<string>();

  /** Callers' ids may refer to months that never existed, or have been dropped. */
  async function knowPartition(messageId: Uuid | undefined | null): Promise<void> {
    if (!messageId || partitions.has(deliveriesTable(messageId))) return;
    const rows = await db.query<{ name: string }>("deliveries partitions", PARTITIONS, []);
    partitions = new Set(rows.map((row) => row.name));
  }

  function partitionOf(messageId: Uuid): string | null {
    const table = deliveriesTable(messageId);
    return partitions.has(table) ? table : null;
  }

  async function find(step: OutboxStep): Promise<FindRow> {
    await knowPartition(step.filter.messageId);
    await knowPartition(step.after?.messageId);
    const { name, text, values } = findStatement(step, partitionOf);
    const [row] = await db.query<FindRow>(name, text, values);
    return row!;
  }

  return {
    async find(step) {
      const row = await find(step).catch((error: unknown) => {
        // 42P01, undefined table: dropped since it was last listed.
        if (codeOf(error) !== "42P01") throw error;
        partitions = new Set();
        return find(step);
      });
      const { seen, hits, success, failed, last_id, last_phone, found } = row;
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
    read: (keys) => db.query<OutboxEntry>("outbox read", READ, keyArrays(keys)),
    async tally(from, to) {
      const [row] = await db.query<OutboxTally>("outbox tally", TALLY, [
        from === null ? "-infinity" : instant(from),
        to === null ? "infinity" : instant(to),
      ]);
      return row!;
    },
  };
}

/** Years before 1 and after 9999 are formatted in a form that PostgreSQL does not read. */
function instant(millis: number): string {
  if (millis < 0) return "-infinity";
  return millis > LAST_OF_9999 ? "infinity" : new Date(millis).toISOString();
}

const LAST_OF_9999 = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
