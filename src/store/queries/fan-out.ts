import type { Audience } from "#domain/messages/message";
import type { FanOutProgress, FanOutStore } from "#domain/ports/fan-out-store";
import type { Uuid } from "#lib/ids";

import { bucketOf } from "../buckets.ts";
import type { Db } from "../database.ts";
import { deliveriesTable } from "../partitions.ts";
import { CHUNK_SIZE } from "./accept-statement.ts";
import { complete } from "./finish.ts";

const CLAIM = `
with job as (
  update fanouts set due = now() + make_interval(secs => $2 / 1000.0), token = token + 1, owner = $1
  where message_id = any(array(select message_id from fanouts where due <= now() order by due limit 1 for update skip locked))
  returning message_id, token, progress
)
select job.*, m.audience, m.route, m.lane,
  (select coalesce(min(turn), 0) from chunks c
    where c.lane = m.lane and c.claimable and c.route = any(array(
      select m.route union select distinct c.route from chunks c where m.route = 'default' and c.claimable and c.route like 'default:%'))
  ) as turn
from job join messages m on m.id = job.message_id`;

type JobRow = {
  message_id: Uuid;
  token: number;
  progress: Partial<FanOutProgress>;
  audience: Audience;
  route: string;
  lane: number;
  turn: number;
};

/** How many rows the planner should know of before claims meet them: without statistics one claim took 31 s. */
const ANALYZE_FROM = 20_000;

export function fanOutQueries(db: Db, woken: () => void): FanOutStore {
  return {
    async claim(owner, leaseMs) {
      const [row] = await db.query<JobRow>("claim fan-out", CLAIM, [owner, leaseMs]);
      if (!row) return null;
      const { source = 0, cursor = null, turn = row.turn } = row.progress;
      return {
        messageId: row.message_id,
        token: row.token,
        audience: row.audience,
        route: row.route,
        lane: row.lane,
        progress: { source, cursor, turn },
      };
    },
    async add(job, page, leaseMs) {
      const table = deliveriesTable(job.messageId);
      const rows = await db.query<{ added: number }>(`fan out ${table}`, addStatement(table), [
        job.messageId,
        job.token,
        leaseMs,
        JSON.stringify(page.next),
        page.phones,
        job.route,
        job.lane,
        job.progress.turn,
        page.duplicates,
        page.invalid,
        bucketOf(job.messageId),
      ]);
      if (rows.length > 0 && rows[0]!.added > 0) woken();
      return rows.length > 0;
    },
    async release(job, afterMs, trouble) {
      await db.query(
        "release fan-out",
        `update fanouts set due = now() + make_interval(secs => $3 / 1000.0), trouble = $4
         where message_id = $1 and token = $2`,
        [job.messageId, job.token, afterMs, trouble],
      );
    },
    async end(job) {
      const table = deliveriesTable(job.messageId);
      const accepted = await db.transaction(async () => {
        const held = await db.query(
          "end fan-out",
          "delete from fanouts where message_id = $1 and token = $2 returning message_id",
          [job.messageId, job.token],
        );
        if (held.length === 0) return 0;
        const [row] = await db.query<{ accepted: number }>("resolved", RESOLVED, [job.messageId]);
        await complete(db, table, [job.messageId]);
        return row?.accepted ?? 0;
      });
      if (accepted >= ANALYZE_FROM) await db.query(`analyze ${table}`, `analyze ${table}`, []);
    },
  };
}

/** A message that was paused meanwhile stays paused, unless there is nobody to resume it for. */
const RESOLVED = `
with done as (
  update messages set
    state = case when state not in ('resolving', 'paused') then state when accepted = 0 then 'failed'
      when state = 'paused' then 'paused' else 'running' end,
    reason = case when accepted = 0 then 'no_recipients' else reason end,
    finished_at = case when accepted = 0 then now() end
  where id = $1 returning id, accepted, suppressed, invalid, duplicates, state
),
logged as (
  insert into events (kind, message_id, data)
  select 'message.resolved', id,
    json_build_object('accepted', accepted, 'suppressed', suppressed, 'invalid', invalid, 'duplicates', duplicates)
  from done
)
select accepted from done`;

/** The lease is checked and prolonged first: a worker that lost it adds nothing. */
function addStatement(table: string): string {
  return `
with lease as (
  update fanouts set progress = $4::jsonb, due = now() + make_interval(secs => $3 / 1000.0), trouble = null
  where message_id = $1 and token = $2 returning message_id
),
-- Whoever pauses the message waits for this page or is seen by it: no chunk slips in that could be claimed.
message as materialized (
  select state, rolled_up from messages where id = $1 and exists (select from lease) for update
),
wanted as materialized (
  select k.phone, s.phone is not null as blocked
  from unnest($5::text[]) as k(phone) left join suppressions s on s.phone = k.phone
  where exists (select from lease)
),
ledger as (
  insert into ${table} (message_id, phone, state, failure)
  select $1, phone, case when blocked then 'suppressed'::delivery_state else 'queued' end, case when blocked then 'suppressed' end
  from wanted order by phone
  on conflict (message_id, phone) do nothing
  returning phone, state
),
numbered as (
  select phone, (row_number() over (order by phone) - 1) / ${CHUNK_SIZE} as nth from ledger where state = 'queued'
),
queue as (
  insert into chunks (message_id, route, lane, turn, claimable, phones)
  select $1, $6, $7, $8::integer + nth, message.state <> 'paused', array_agg(phone order by phone)
  from numbered, message group by nth, message.state
),
counts as (
  select count(*) as wanted, (select count(*) from ledger) as added,
    (select count(*) from ledger where state = 'suppressed') as blocked
  from wanted
),
counted as (
  update messages m set
    matched = matched + counts.wanted + $9 + $10, accepted = accepted + counts.added - counts.blocked,
    duplicates = duplicates + $9 + counts.wanted - counts.added, invalid = invalid + $10,
    suppressed = suppressed + counts.blocked
  -- Only behind the lock: a row that this statement changed first could not be locked by it any more.
  from counts, lease, message where m.id = $1
),
tally as (
  insert into outbox_deltas (bucket, total, success, failed)
  select $11::timestamptz, added, 0, blocked from counts where added > 0
),
progress as (
  insert into message_deltas (message_id, state, reason, count)
  select $1, 'suppressed', 'suppressed', blocked from counts, message where blocked > 0 and rolled_up
)
select counts.added from counts, lease`;
}
