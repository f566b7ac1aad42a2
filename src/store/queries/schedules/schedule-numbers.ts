import type {
  NumberedSchedule,
  ScheduleFilter,
  ScheduleNumbers,
  ScheduleStatus,
} from "#domain/schedules/schedule-numbers";
import { isoTime } from "#lib/iso-time";

import type { Db } from "../../database.ts";
import { containing } from "../like-pattern.ts";
import { SCHEDULE_COLUMNS, scheduleOf, type ScheduleRow } from "./schedule-rows.ts";

type Row = ScheduleRow & { number: number; status: ScheduleStatus; frozen: number };

export function scheduleNumbers(db: Db): ScheduleNumbers {
  return {
    async list(filter, { below = null, offset = 0, limit }) {
      const rows = await db.query<Row>("list numbered schedules", LIST, [...valuesOf(filter), below, offset, limit]);
      return rows.map(numbered);
    },
    async find(number, repeating) {
      const [row] = await db.query<Row>("numbered schedule", FIND, [number, repeating]);
      return row ? numbered(row) : null;
    },
    async made(id) {
      const [row] = await db.query<Row>("schedule that was made", MADE, [id]);
      return row ? numbered(row) : null;
    },
    async count(filter) {
      const [row] = await db.query<{ count: number }>("count numbered schedules", COUNT, valuesOf(filter));
      return row!.count;
    },
    async stats(repeating) {
      const rows = await db.query<{ status: ScheduleStatus; count: number }>("schedule stats", STATS, [repeating]);
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    },
  };
}

function numbered(row: Row): NumberedSchedule {
  return { number: row.number, status: row.status, schedule: scheduleOf(row), frozen: row.frozen };
}

function valuesOf({ repeating, status, search, from, to, reader }: ScheduleFilter): readonly unknown[] {
  return [repeating, status, search === null ? null : containing(search), isoTime(from), isoTime(to), reader];
}

/** A one-time schedule counts as sent if a run of it has created a message. */
const STATUS = `
case when every is null then
    case when state in ('active', 'paused', 'waiting_license') then 'pending' when runs > 0 then 'sent' else 'failed' end
  when state in ('active', 'completed') then state::text else 'paused' end`;

const ALL = `
select ${SCHEDULE_COLUMNS}, number, ${STATUS} as status,
  case when frozen_set is null then 0
    else (select count(*) from schedule_recipients r where r.set_id = frozen_set) end::int as frozen
from schedules`;

const FITS = `
where (every is not null) = $1::boolean and state <> 'canceled' and ($2::text is null or ${STATUS} = $2)
  and ($3::text is null or message->>'sender' ilike $3
    -- A hidden text is not searched either: a caller could guess it piece by piece.
    or (($6::text is null or created_by = $6)
      and (message->>'phones' like $3 or (message->>'category' <> 'otp' and message->>'text' ilike $3))))
  and ($4::timestamptz is null or coalesce(next_run, last_run, start_at) >= $4)
  and ($5::timestamptz is null or coalesce(next_run, last_run, start_at) < $5)`;

const LIST = `${ALL} ${FITS} and ($7::bigint is null or number < $7) order by number desc offset $8 limit $9`;
const FIND = `${ALL} where number = $1 and (every is not null) = $2::boolean and state <> 'canceled'`;
const MADE = `${ALL} where id = $1 and state <> 'canceled'`;
const COUNT = `select count(*)::int as count from schedules ${FITS}`;
const STATS = `
select ${STATUS} as status, count(*)::int as count from schedules
where (every is not null) = $1::boolean and state <> 'canceled' group by 1`;
