import type { Uuid } from "#lib/ids";

import type { Schedule } from "./schedule.ts";

/** one-time: pending, sent, failed; recurring: active, paused, completed. Canceled ones are in neither list. */
export type ScheduleStatus = "pending" | "sent" | "failed" | "active" | "paused" | "completed";

export type NumberedSchedule = {
  readonly number: number;
  readonly status: ScheduleStatus;
  readonly schedule: Schedule;
  /** Number of recipients of a frozen audience; 0 if it is not frozen. */
  readonly frozen: number;
};

/** null: anything. Milliseconds since 1970; `from` is inclusive, `to` exclusive. */
export type ScheduleFilter = {
  readonly repeating: boolean;
  readonly status: ScheduleStatus | null;
  readonly search: string | null;
  /** Texts and recipients are searched of what this principal created; null: of everything. */
  readonly reader: string | null;
  readonly from: number | null;
  readonly to: number | null;
};

/** Schedules for clients that identify them by number. */
export type ScheduleNumbers = {
  /** Newest first, those with a lower number than `below`. */
  list(
    filter: ScheduleFilter,
    page: { readonly below?: number | null; readonly offset?: number; readonly limit: number },
  ): Promise<readonly NumberedSchedule[]>;
  find(number: number, repeating: boolean): Promise<NumberedSchedule | null>;
  /** The one just created, of either kind. */
  made(id: Uuid): Promise<NumberedSchedule | null>;
  /** How many match. */
  count(filter: ScheduleFilter): Promise<number>;
  /** The number of schedules in each status, regardless of filters. */
  stats(repeating: boolean): Promise<Readonly<Partial<Record<ScheduleStatus, number>>>>;
};
