import type { Phone } from "../recipients/phone.ts";

/** The sender of a suppression that concerns all of them. */
export const ALL_SENDERS = "";

/** What a simulated reply adds has a source that no gateway can have as its name: this, and the sandbox's name. */
export const SIMULATED = "sandbox:";

/**
 * `opt_out`: the person wants nothing. `block`: an operator decided that nothing is sent. `maybe_opt_out`: a reply that
 * may be an opt-out; marketing waits until a person decides.
 */
export const suppressionKinds = ["opt_out", "block", "maybe_opt_out"] as const;
export type SuppressionKind = (typeof suppressionKinds)[number];

/** What identifies an entry: a number may be blocked and have opted out, of several senders. */
export type SuppressionKey = {
  readonly phone: Phone;
  /** As {@link senderKey} writes it; {@link ALL_SENDERS}: all. */
  readonly sender: string;
  readonly kind: SuppressionKind;
};

export type NewSuppression = SuppressionKey & {
  readonly reason: string;
  /** Where it originated: a gateway's name, "api", "console", "import". */
  readonly source: string;
  /** Principal of who added it; null: the person, or the provider in their name. */
  readonly addedBy: string | null;
};

export type Suppression = NewSuppression & {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The time of the person's last request: when they sent the reply, or when it arrived. */
  readonly requestedAt: number;
};

/** The filter; null: anything. */
export type SuppressionFilter = {
  /** Part of the number. */
  readonly search: string | null;
  readonly kind: SuppressionKind | null;
  /** Part of the reason. */
  readonly reason: string | null;
  readonly source: string | null;
  /** As {@link senderKey} writes it. */
  readonly sender: string | null;
  /** Only entries with a smaller id. */
  readonly before: number | null;
  readonly limit: number;
};

/** Who decided that a suppression ends, and why. */
export type Lift = {
  readonly reason: string;
  readonly liftedBy: string | null;
  readonly source: string;
  /** The person's new consent, if they had opted out. */
  readonly consent: LiftConsent | null;
};

export type LiftConsent = {
  /** Who gave it, in words: "the owner of the number, by telephone". */
  readonly givenBy: string;
  /** Milliseconds since 1970. */
  readonly givenAt: number;
  /** How it can be proved: a form, a recording, a letter. */
  readonly evidence: string;
};

/** The list of numbers that get nothing. Nothing removes an entry but a lift. */
export type SuppressionStore = {
  /** Newest first. */
  list(filter: SuppressionFilter): Promise<readonly Suppression[]>;
  /** All entries of a number, locked until the transaction ends. */
  lock(phone: Phone): Promise<readonly Suppression[]>;
  /** null: there is none with this id. */
  find(id: number): Promise<Suppression | null>;
  /**
   * Adds those that are not on the list, in one statement; an entry of a simulated reply is replaced by a real one.
   * Returns the new ones.
   */
  add(entries: readonly NewSuppression[]): Promise<readonly Suppression[]>;
  /**
   * Records that the person requested an entry, including one that was on the list before.
   *
   * @param sentAt milliseconds since 1970; null or a time to come: now
   */
  noteRequest(key: SuppressionKey, sentAt: number | null): Promise<void>;
  /** Removes entries of locked numbers. */
  lift(entries: readonly Suppression[], lift: Lift): Promise<void>;
  /** Lifts what doubtful replies of these numbers to a sender set ({@link ALL_SENDERS}: to any). */
  settleDoubts(phones: readonly Phone[], sender: string, lift: Lift): Promise<void>;
  /** Whether this number, or the other one of its phone, got a message of that sender, among the latest that it got. */
  wasSentBy(phone: Phone, sender: string): Promise<boolean>;
};
