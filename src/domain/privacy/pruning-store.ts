/** Days for which things are kept at least; null: for ever. */
export type Kept = {
  /** Messages, their deliveries, events and counts, runs of schedules, ended schedules, decisions about orders. */
  readonly log: number | null;
  readonly inbox: number | null;
  readonly webhookDeliveries: number | null;
};

/** A month of the log, as it is stored: milliseconds since 1970, from (inclusive) to (exclusive). */
export type LogMonth = { readonly from: number; readonly to: number };

/** What one step took away, and where the next one begins; `next` null: the table is through. */
export type Step = { readonly removed: number; readonly next: string | null };

/** One step through a table in the order of its key; `after` is "" at the beginning. Ends at what is too young. */
export type Walk = (days: number, after: string, limit: number) => Promise<Step>;

/** What is thrown away with time. Each call is a transaction of its own and looks at one batch. */
export type PruningStore = {
  /** Idempotency keys that have been kept as long as was promised. Returns how many rows went. */
  endIdempotencyKeys(hours: number, limit: number): Promise<number>;
  endSessions(limit: number): Promise<number>;
  /** Tries of that age, delivered or not. */
  endWebhookDeliveries: Walk;
  endInbox: Walk;
  /** Decided occurrences; a schedule never comes back to one. */
  endScheduleRuns: Walk;
  /** Schedules that are over and of which no run is left. */
  endSchedules: Walk;
  /** Frozen audiences that no schedule has any more and nobody reads. */
  endFrozenSets(after: string, limit: number): Promise<Step>;
  /** What was decided about notices of orders. That it was decided stays known, or it would be decided again. */
  endOrderDecisions: Walk;
  /** Months that are over for so long and into which nothing points that may still move, the oldest first. */
  oldMonths(days: number): Promise<readonly LogMonth[]>;
  /** Messages of such a month. After them its deliveries are found by nobody. */
  endMessages(month: LogMonth, after: string, limit: number): Promise<Step>;
  /**
   * Drops the month's deliveries, events and counts. Waits a fifth of a second for readers at most.
   *
   * @returns false: it was being read or backed up, or something points into it again
   */
  dropMonth(month: LogMonth): Promise<boolean>;
  /** Drops the days of what providers call texts. Returns false where one was in use. */
  dropReferences(days: number): Promise<boolean>;
  /** Shared pieces of the queue that nobody serves and of which nothing is wanted any more. Returns how many. */
  endDeadChunks(limit: number): Promise<number>;
  /** Parts in a gateway's calls of nodes that are gone. */
  endShares(): Promise<void>;
  /** How many texts about orders a number got on days that are over everywhere. */
  endNoticeDays(): Promise<void>;
  /** Makes the partitions that will be needed soon. */
  ensurePartitions(): Promise<void>;
};
