/**
 * When a number counts as unreachable: this many deliveries in a row ended in a permanent failure, and the last of them
 * was sent this long after the first. An outage, or a phone that was switched off for a weekend, does not make a number
 * bounce.
 */
export const BOUNCE = {
  failures: 3,
  apartDays: 2,
  /** Maximum deliveries of a number that are checked. */
  looksBack: 50,
} as const;

/**
 * Failures that concern the number, besides every `undelivered`: it does not exist. Only codes that mean this at any
 * gateway: another failure may be the message's or the account's.
 */
export const NO_SUCH_NUMBER = ["invalid_number", "invalid_receiver", "21211", "21614"] as const;

export type BounceStore = {
  /**
   * Looks at the log of up to `limit` numbers whose deliveries have ended, and decides whether they bounce: by what the
   * log contains now, in whatever order it was reported. A success ends the bounced state.
   *
   * @returns how many numbers were checked
   */
  judge(limit: number): Promise<number>;
};
