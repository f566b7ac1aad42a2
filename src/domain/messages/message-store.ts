import type { EarlierRun, IdempotencyKey } from "./idempotency-store.ts";
import type { Accepted, NewMessage } from "./message.ts";

/** A caller's Idempotency-Key, hashed, and the function that makes the response once the message has an id. */
export type IdempotentReply = IdempotencyKey & {
  readonly reply: (accepted: Accepted) => { status: number; body: string };
};

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
  /** Many messages in one statement, some hundreds at most; inside a transaction, as part of it. Results in order. */
  acceptAll(messages: readonly NewMessage[]): Promise<readonly AcceptResult[]>;
};
