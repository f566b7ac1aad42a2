/** What somebody wants to send soon: `units` are segments or texts, whatever the limit counts. */
export type SlotRequest = {
  /** Who has the limit: `gateway:<name>`, `message:<id>`. */
  readonly key: string;
  /** Units a second. null: as the message says at this moment. */
  readonly rate: number | null;
  /** Units that wait. */
  readonly units: number;
  /** Units of what leaves first: it is given whole. */
  readonly least: number;
};

/** An answer to a request. Times are milliseconds since 1970, database time. */
export type Slots = {
  readonly key: string;
  /** Units that may leave, evenly from `from` on; 0: none yet. Infinity: there is no limit any more. */
  readonly units: number;
  readonly from: number;
  /** Units a second. */
  readonly rate: number;
  /** For `units` 0: milliseconds after which asking is worth while. */
  readonly waitMs: number;
};

/** Limits that all nodes share. */
export type Throttles = {
  /** Reserves a slice of each limit. A slice begins soon or is not given, so that nobody holds what he cannot use. */
  reserve(requests: readonly SlotRequest[]): Promise<readonly Slots[]>;
  /**
   * Says how many calls this node has or wants on the wire of a gateway whose limit all nodes share.
   *
   * @param total calls that all nodes together may have
   * @param busy  calls that this node has on the wire now
   * @param ttlMs how long the answer holds without being asked again
   * @returns calls that this node may have
   */
  share(gateway: string, owner: string, total: number, busy: number, ttlMs: number): Promise<number>;
  /** Ends this node's part. */
  leave(gateway: string, owner: string): Promise<void>;
};
