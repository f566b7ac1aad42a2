import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Whether a message may still be sent: called immediately before its first byte is written. Once it has returned false,
 * nothing of the message has been written, and nothing will be.
 */
export type MayLeave = () => boolean;

/** The code of an exchange that was stopped here: not one byte of it was written. */
export const HELD_BACK = "HELD_BACK";

/** Not one byte of a request was written, and none will be: it had no connection. The cause says why. */
export class NotWritten extends Error {
  override readonly name = "NotWritten";

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

const currentCheck = new AsyncLocalStorage<MayLeave>();

/**
 * Runs `send` with a last check. Between the engine that decides and the socket that is written to are the adapters and
 * the queues for a connection and a window: the check must come after all of them, and no adapter can forget to pass it
 * on.
 */
export function withLastCheck<Result>(mayLeave: MayLeave, send: () => Result): Result {
  return currentCheck.run(mayLeave, send);
}

/**
 * The check for the message being sent here; a call that is not part of a message (a balance, a token) may always be
 * sent.
 */
export function lastCheck(): MayLeave {
  return currentCheck.getStore() ?? always;
}

const always: MayLeave = () => true;
