import type { Uuid } from "#lib/ids";

import type { Feature } from "../license/license.ts";
import type { NewMessage } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Schedule, ScheduleRun, ScheduleState } from "./schedule.ts";

export type NewSchedule = Omit<
  Schedule,
  "state" | "runs" | "lastRun" | "lastError" | "version" | "createdAt" | "updatedAt"
>;

/** What became of one occurrence, and where its schedule goes on. */
export type RunRecord = {
  readonly scheduleId: Uuid;
  /** null: now, for a run that somebody asked for. */
  readonly runAt: number | null;
  readonly outcome: ScheduleRun["outcome"];
  readonly reason: string | null;
  readonly messageId: Uuid | null;
  readonly missed: number;
  readonly nextRun: number | null;
  readonly state: ScheduleState;
};

/** A change that a caller made. */
export type ScheduleChange = {
  readonly kind: "changed" | "paused" | "resumed" | "canceled";
  readonly by: string;
};

/** An occurrence that nobody will get, so that it can be seen why. */
export type RefusedMessage = {
  readonly scheduleId: Uuid;
  readonly message: NewMessage;
  readonly reason: string;
  readonly suppressed: number;
};

export type ScheduleStore = {
  create(schedule: NewSchedule): Promise<Schedule>;
  find(id: Uuid): Promise<Schedule | null>;
  /** Newest first. */
  list(page: { state: ScheduleState | null; before: Uuid | null; limit: number }): Promise<readonly Schedule[]>;
  /** What became of its occurrences, latest first. */
  runs(id: Uuid, page: { before: number | null; limit: number }): Promise<readonly ScheduleRun[]>;

  /** Reads a schedule that nobody else can change or run until the surrounding transaction ends. */
  lock(id: Uuid): Promise<Schedule | null>;
  /** Writes a locked schedule as it is to be, with its event. */
  save(schedule: Schedule, change: ScheduleChange): Promise<Schedule>;
  /** Forgets skips of occurrences that have not come yet: the schedule was given other times. */
  forgetAhead(id: Uuid): Promise<void>;

  /** Adds a page of recipients to a set; who is in it already stays as he is. */
  freeze(set: Uuid, phones: readonly Phone[], viaGroup: boolean): Promise<void>;
  /** How many are in a set. */
  frozen(set: Uuid): Promise<number>;

  /** Milliseconds until the next schedule is due; 0: one is. null: none waits. */
  untilDue(): Promise<number | null>;
  /** Locks schedules that are due: half the oldest, half the newest. Only inside a transaction. */
  claimDue(limit: number): Promise<readonly Schedule[]>;
  /** Writes messages that failed before anybody could get them. In the order of `refused`. */
  refuse(refused: readonly RefusedMessage[]): Promise<readonly Uuid[]>;
  /** Writes what became of occurrences and moves their schedules on. A second record of one throws. */
  record(runs: readonly RunRecord[]): Promise<void>;
  /** Sets schedules aside until there is a license. */
  awaitLicense(ids: readonly Uuid[]): Promise<void>;
  /** Takes up schedules again that waited for one of these features. Returns how many. */
  licenseCame(features: readonly Feature[]): Promise<number>;
  /** Lets a schedule that cannot be run wait while the others go on. */
  putOff(id: Uuid, seconds: number, error: string): Promise<void>;
};
