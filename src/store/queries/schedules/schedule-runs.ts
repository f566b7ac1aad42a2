import { priorityOf } from "#domain/messages/message";
import type { Phone } from "#domain/recipients/phone";
import type { RefusedMessage, RunRecord, ScheduleStore } from "#domain/schedules/schedule-store";
import { FIRST_ID, uuidv7, type Uuid } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import type { Db } from "../../database.ts";
import { CONTENT } from "../../message-content.ts";
import { DATED_LATER } from "../installation/standby.ts";
import { IS_SCHEDULE_DUE, SCHEDULE_COLUMNS, scheduleOf, type LockedRow } from "./schedule-rows.ts";

/** The scheduler's queries and writes. */
export function scheduleRunQueries(
  db: Db,
): Pick<
  ScheduleStore,
  | "untilDue"
  | "claimDue"
  | "claimAhead"
  | "claimRestored"
  | "beingErased"
  | "refuse"
  | "isDecided"
  | "record"
  | "pauseOf"
  | "awaitLicense"
  | "resumeLicensed"
  | "putOff"
> {
  return {
    async untilDue() {
      const [row] = await db.query<{ ms: number | null }>("schedules until due", UNTIL_DUE, []);
      return row!.ms === null ? null : Math.max(0, Math.ceil(row!.ms));
    },

    async claimDue(limit) {
      const half = Math.ceil(limit / 2);
      const sort = (value: "on" | "off") => db.query("schedules by index", BY_INDEX, [value]);
      await sort("off");
      const rows = await db.query<LockedRow>("claim schedules", CLAIM, [half, limit - half]);
      await sort("on");
      return { due: rows.map(scheduleOf), now: rows[0]?.now_ms ?? 0 };
    },

    async claimAhead(after, limit) {
      const rows = await db.query<LockedRow>("claim schedules ahead", CLAIM_AHEAD, [after ?? FIRST_ID, limit]);
      return { ahead: rows.map(scheduleOf), now: rows[0]?.now_ms ?? 0 };
    },

    async claimRestored(restoredAt, limit) {
      const rows = await db.query<LockedRow>("claim restored schedules", CLAIM_RESTORED, [isoTime(restoredAt), limit]);
      return { due: rows.map(scheduleOf), now: rows[0]?.now_ms ?? 0 };
    },

    async beingErased() {
      const rows = await db.query<{ phone: Phone; at: Date }>("numbers being erased", BEING_ERASED, []);
      return new Map(rows.map(({ phone, at }) => [phone, at.getTime()]));
    },

    async refuse(refused) {
      if (refused.length === 0) return [];
      const now = db.now();
      const rows = refused.map((one) => ({ id: uuidv7(now), ...refusedOf(one) }));
      await db.query("refuse occurrences", REFUSE, [JSON.stringify(rows)]);
      return rows.map(({ id }) => id);
    },

    async isDecided(id, runAt) {
      return (await db.query("is decided", IS_DECIDED, [id, isoTime(runAt)])).length > 0;
    },

    async record(runs) {
      if (runs.length === 0) return;
      await db.query("record runs", RECORD, [JSON.stringify(runs.map(recordOf))]);
    },

    async pauseOf(schedules) {
      const { ids, reasons } = { ids: schedules.map(({ id }) => id), reasons: schedules.map(({ reason }) => reason) };
      await db.query("pause schedules of owners", PAUSE_OF, [ids, reasons]);
    },

    async awaitLicense(ids) {
      await db.query("schedules await license", AWAIT_LICENSE, [ids]);
    },

    async resumeLicensed(features) {
      const rows = await db.query<{ id: Uuid }>("schedules license came", LICENSE_CAME, [
        features.includes("scheduling"),
        features.includes("recurring"),
      ]);
      return rows.length;
    },

    async putOff(id, seconds, error) {
      await db.query("put schedule off", PUT_OFF, [id, seconds, error.slice(0, 300)]);
    },
  };
}

