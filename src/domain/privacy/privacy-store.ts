import type { Phone } from "../recipients/phone.ts";

/** Kinds of what can be held about a number, in the order in which they are told. */
export const heldKinds = [
  "subscriber",
  "consent",
  "customer",
  "user",
  "suppression",
  "order_notice",
  "schedule",
  "inbound",
  "outbox",
] as const;

export type HeldKind = (typeof heldKinds)[number];

/** One thing that is held. `data` are its fields, times as RFC 3339 in UTC. */
export type HeldItem = {
  readonly kind: HeldKind;
  /** Its place among those of its kind: what a page ends with, the next one begins behind. */
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type PrivacyStore = {
  /** How many of each kind are held about a number; of each at most so many are counted. */
  count(phone: Phone, atMost: number): Promise<Readonly<Record<HeldKind, number>>>;
  /** The next things of one kind, behind `after`; fewer than `limit` means that there are no more. */
  read(phone: Phone, kind: HeldKind, after: string | null, limit: number): Promise<readonly HeldItem[]>;
  /** Notes that somebody looked, without saying at whom. */
  looked(kind: "searched" | "exported", by: string): Promise<void>;
};
