import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Runs `work` in no context that its caller runs in: what a call starts and leaves running (a loop, a socket) must not
 * stay in the call's transaction forever.
 */
export const outsideContext: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();