function recordOf(run: RunRecord): Record<string, unknown> {
  return {
    id: run.scheduleId,
    run_at: isoTime(run.runAt),
    outcome: run.outcome,
    reason: run.reason,
    message_id: run.messageId,
    missed: run.missed,
    next_run: isoTime(run.nextRun),
    state: run.state,
  };
}

function refusedOf({ scheduleId, message, reason, suppressed }: RefusedMessage) {
  return {
    ...message.content,
    schedule_id: scheduleId,
    reason,
    suppressed,
    category: message.category,
    priority: priorityOf[message.category],
    route: message.route,
    valid_for: message.validFor,
    audience: message.audience,
    named: message.named,
    matched: message.phones.length + message.duplicates + message.invalid,
    duplicates: message.duplicates,
    invalid: message.invalid,
    created_by: message.createdBy,
  };
}

const UNTIL_DUE = `
select (extract(epoch from min(due) - clock_timestamp()) * 1000)::float8 as ms from schedules where state = 'active'`;

/**
 * For the claim only, and reset before anything else of the transaction is planned: without statistics (a bulk load, a
 * fresh table) the planner reads and sorts everything that is due for each batch, 13 ms instead of 6 among 30,000.
 */
const BY_INDEX = `
select set_config('enable_sort', $1, true), set_config('enable_bitmapscan', $1, true), set_config('enable_seqscan', $1, true)`;

/**
 * Numbers that the schedules of either end name together, or one more schedule. A batch of 500 that name ten thousand
 * each would be five million deliveries in one statement: it took all the time that a statement has, and then its
 * schedules were run one by one while others waited.
 */
const MOST_NUMBERS = 10_000;

const fewOf = (end: string, order: "asc" | "desc"): string => `
select ${SCHEDULE_COLUMNS} from (
  select e.*, sum(numbers) over (order by due ${order}, id ${order}) - numbers as before
  from (select *, jsonb_array_length(message->'phones') as numbers from ${end}) e) e
where before < ${MOST_NUMBERS}`;

/**
 * Half the oldest, half the newest: a hundred thousand schedules due in one second must not delay the one due a moment
 * later. The columns come from the same scans that lock: an outer read would have the statement's snapshot, and miss
 * what a caller has changed since. What is locked and not taken is free again at the end of the transaction.
 */
const CLAIM = `
with oldest as materialized (
  select ${SCHEDULE_COLUMNS}, due from schedules where ${IS_SCHEDULE_DUE}
  order by due limit $1 for update skip locked
),
newest as materialized (
  select ${SCHEDULE_COLUMNS}, due from schedules where ${IS_SCHEDULE_DUE}
  order by due desc limit $2 for update skip locked
)
select distinct on (id) *, floor(extract(epoch from now()) * 1000)::float8 as now_ms
from (${fewOf("oldest", "asc")} union all ${fewOf("newest", "desc")}) due order by id`;

/**
 * Half a minute: a standby that takes over may have a clock that is as much behind. No index: there are few schedules.
 */
const CLAIM_AHEAD = `
select ${SCHEDULE_COLUMNS}, floor(extract(epoch from now()) * 1000)::float8 as now_ms from schedules
where id > $1 and every is not null and state <> 'canceled' and last_run > now() + interval '30 seconds'
order by id limit $2 for update skip locked`;

// Not by `due`: a run that failed has one that is later.
const CLAIM_RESTORED = `
select ${SCHEDULE_COLUMNS}, floor(extract(epoch from now()) * 1000)::float8 as now_ms from schedules
where state in ('active', 'waiting_license') and next_run <= now() and (created_at < $1::timestamptz or id = any(${DATED_LATER}))
order by id limit $2 for update`;

const BEING_ERASED = "select phone, requested_at as at from erasures where phone is not null";

const IS_DECIDED = "select 1 from schedule_runs where schedule_id = $1 and run_at = $2::timestamptz";

/**
 * The key of schedule_runs is the last guard: an occurrence that was decided before aborts the whole transaction,
 * unless nothing is sent for it now.
 */
