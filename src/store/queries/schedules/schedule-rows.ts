import type { PauseReason } from "#domain/schedules/owners";
import type { LateChoice, Schedule, ScheduledMessage, ScheduleState } from "#domain/schedules/schedule";
import type { RepeatUnit } from "#domain/schedules/repeat";
import type { Uuid } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

/** Its JSON is flat. */
type StoredMessage = Omit<ScheduledMessage, "content"> & ScheduledMessage["content"];

export type ScheduleRow = {
  id: Uuid;
  state: ScheduleState;
  message: StoredMessage;
  zone: string;
  start_at: Date;
  start_wall: string;
  every: number | null;
  unit: string | null;
  until: Date | null;
  next_run: Date | null;
  if_late: LateChoice;
  late_after: number;
  frozen_set: Uuid | null;
  runs: number;
  last_run: Date | null;
  last_error: string | null;
  version: number;
  created_by: string;
  owner: string | null;
  pause_reason: PauseReason | null;
  created_at: Date;
  updated_at: Date;
};

/** `now_ms`: the database's time, milliseconds since 1970. */
export type LockedRow = ScheduleRow & { now_ms: number };

export const IS_SCHEDULE_DUE = "state = 'active' and due <= now()";

export const SCHEDULE_COLUMNS =
  "id, state, message, zone, start_at, start_wall, every, unit, until, next_run, if_late, late_after, frozen_set, runs, last_run, last_error, version, created_by, owner, pause_reason, created_at, updated_at";

export function scheduleOf(row: ScheduleRow): Schedule {
  const start = { at: row.start_at.getTime(), wall: row.start_wall };
  return {
    id: row.id,
    state: row.state,
    message: messageOf(row.message),
    start,
    zone: row.zone,
    repeat:
      row.every === null
        ? null
        : {
            start,
            zone: row.zone,
            every: row.every,
            unit: row.unit as RepeatUnit,
            until: row.until?.getTime() ?? null,
          },
    nextRun: row.next_run?.getTime() ?? null,
    ifLate: row.if_late,
    lateAfter: row.late_after,
    frozenSet: row.frozen_set,
    runs: row.runs,
    lastRun: row.last_run?.getTime() ?? null,
    lastError: row.last_error,
    version: row.version,
    createdBy: row.created_by,
    owner: row.owner ?? row.created_by,
    pauseReason: row.state === "paused" ? row.pause_reason : null,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

function storedOf({ content, ...rest }: ScheduledMessage): StoredMessage {
  return { ...content, ...rest };
}

/** Whatever does not belong to the sending belongs to the content. */
function messageOf(stored: StoredMessage): ScheduledMessage {
  const {
    category,
    validFor,
    ratePerMinute,
    route,
    phones,
    variables,
    duplicates,
    invalid,
    audience,
    consent,
    createdBy,
    ...content
  } = stored;
  const sending = { category, validFor, ratePerMinute, route, phones, duplicates, invalid, audience, createdBy };
  return { content, ...sending, ...(variables && { variables }), ...(consent && { consent }) };
}

/** Values of a schedule's columns, in the order of `WRITTEN`. Times as RFC 3339, which keeps the millisecond. */
export function writtenOf(schedule: Pick<Schedule, (typeof KEYS)[number]>): readonly unknown[] {
  const { repeat } = schedule;
  return [
    schedule.id,
    JSON.stringify(storedOf(schedule.message)),
    schedule.zone,
    isoTime(schedule.start.at),
    schedule.start.wall,
    repeat?.every ?? null,
    repeat?.unit ?? null,
    isoTime(repeat?.until ?? null),
    isoTime(schedule.nextRun),
    schedule.ifLate,
    schedule.lateAfter,
    schedule.frozenSet,
  ];
}

const KEYS = ["id", "message", "zone", "start", "repeat", "nextRun", "ifLate", "lateAfter", "frozenSet"] as const;
