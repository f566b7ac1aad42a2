import type { Phone } from "../recipients/phone.ts";

/** What a record states. `left` ends one purpose, `blocked` ends all marketing, `lifted` ends a block. */
export const consentKinds = ["requested", "confirmed", "subscribed", "imported", "left", "blocked", "lifted"] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** How a record came about. */
export type Evidence = {
  /** Where it originated: "api", "sms", "page", "console", "import", "wordpress". */
  readonly source: string;
  /** Principal of the caller; null if the person acted alone. */
  readonly actor: string | null;
  readonly ip: string | null;
};

/** What the person saw, or wrote. */
export type Wording = {
  readonly text: string;
  readonly version?: string | undefined;
  /** BCP 47, such as "de-AT". */
  readonly language?: string | undefined;
};

/** A record to be appended. */
export type ConsentEntry = {
  readonly phone: Phone;
  readonly name?: string | undefined;
  /** null: all marketing. */
  readonly groupId: number | null;
  readonly kind: ConsentKind;
  readonly wording?: Wording | undefined;
  readonly evidence: Evidence;
};

/** A record as it is read. The personal fields are null after an erasure. */
export type ConsentRecord = Evidence & {
  readonly id: number;
  readonly groupId: number | null;
  readonly kind: ConsentKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly wording: string | null;
  readonly wordingVersion: string | null;
  readonly language: string | null;
};
