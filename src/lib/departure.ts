import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Whether what is being sent may still leave: asked directly before its first byte is written. Once it has answered with
 * false, nothing of it was written, and nothing is.
 */
export type MayLeave = () => boolean;

/** The code of an exchange that was held back here: not one byte of it was written. */
export const HELD_BACK = "HELD_BACK";

const asked = new AsyncLocalStorage<MayLeave>();

/**
 * Sends with a last gate. Between the engine that decides and the socket that is written to lie the adapters, queues for
 * a connection and a window: the question must be asked behind all of them, and no adapter can forget to hand it on.
 */
export function withDeparture<Result>(mayLeave: MayLeave, send: () => Result): Result {
  return asked.run(mayLeave, send);
}

/** The gate of what is being sent here; what is no text of a message (a balance, a token) may always leave. */
export function departure(): MayLeave {
  return asked.getStore() ?? always;
}

const always: MayLeave = () => true;
