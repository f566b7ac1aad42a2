import { backoff } from "#lib/backoff";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import { failureLog } from "../failure-log.ts";
import type { LeasingDeps } from "./options.ts";
import { awaitOnStop, type DispatcherState } from "./state.ts";

/**
 * After this time, a statement whose answer was lost has ended, too: the server ends every statement after ten seconds.
 */
const OVER_MS = 11 * second;

/**
 * Handles a claim that marks and got no answer: it is unknown what it leased, so everything under its name goes back to
 * the queue, at once and again when the statement can no longer be running. What is not released within the time of a
 * lease ends in doubt when it is next claimed.
 */
export function lostClaims({ queue, random, log, via, leaseMs }: LeasingDeps, state: DispatcherState) {
  const waiting = new Set<ReturnType<typeof signal>>();
  const outage = failureLog(log, {
    fails: "unanswered claims will be undone",
    works: "unanswered claims were undone",
  });
  let undoing = 0;

  async function pause(ms: number): Promise<void> {
    const wakeup = signal();
    waiting.add(wakeup);
    if (state.stopping) wakeup.notify();
    await wakeup.wait(ms);
    waiting.delete(wakeup);
  }

  async function unclaim(owner: string): Promise<void> {
    undoing += 1;
    for (let attempt = 1, waited = 0; !state.abandoned && waited < leaseMs; attempt += 1) {
      try {
        await queue.unclaim(owner);
        outage.worked({ gateway: via.name });
        break;
      } catch (error) {
        const ms = backoff(attempt, 100, second, random());
        waited += ms;
        // They fail together, and each waits: the outage costs one of these pauses, not their sum.
        outage.failed({ gateway: via.name, claims: undoing }, error, ms / undoing);
        await pause(ms);
      }
    }
    undoing -= 1;
    if (undoing === 0) outage.gaveUp();
  }

  async function undo(owner: string): Promise<void> {
    await unclaim(owner);
    if (state.stopping) return;
    await pause(OVER_MS);
    await unclaim(owner);
  }

  return {
    undo(owner: string): void {
      awaitOnStop(state, undo(owner));
    },
    /** A stop does not wait for statements whose result nothing uses. */
    end(): void {
      for (const wakeup of waiting) wakeup.notify();
    },
  };
}