const RECORD = `
with r as materialized (
  select id, coalesce(run_at, clock_timestamp()) as run_at, run_at is null as asked, outcome, reason, message_id, missed,
    next_run, state
  from json_to_recordset($1::json) as r(
    id uuid, run_at timestamptz, outcome text, reason text, message_id uuid, missed integer, next_run timestamptz,
    state schedule_state)
),
ran as (
  insert into schedule_runs (schedule_id, run_at, at, outcome, reason, message_id, missed)
  select id, run_at, clock_timestamp(), outcome, reason, message_id, missed from r where outcome <> 'skipped' order by id, run_at
),
skipped as (
  insert into schedule_runs (schedule_id, run_at, at, outcome, reason, missed)
  select id, run_at, clock_timestamp(), outcome, reason, missed from r where outcome = 'skipped' order by id, run_at
  on conflict do nothing
),
moved as (
  update schedules s set next_run = r.next_run, due = r.next_run, state = r.state,
    runs = s.runs + case when r.outcome = 'skipped' then 0 else 1 end,
    last_run = case when r.outcome = 'skipped' then s.last_run else clock_timestamp() end,
    last_error = null, updated_at = now()
  from r where s.id = r.id
),
logged as (
  insert into events (kind, message_id, data)
  select case when outcome = 'skipped' then 'schedule.skipped' else 'schedule.run' end, message_id,
    json_strip_nulls(json_build_object('schedule', id, 'run_at', run_at, 'outcome', outcome, 'reason', reason,
      'missed', nullif(missed, 0), 'next_run', next_run, 'state', state, 'asked', nullif(asked, false)))
  from r order by id
)
select 1`;

const REFUSE = `
with r as materialized (
  select * from json_to_recordset($1::json) as r(
    id uuid, schedule_id uuid, reason text, suppressed integer, category text, priority smallint, route text,
    ${CONTENT.record}, valid_for integer, audience jsonb, named jsonb, matched integer,
    duplicates integer, invalid integer, created_by text)
),
message as (
  insert into messages (id, state, reason, category, priority, route, ${CONTENT.columns}, valid_until,
    audience, named, matched, accepted, duplicates, invalid, suppressed, created_by, finished_at, schedule_id)
  select id, 'failed', reason, category, priority, route, ${CONTENT.values}, now() + make_interval(secs => valid_for),
    audience, named, matched, 0, duplicates, invalid, suppressed, created_by, now(), schedule_id
  from r order by id
)
insert into events (kind, message_id, data)
select 'message.refused', id, json_build_object('reason', reason, 'schedule', schedule_id) from r order by id`;

const AWAIT_LICENSE = `
with waiting as (
  update schedules set state = 'waiting_license', updated_at = now() where id = any($1::uuid[]) returning id
)
insert into events (kind, data)
select 'schedule.waiting_license', json_build_object('schedule', id) from waiting order by id`;

const PAUSE_OF = `
with paused as (
  update schedules s set state = 'paused', pause_reason = k.reason, last_error = null, version = version + 1,
    updated_at = now()
  from unnest($1::uuid[], $2::text[]) as k(id, reason) where s.id = k.id returning s.id, k.reason
)
insert into events (kind, data)
select 'schedule.paused', json_build_object('schedule', id, 'by', 'service', 'reason', reason) from paused order by id`;

const LICENSE_CAME = `
with back as (
  update schedules set state = 'active', due = next_run, updated_at = now()
  where id = any(array(
    select id from schedules
    where state = 'waiting_license' and case when every is null then $1::boolean else $2::boolean end
    order by id limit 1000 for update skip locked))
    and state = 'waiting_license'
  returning id
),
logged as (
  insert into events (kind, data)
  select 'schedule.resumed', json_build_object('schedule', id, 'by', 'license') from back order by id
)
select id from back`;

const PUT_OFF = `
with off as (
  update schedules set due = now() + make_interval(secs => $2), last_error = $3
  where id = $1 and ${IS_SCHEDULE_DUE} returning id
)
insert into events (kind, data)
select 'schedule.put_off', json_build_object('schedule', id) from off`;
