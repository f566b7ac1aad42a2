export type MembershipCounts = {
  /** Adds up to `limit` counts of sessions that ended to the totals. Returns how many. */
  fold(limit: number): Promise<number>;
};
