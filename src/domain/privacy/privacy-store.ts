import type { Phone } from "../recipients/phone.ts";

/** The kinds of records held about a number, in the order in which they are reported. */
export const heldKinds = [
  "subscriber",
  "consent",
  "form_request",
  "customer",
  "user",
  "suppression",
  "order_notice",
  "alert",
  "schedule",
  "inbound",
  "outbox",
] as const;

export type HeldKind = (typeof heldKinds)[number];

/** One record. `data` has its fields, with times in RFC 3339 and UTC. */
export type HeldItem = {
  readonly kind: HeldKind;
  /** Its position among records of its kind: the next page begins after the last key of a page. */
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type PrivacyStore = {
  /** Number of records of each kind held about a number; at most `atMost` of each are counted. */
  count(phone: Phone, atMost: number): Promise<Readonly<Record<HeldKind, number>>>;
  /** The next records of one kind, after `after`; fewer than `limit` means that there are no more. */
  read(phone: Phone, kind: HeldKind, after: string | null, limit: number): Promise<readonly HeldItem[]>;
  /** Records that someone's data was viewed, but not whose. */
  recordView(kind: "searched" | "exported", by: string): Promise<void>;
};
