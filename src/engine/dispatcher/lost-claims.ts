import { backoff } from "#lib/backoff";
import { errorWords } from "#lib/error-words";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import type { DispatcherDeps } from "./options.ts";
import { attend, type DispatcherState } from "./state.ts";

/** After this, a statement whose answer was lost has ended, too: the server ends each one after ten seconds. */
const OVER_MS = 11 * second;

/**
 * Handles a claim that marks and got no answer: it is unknown what it leased, so everything under its name goes back to
 * the queue, at once and again when the statement can no longer be running. What is not released within the time of a
 * lease ends in doubt when it is next claimed.
 */
export function lostClaims(
  { queue, random, log, via, leaseMs }: DispatcherDeps & { leaseMs: number },
  state: DispatcherState,
) {
  const waiting = new Set<ReturnType<typeof signal>>();

  async function pause(ms: number): Promise<void> {
    const wakeup = signal();
    waiting.add(wakeup);
    if (state.stopping) wakeup.notify();
    await wakeup.wait(ms);
    waiting.delete(wakeup);
  }

  async function until(owner: string): Promise<void> {
    for (let attempt = 1, waited = 0; !state.abandoned && waited < leaseMs; attempt += 1) {
      try {
        return await queue.unclaim(owner);
      } catch (error) {
        log("warn", "an unanswered claim will be undone", { gateway: via.name, error: errorWords(error) });
        const ms = backoff(attempt, 100, second, random());
        waited += ms;
        await pause(ms);
      }
    }
  }

  async function undo(owner: string): Promise<void> {
    await until(owner);
    if (state.stopping) return;
    await pause(OVER_MS);
    await until(owner);
  }

  return {
    undo(owner: string): void {
      attend(state, undo(owner));
    },
    /** A stop does not wait for statements whose result nothing uses. */
    end(): void {
      for (const wakeup of waiting) wakeup.notify();
    },
  };
}
