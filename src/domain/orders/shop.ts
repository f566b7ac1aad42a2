/** An order of the shop, as far as notices need it. */
export type ShopOrder = {
  /**
   * Identifies the shop, "shop.example/tea": two shops may use the same order numbers. It stays the same if the shop
   * moves from http to https, or is reached at another address.
   */
  readonly shop: string;
  readonly id: number;
  /** The shop's own name for it: "processing", "completed", … */
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** When it entered its status, if the shop stores that. */
  readonly reachedAt: number | null;
  /** As the buyer wrote it. */
  readonly phone: string | null;
  /** ISO 3166 code of the billing address. */
  readonly country: string | null;
  /** The buyer's answer about messages; null: none. */
  readonly optIn: boolean | null;
  /** False: it exceeds the size that is read, and neither buyer nor goods nor the buyer's consent are known. */
  readonly isWhole: boolean;
  /** The value of each variable of a notice. */
  readonly values: ReadonlyMap<string, string>;
};

/** The kind of a call from the shop. */
export type ShopCall =
  | { readonly kind: "order"; readonly order: ShopOrder }
  /** The shop tests whether the service is reachable. */
  | { readonly kind: "ping" }
  /** Something irrelevant to notices. */
  | { readonly kind: "other" }
  | { readonly kind: "forged" }
  /** Correctly signed, by a shop other than the one at `home`. */
  | { readonly kind: "foreign"; readonly home: string }
  /** Correctly signed, but not an order. `why`: what an administrator of the shop can do about it. */
  | { readonly kind: "unreadable"; readonly why: string };

/** Calls that the shop makes when an order changes. */
export type ShopWebhook = {
  /** As it appears in the path: "woocommerce". */
  readonly name: string;
  /** The body byte for byte: it is signed. */
  read(header: (name: string) => string | null, body: Uint8Array): ShopCall;
};

/**
 * How far changes were read: all before `since` (milliseconds since 1970), and the first `skip` from that second on.
 */
export type ChangesPlace = { readonly since: number; readonly skip: number };

/** Reads orders by the time of their last change, to find those whose call was lost. */
export type ShopOrders = {
  readonly shop: string;
  /**
   * Orders changed at that moment or later, the oldest change first; some may be on two pages.
   *
   * @returns where to continue; `next` null: that was all
   */
  changed(place: ChangesPlace): Promise<{ readonly orders: readonly ShopOrder[]; readonly next: ChangesPlace | null }>;
};
