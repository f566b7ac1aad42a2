import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { ABANDONED } from "../queue/abandoned.ts";
import { closeChunks, lockMessage } from "./message-lock.ts";

const AT_ONCE = 100;
/** By then a moving queue has let its small messages expire, five hundred per statement. */
const UNMARKED = "5 minutes";

/**
 * Open messages that have expired and that no mark will end: paused ones are not marked at all, a rate-limited campaign
 * would expire at its own rate, and the queue of a gateway that is paused or removed is not claimed. Those with a
 * reason were found by an earlier sweep; if one is not over long after that, some of its deliveries are on the wire of
 * a dead worker.
 */
const LATE = `
select id from messages m
where state in ('running', 'paused') and valid_until <= now()
  and (state = 'paused' or valid_until <= now() - interval '${ABANDONED}' or (reason is null
    and (rolled_up or rate_per_minute is not null or valid_until <= now() - interval '${UNMARKED}')))
  and not exists (select from fanouts f where f.message_id = m.id)
  and not exists (select from cancellations w where w.message_id = m.id)
order by id limit ${AT_ONCE}`;

/** An audience that could not be read before its messages expired: the people found so far expire. */
const LATE_AUDIENCES = `
with late as (
  select f.message_id from fanouts f join messages m on m.id = f.message_id
  where m.valid_until <= now() order by f.message_id limit ${AT_ONCE} for update of f skip locked
),
gone as (
  delete from fanouts f using late where f.message_id = late.message_id returning f.message_id
),
locked as (
  select id from messages where id = any(array(select message_id from gone)) order by id for update
),
ended as (
  update messages m set
    state = case when m.accepted = 0 then 'failed'::message_state else 'running' end,
    reason = 'audience_not_resolved', finished_at = case when m.accepted = 0 then now() end
  from locked where m.id = locked.id and m.state in ('resolving', 'paused')
  returning m.id, m.accepted
),
expiring as (
  insert into cancellations (message_id, verdict) select id, 'expired' from ended where accepted > 0 order by id
  on conflict do nothing
),
logged as (
  insert into events (kind, message_id, data)
  select 'message.resolved', id, json_build_object('accepted', accepted, 'reason', 'audience_not_resolved') from ended
)
select count(*)::int as count from gone`;

/**
 * Chunks that were parked while a resume was being committed. The messages are found by skipping through an index of
 * parked chunks only, so that a million deliveries waiting for a paused campaign cost nothing.
 */
const ASTRAY = `
with recursive parked as (
  (select message_id from retries where due = 'infinity' order by message_id limit 1)
  union all
  select (select r.message_id from retries r where r.due = 'infinity' and r.message_id > parked.message_id
    order by r.message_id limit 1)
  from parked where parked.message_id is not null
),
free as materialized (
  select message_id from parked where message_id is not null
    and not exists (select from messages m where m.id = parked.message_id and m.state = 'paused')
)
update retries set due = now() where ctid = any(array(
  select ctid from retries where due = 'infinity' and message_id = any(array(select message_id from free))
  order by message_id, phone limit 5000 for update skip locked))
returning 1`;

/**
 * Starts the end of expired messages, and returns chunks that were parked too late to the queue. Returns whether there
 * were any.
 */
export async function sweepLate(db: Db): Promise<boolean> {
  const [audiences] = await db.query<{ count: number }>("late audiences", LATE_AUDIENCES, []);
  const late = await db.query<{ id: Uuid }>("late messages", LATE, []);
  for (const { id } of late) await expire(db, id);
  const astray = await db.query("astray", ASTRAY, []);
  return audiences!.count > 0 || late.length > 0 || astray.length > 0;
}

/** Resumed only by the clock: its deliveries become `expired`, and then it is completed. */
async function expire(db: Db, id: Uuid): Promise<void> {
  await db.ownTransaction(async () => {
    const message = await lockMessage(db, id);
    if (!message || !["running", "paused"].includes(message.state)) return;
    await db.query(
      "expire message",
      "update messages set state = 'running', reason = coalesce(reason, 'expired') where id = $1",
      [id],
    );
    await closeChunks(db, id);
    await db.query(
      "cancel expired",
      "insert into cancellations (message_id, verdict) values ($1, 'expired') on conflict do nothing",
      [id],
    );
    if (message.state === "paused" || !message.reasoned)
      await db.query("log expiry", "insert into events (kind, message_id) values ('message.expired', $1)", [id]);
  });
}
