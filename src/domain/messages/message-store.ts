import type { EarlierRun, IdempotencyKey } from "./idempotency-store.ts";
import type { Accepted, NewMessage } from "./message.ts";

/** A caller's Idempotency-Key, hashed, and the function that makes the response once the message has an id. */
export type IdempotentReply = IdempotencyKey & {
  readonly reply: (accepted: Accepted) => { status: number; body: string };
};

/** One message to accept. */
export type AcceptCall = { readonly message: NewMessage; readonly idempotent?: IdempotentReply | undefined };

/** The failure of one call while others were written. */
export type AcceptFailure = { readonly kind: "failed"; readonly error: unknown };

export type AcceptResult =
  | { readonly kind: "accepted"; readonly message: Accepted }
  /** Everyone named in the call replied STOP; nothing was stored. */
  | { readonly kind: "no_recipients"; readonly suppressed: number }
  | EarlierRun;

export type MessageStore = {
  /**
   * Resolves when the message, its deliveries and its place in the queue are committed and flushed; inside a
   * transaction, when they are written. Requests that arrive together share a transaction.
   */
  accept(message: NewMessage, idempotent?: IdempotentReply): Promise<AcceptResult>;
  /**
   * The same for each of many calls, outside a transaction. It never throws: a call may fail while others are written.
   * Results in order.
   */
  acceptEach(calls: readonly AcceptCall[]): Promise<readonly (AcceptResult | AcceptFailure)[]>;
  /** Many messages in one statement, some hundreds at most; inside a transaction, as part of it. Results in order. */
  acceptAll(messages: readonly NewMessage[]): Promise<readonly AcceptResult[]>;
};
