import type { Inbound } from "../gateways/gateway.ts";

/** One part of a long message, which the provider delivers by itself. */
export type InboundPart = {
  readonly gateway: string;
  /** As in {@link IncomingText}. */
  readonly sender: string;
  /** What distinguishes it from all other parts of its gateway. */
  readonly identity: string;
  readonly inbound: Inbound;
  /** The provider's reference of the message, its number of parts, and which this is, from 1. */
  readonly part: NonNullable<Inbound["part"]>;
};

/** What is there of a message: `parts` has its content by the number of the part. */
export type JoinedParts = {
  readonly gateway: string;
  readonly total: number;
  readonly sender: string;
  readonly recipient: string;
  readonly parts: ReadonlyMap<number, { readonly text: string; readonly identity: string; readonly at: string | null }>;
  /** Parts that were passed on before: too late, or of this message. */
  readonly passed: ReadonlySet<number>;
};

export type PartStore = {
  /**
   * Stores a part and returns the messages that are now to be passed on: its own if nothing is missing, and before it one
   * with the same reference that never became complete. A repeated part returns none. Only inside a transaction, which
   * others with parts of the same message wait for.
   */
  add(part: InboundPart): Promise<readonly JoinedParts[]>;
  /** A message that has waited long enough for its missing parts; null: there is none. As above. */
  takeOverdue(): Promise<JoinedParts | null>;
  /** Whether there is one. */
  hasOverdue(): Promise<boolean>;
  /** Deletes what shows that providers repeat parts, once they no longer do. */
  forgetOld(): Promise<void>;
};
