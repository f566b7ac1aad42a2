import type { Uuid } from "#lib/ids";

import type { Feature } from "../license/license.ts";
import type { NewMessage } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { PauseReason } from "./owners.ts";
import type { Schedule, ScheduleRun, ScheduleState } from "./schedule.ts";

export type NewSchedule = Omit<
  Schedule,
  "runs" | "lastRun" | "lastError" | "version" | "owner" | "pauseReason" | "createdAt" | "updatedAt"
>;

/** The result of one occurrence, and its schedule's next run. */
export type RunRecord = {
  readonly scheduleId: Uuid;
  /** null: now, for a run that a caller requested. */
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

/** An occurrence that will not be sent, recorded so that the reason can be seen. */
export type RefusedMessage = {
  readonly scheduleId: Uuid;
  readonly message: NewMessage;
  readonly reason: string;
  readonly suppressed: number;
};

/**
 * Numbers that schedules of marketing name beside groups, and whose owners have left all of these groups that they were
 * in since the schedule was created. They leave its stored audience, too. By the id of the schedule; absent: none.
 */
export type LeftSince = (
  schedules: readonly Pick<Schedule, "id" | "message">[],
) => Promise<ReadonlyMap<Uuid, ReadonlySet<Phone>>>;

export type ScheduleStore = {
  create(schedule: NewSchedule): Promise<Schedule>;
  find(id: Uuid): Promise<Schedule | null>;
  /** Newest first. */
  list(page: { state: ScheduleState | null; before: Uuid | null; limit: number }): Promise<readonly Schedule[]>;
  /** The results of its occurrences, latest first. */
  runs(id: Uuid, page: { before: number | null; limit: number }): Promise<readonly ScheduleRun[]>;

  /**
   * Reads and locks a schedule: no one else can change or run it until the surrounding transaction ends. `now`: the
   * database's time, by which it is judged. A node's copy of that clock stands still while its machine is suspended.
   */
  lock(id: Uuid): Promise<{ readonly schedule: Schedule; readonly now: number } | null>;
  /** Saves a locked schedule, with its event. */
  save(schedule: Schedule, change: ScheduleChange): Promise<Schedule>;
  /** Deletes skips of future occurrences, because the schedule's times were changed. */
  forgetAhead(id: Uuid): Promise<void>;

  /**
   * Must be called before an audience is read to be stored: until the transaction ends, an erasure waits, so that it
   * covers the whole audience.
   */
  freezing(): Promise<void>;
  /** Adds a page of recipients to a set; existing entries stay unchanged. */
  freeze(set: Uuid, phones: readonly Phone[], found: { readonly viaGroup: boolean }): Promise<void>;
  /** Removes them from a set. */
  unfreeze(set: Uuid, phones: readonly Phone[]): Promise<void>;
  /** Those of a set who are in it for another reason than a group: direct numbers, users, roles, customers. */
  namedIn(set: Uuid): Promise<readonly Phone[]>;
  /** Number of recipients in a set. */
  frozen(set: Uuid): Promise<number>;

  /** Milliseconds until the next schedule is due; 0: one is due. null: there is none. */
  untilDue(): Promise<number | null>;
  /**
   * Locks schedules that are due: half the oldest, half the newest; fewer if they name many numbers. Only inside a
   * transaction. `now` as for `lock`.
   */
  claimDue(limit: number): Promise<{ readonly due: readonly Schedule[]; readonly now: number }>;
  /**
   * Locks recurring schedules whose last run is yet to come by the database's clock, in the order of their ids. Only
   * inside a transaction.
   */
  claimAhead(after: Uuid | null, limit: number): Promise<{ readonly ahead: readonly Schedule[]; readonly now: number }>;
  /**
   * Locks schedules that were made before `restoredAt` and have a run that is due, with or without a license. As above.
   */
  claimRestored(
    restoredAt: number,
    limit: number,
  ): Promise<{ readonly due: readonly Schedule[]; readonly now: number }>;
  /** Numbers whose erasure is not over, with the time of its request in milliseconds since 1970. */
  beingErased(): Promise<ReadonlyMap<Phone, number>>;
  /** Writes messages that failed before being sent. In the order of `refused`. */
  refuse(refused: readonly RefusedMessage[]): Promise<readonly Uuid[]>;
  /** Whether an occurrence has a result. */
  isDecided(id: Uuid, runAt: number): Promise<boolean>;
  /**
   * Writes the results of occurrences and advances their schedules. A second result of one throws, unless it is a skip:
   * that leaves the first one as it is.
   */
  record(runs: readonly RunRecord[]): Promise<void>;
  /** Pauses locked schedules whose owners may not send any more; their next runs stay. */
  pauseOf(schedules: readonly { readonly id: Uuid; readonly reason: PauseReason }[]): Promise<void>;
  /** Suspends schedules until there is a license. */
  awaitLicense(ids: readonly Uuid[]): Promise<void>;
  /** Resumes schedules that were waiting for one of these features. Returns how many. */
  resumeLicensed(features: readonly Feature[]): Promise<number>;
  /** Postpones a schedule that cannot be run, so that others continue. */
  putOff(id: Uuid, seconds: number, error: string): Promise<void>;
};
