import type { Uuid } from "#lib/ids";

import type { Schedule } from "./schedule.ts";

/** once: pending, sent, failed; again and again: active, paused, completed. Canceled ones are in neither list. */
export type ScheduleStatus = "pending" | "sent" | "failed" | "active" | "paused" | "completed";

export type NumberedSchedule = {
  readonly number: number;
  readonly status: ScheduleStatus;
  readonly schedule: Schedule;
  /** The recipients of a frozen audience; 0 where it is none. */
  readonly frozen: number;
};

/** null: anything. Milliseconds since 1970, the first inside and the first outside. */
export type ScheduleFilter = {
  readonly repeating: boolean;
  readonly status: ScheduleStatus | null;
  readonly search: string | null;
  readonly from: number | null;
  readonly to: number | null;
};

/** Schedules as those see them who know them by number. */
export type ScheduleNumbers = {
  /** Newest first. */
  list(filter: ScheduleFilter, page: { offset: number; limit: number }): Promise<readonly NumberedSchedule[]>;
  find(number: number, repeating: boolean): Promise<NumberedSchedule | null>;
  /** The one that was just made, whichever kind it is. */
  made(id: Uuid): Promise<NumberedSchedule | null>;
  /** How many match. */
  count(filter: ScheduleFilter): Promise<number>;
  /** How many there are of each status, whatever is looked for. */
  stats(repeating: boolean): Promise<Readonly<Partial<Record<ScheduleStatus, number>>>>;
};
