export type RollUpStore = {
  /** Which of them have deltas. */
  waiting(): Promise<{ readonly log: boolean; readonly progress: boolean; readonly stats: boolean }>;
  /** Moves up to `limit` counted deltas into the totals, in one statement. Returns how many. */
  fold(limit: number): Promise<number>;
  /** The same for the progress of messages. */
  foldProgress(limit: number): Promise<number>;
  /** The same for the statistics. */
  foldStats(limit: number): Promise<number>;
};
