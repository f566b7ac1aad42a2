export type RollUpStore = {
  /** Moves up to `limit` counted deltas into the totals, in one statement. Returns how many. */
  fold(limit: number): Promise<number>;
};
