/** What a provider counts. */
export const rateUnits = ["segment", "message"] as const;
export type RateUnit = (typeof rateUnits)[number];

/** A request to send soon: `units` are segments or messages, whichever the limit counts. */
export type SlotRequest = {
  /** What the limit applies to: `gateway:<name>`, `message:<id>`. */
  readonly key: string;
  /** Units per second. null: the current rate of the message. */
  readonly rate: number | null;
  /** Units that are waiting. */
  readonly units: number;
  /** Units of the first item: it is granted whole. */
  readonly least: number;
};

/** The response to a request. Times are milliseconds since 1970, database time. */
export type Slots = {
  readonly key: string;
  /** Units that may be sent, evenly from `from` on; 0: none yet. Infinity: there is no longer a limit. */
  readonly units: number;
  readonly from: number;
  /** Units per second. */
  readonly rate: number;
  /** For `units` 0: milliseconds after which to ask again. */
  readonly waitMs: number;
};

/** Limits that all nodes share. */
export type Throttles = {
  /**
   * Reserves a slice of each limit. A slice begins soon or is not granted, so that no node holds what it cannot use.
   */
  reserve(requests: readonly SlotRequest[]): Promise<readonly Slots[]>;
  /**
   * Reports how many calls this node has or wants in flight to a gateway whose limit all nodes share.
   *
   * @param total calls that all nodes together may have in flight
   * @param busy  calls that this node has in flight now
   * @param ttlMs how long the answer is valid without a new request
   * @returns calls that this node may have
   */
  share(gateway: string, owner: string, total: number, busy: number, ttlMs: number): Promise<number>;
  /** Gives up this node's share. */
  leave(gateway: string, owner: string): Promise<void>;
};
