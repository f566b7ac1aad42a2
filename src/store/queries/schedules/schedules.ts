import type { Phone } from "#domain/recipients/phone";
import type { ScheduleStore } from "#domain/schedules/schedule-store";
import type { ScheduleRun } from "#domain/schedules/schedule";
import { isoTime } from "#lib/iso-time";

import { FREEZE_LOCK } from "../../advisory-locks.ts";
import { binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { millis } from "../millis.ts";
import { SCHEDULE_COLUMNS, scheduleOf, writtenOf, type LockedRow, type ScheduleRow } from "./schedule-rows.ts";
import { scheduleRunQueries } from "./schedule-runs.ts";

/** @param due called after a commit that may have made a schedule due sooner than the scheduler knows */
export function scheduleQueries(db: Db, due: () => void): ScheduleStore {
  return {
    ...scheduleRunQueries(db),

    async create(schedule) {
      const [row] = await db.query<ScheduleRow>("create schedule", CREATE, [
        ...writtenOf(schedule),
        schedule.createdBy,
        schedule.state,
      ]);
      db.afterCommit(due);
      return scheduleOf(row!);
    },

    async find(id) {
      const [row] = await db.query<ScheduleRow>("schedule", `select ${SCHEDULE_COLUMNS} from schedules where id = $1`, [
        id,
      ]);
      return row ? scheduleOf(row) : null;
    },

    async list({ state, before, limit }) {
      const { values, bind } = binder();
      const conditions = ["true"];
      if (state !== null) conditions.push(`state = ${bind(state)}`);
      if (before !== null) conditions.push(`id < ${bind(before)}`);
      const text = `select ${SCHEDULE_COLUMNS} from schedules where ${conditions.join(" and ")} order by id desc limit ${bind(limit)}`;
      return (await db.unnamed<ScheduleRow>(text, values)).map(scheduleOf);
    },

    runs: (id, { before, limit }) => db.query<ScheduleRun>("schedule runs", RUNS, [id, isoTime(before), limit]),

    async lock(id) {
      const [row] = await db.query<LockedRow>("lock schedule", LOCK, [id]);
      return row ? { schedule: scheduleOf(row), now: row.now_ms } : null;
    },

    async save(schedule, { kind, by }) {
      const [row] = await db.query<ScheduleRow>("save schedule", SAVE, [
        ...writtenOf(schedule),
        schedule.state,
        `schedule.${kind}`,
        by,
        schedule.owner,
      ]);
      db.afterCommit(due);
      return scheduleOf(row!);
    },

    async forgetAhead(id) {
      await db.query(
        "forget skips ahead",
        "delete from schedule_runs where schedule_id = $1 and run_at > now() and outcome = 'skipped'",
        [id],
      );
    },

    async freezing() {
      await db.query("freezing", "select pg_advisory_xact_lock_shared($1)", [FREEZE_LOCK]);
    },

    async freeze(set, phones, { viaGroup }) {
      await db.query("freeze", FREEZE, [set, phones, viaGroup]);
    },

    async unfreeze(set, phones) {
      await db.query("unfreeze", "delete from schedule_recipients where set_id = $1 and phone = any($2)", [
        set,
        phones,
      ]);
    },

    async namedIn(set) {
      const text = "select phone from schedule_recipients where set_id = $1 and not via_group";
      return (await db.query<{ phone: Phone }>("named in a set", text, [set])).map(({ phone }) => phone);
    },

    async frozen(set) {
      const [row] = await db.query<{ count: number }>(
        "frozen",
        "select count(*) from schedule_recipients where set_id = $1",
        [set],
      );
      return row!.count;
    },
  };
}

// If the wait for the lock ends with a changed row, all columns are read again, and so is the clock.
const LOCK = `
select ${SCHEDULE_COLUMNS}, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
from schedules where id = $1 for update`;

const CREATE = `
with made as (
  insert into schedules (id, message, zone, start_at, start_wall, every, unit, until, next_run, if_late, late_after,
    frozen_set, due, created_by, state)
  values ($1, $2::jsonb, $3, $4, $5, $6, $7, $8, $9::timestamptz, $10, $11, $12, $9::timestamptz, $13, $14)
  returning ${SCHEDULE_COLUMNS}
),
logged as (
  insert into events (kind, data)
  select 'schedule.created', json_build_object('schedule', id, 'by', created_by, 'next_run', next_run) from made
)
select * from made`;

/** If its times were changed, any postponement ends. */
const SAVE = `
with saved as (
  update schedules set message = $2::jsonb, zone = $3, start_at = $4, start_wall = $5, every = $6, unit = $7, until = $8,
    next_run = $9::timestamptz, due = $9::timestamptz, if_late = $10, late_after = $11, frozen_set = $12,
    state = $13::schedule_state, pause_reason = case when $13::schedule_state = 'paused' then pause_reason end,
    owner = $16, last_error = null, version = version + 1, updated_at = now()
  where id = $1
  returning ${SCHEDULE_COLUMNS}
),
logged as (
  insert into events (kind, data)
  select $14::text, json_build_object('schedule', id, 'by', $15::text, 'state', state, 'next_run', next_run) from saved
)
select * from saved`;

const FREEZE = `
insert into schedule_recipients (set_id, phone, via_group)
select distinct $1::uuid, phone, $3::boolean from unnest($2::text[]) as phone order by 2
on conflict do nothing`;

/** The recipients of a run are known only after its audience was read. */
const RUNS = `
select ${millis("r.run_at")} as "runAt", ${millis("r.at")} as at,
  case when m.state = 'failed' then 'failed' else r.outcome end as outcome, coalesce(r.reason, m.reason) as reason,
  r.message_id as "messageId", m.state::text as "messageState", r.missed
from schedule_runs r left join messages m on m.id = r.message_id
where r.schedule_id = $1 and ($2::timestamptz is null or r.run_at < $2)
order by r.run_at desc limit $3`;
