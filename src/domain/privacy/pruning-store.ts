/** Minimum number of days for which data is kept, by the configuration; null: forever. */
export type ConfiguredRetention = {
  /** Messages, their deliveries, events and counts, runs of schedules, ended schedules, decisions about orders. */
  readonly log: number | null;
  readonly inbox: number | null;
  readonly webhookDeliveries: number | null;
};

/** The same for everything that is deleted by age. */
export type Kept = ConfiguredRetention & {
  /** Texts and media of messages that have ended; null: as long as the log. */
  readonly texts: number | null;
  /** Keys of people whose last consent ended; null: forever. */
  readonly consents: number | null;
  readonly jobs: number;
};

/** A stored month of the log: milliseconds since 1970, from (inclusive) to (exclusive). */
export type LogMonth = { readonly from: number; readonly to: number };

/** What one step removed, and where the next one begins; `next` null: the end of the table. */
export type Step = { readonly removed: number; readonly next: string | null };

/** One step through a table in key order; `after` is "" at the beginning. Stops at rows that are too recent. */
export type Walk = (days: number, after: string, limit: number) => Promise<Step>;

/** Deletes old data. Each call is a transaction of its own and processes one batch. */
export type PruningStore = {
  /** Idempotency keys that were kept for the promised time. Returns the number of rows deleted. */
  pruneIdempotencyKeys(hours: number, limit: number): Promise<number>;
  /**
   * Sessions that have expired, with the sign-ins that were not completed and the setup links. Returns how many
   * sessions.
   */
  pruneSessions(limit: number): Promise<number>;
  /** Webhook deliveries of that age, successful or not. */
  pruneWebhookDeliveries: Walk;
  pruneInbox: Walk;
  /** What incoming messages of that age left in the event log: number, text and media. Resumes where it ended. */
  pruneInboundEvents: Walk;
  /**
   * Texts and media of messages that ended that long ago, the personal ones too. The entries stay. Continues where it
   * ended, on any node; a message that was still open then gets its turn once it has ended.
   */
  pruneTexts: Walk;
  /** Texts of schedules that ended that long ago. */
  pruneScheduleTexts: Walk;
  /** Completed occurrences; a schedule never returns to one. */
  pruneScheduleRuns: Walk;
  /** Schedules that have ended and have no runs left. */
  pruneSchedules: Walk;
  /** Frozen audiences that no schedule uses any more and that are not being read. */
  pruneFrozenSets(after: string, limit: number): Promise<Step>;
  /** Decisions about order notices. The fact that a decision was made is kept, or it would be made again. */
  pruneOrderDecisions: Walk;
  /**
   * Keys of the consent ledger of people who have agreed to nothing for that long, are no subscribers, and are in no
   * entry of the log. Their records stay, but cannot be read.
   */
  pruneConsents: Walk;
  /** Jobs that ended that long ago. */
  pruneJobs: Walk;
  /** Who joined by bulk actions that ended that long ago and are not being taken back. Returns how many. */
  pruneBulkJoins(hours: number, limit: number): Promise<number>;
  /** Files whose upload was broken off, and people of imports that were canceled or failed. Returns how many people. */
  pruneImportLeftovers(limit: number): Promise<number>;
  /** Months that ended that long ago and are not referenced by anything that may still change, oldest first. */
  oldMonths(days: number): Promise<readonly LogMonth[]>;
  /** Messages of such a month. Once they are deleted, its deliveries cannot be found any more. */
  pruneMessages(month: LogMonth, after: string, limit: number): Promise<Step>;
  /**
   * Drops the month's deliveries, events and counts. Waits at most a fifth of a second for readers.
   *
   * @returns false: it was being read or backed up, or something references it again
   */
  dropMonth(month: LogMonth): Promise<boolean>;
  /** Drops the daily partitions of provider ids. Returns false if one was in use. */
  dropReferences(days: number): Promise<boolean>;
  /** Shared chunks of the queue that no node serves and of which nothing is needed any more. Returns how many. */
  pruneDeadChunks(limit: number): Promise<number>;
  /** Hours of the statistics that are that old; their days stay. Returns how many. */
  pruneStatHours(days: number, limit: number): Promise<number>;
  /** Shares of a gateway's calls that belong to nodes that are gone. */
  pruneShares(): Promise<void>;
  /** Deleted gateways for which receipts are no longer received, with their secrets. */
  pruneRemovedGateways(): Promise<void>;
  /** Last messages of people who got none for longer than the longest window of a frequency cap. Returns how many. */
  pruneContacts(hours: number, limit: number): Promise<number>;
  /** Daily counts of order notices per number, for days that have ended in every time zone. */
  pruneNoticeDays(): Promise<void>;
  /** Codes that no limit counts any more, and those from the time before the clock was set back. Returns how many. */
  pruneCodeRequests(limit: number): Promise<number>;
  /** One-time passwords that have expired. Returns how many. */
  pruneOneTimePasswords(limit: number): Promise<number>;
  /** Uploaded files of that age which no unfinished message or schedule uses. Returns how many. */
  pruneMedia(days: number, limit: number): Promise<number>;
  /** Prepared texts of messages that ended before their deliveries were written. Returns how many. */
  prunePreparedTexts(limit: number): Promise<number>;
  /** Creates the partitions that will be needed soon. */
  ensurePartitions(): Promise<void>;
};
