/** How far the changes of a shop's orders have been read. One node reads at a time. */
export type ShopPollStore = {
  /**
   * Claims the next read, if it is due. The very first one starts with changes from now on.
   *
   * @returns milliseconds since 1970 from which to read; null: it is not due, or another node is reading
   */
  claim(shop: string, leaseMs: number): Promise<number | null>;
  /** Everything changed before that moment has been read; the lease is prolonged. */
  advance(shop: string, since: number, leaseMs: number): Promise<void>;
};
