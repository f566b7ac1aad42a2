/** How far the changes of a shop's orders were looked through. One node looks at a time. */
export type ShopLookStore = {
  /**
   * Takes the next look, where it is due. The first one ever begins with what changes from now on.
   *
   * @returns milliseconds since 1970 from which on to look; null: it is not due, or somebody else looks
   */
  claim(shop: string, leaseMs: number): Promise<number | null>;
  /** Everything changed before that moment was looked at; the lease goes on. */
  advance(shop: string, since: number, leaseMs: number): Promise<void>;
};
