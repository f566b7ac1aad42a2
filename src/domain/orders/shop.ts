/** An order of the shop, as far as notices need it. */
export type ShopOrder = {
  /**
   * What the shop is known by, "shop.example/tea": two shops may number their orders alike. It stays the same where the
   * shop goes from http to https, or is reached by another address.
   */
  readonly shop: string;
  readonly id: number;
  /** The shop's own word: "processing", "completed", … */
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** When it came into its status, where the shop keeps that. */
  readonly reachedAt: number | null;
  /** As the buyer wrote it. */
  readonly phone: string | null;
  /** ISO 3166 code of the billing address. */
  readonly country: string | null;
  /** What the buyer said about texts; null: nothing. */
  readonly optIn: boolean | null;
  /** False: it is longer than what is read of a shop, and neither buyer nor goods nor what the buyer said is known. */
  readonly isWhole: boolean;
  /** What each variable of a notice stands for. */
  readonly values: ReadonlyMap<string, string>;
};

/** What a call of the shop turned out to be. */
export type ShopCall =
  | { readonly kind: "order"; readonly order: ShopOrder }
  /** The shop tries whether anybody is there. */
  | { readonly kind: "ping" }
  /** Something that notices have nothing to do with. */
  | { readonly kind: "other" }
  | { readonly kind: "forged" }
  /** Rightly signed, by another shop than the one at `home`. */
  | { readonly kind: "foreign"; readonly home: string }
  /** Rightly signed, and no order. `why`: what an administrator of the shop can do about it. */
  | { readonly kind: "unreadable"; readonly why: string };

/** Calls that the shop makes when an order changes. */
export type ShopWebhook = {
  /** As it stands in the path: "woocommerce". */
  readonly name: string;
  /** The body byte for byte: it is signed. */
  read(header: (name: string) => string | null, body: Uint8Array): ShopCall;
};

/** How far changes were read: those up to `since` (milliseconds since 1970), and so many from that second on. */
export type ChangesPlace = { readonly since: number; readonly skip: number };

/** Orders by the time of their last change, for those whose call was lost. */
export type ShopOrders = {
  readonly shop: string;
  /**
   * Orders changed at that moment or later, the oldest change first; some may be on two pages.
   *
   * @returns where to read on; `next` null: that was all
   */
  changed(place: ChangesPlace): Promise<{ readonly orders: readonly ShopOrder[]; readonly next: ChangesPlace | null }>;
};
