import { backoff } from "#lib/backoff";
import type { Log } from "#lib/log";
import { outsideContext } from "#lib/outside-context";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import { failureLog } from "./failure-log.ts";

/** A loop of the engine: started once, woken when there may be work, stopped when it has released its work. */
export type WorkerLoop = {
  readonly name: string;
  start(): void;
  wake(): void;
  stop(): Promise<void>;
};

/** Dependencies of every loop. */
export type LoopDeps = { readonly log: Log; readonly random: () => number };

type LoopOptions = LoopDeps & {
  readonly name: string;
  /** Longest pause after failures; 10 s by default. */
  readonly longestPauseMs?: number;
};

export const FIRST_PAUSE_MS = 200;
export const LONGEST_PAUSE_MS = 10_000;
/** How long a loop that the due watch wakes waits for that: longer than any pause of the watch. */
export const IDLE_MS = 30 * second;

/**
 * How long such a loop waits for its next work.
 *
 * @param dueMs until something is due; null if nothing waits, as far as this node knows
 */
export const untilDue = (dueMs: number | null): number => Math.max(1, Math.min(IDLE_MS, dueMs ?? IDLE_MS));

/**
 * Runs `step` repeatedly. A step returns milliseconds until it should run without being woken; 0 means at once. A step
 * that throws (the database is unavailable) is logged and retried with growing pauses.
 *
 * @param options.step receives `stopping`, on which it must end anything that takes long
 */
export function workerLoop(
  options: LoopOptions & { readonly step: (stopping: AbortSignal) => Promise<number> },
): WorkerLoop {
  const { longestPauseMs = LONGEST_PAUSE_MS } = options;
  const wakeup = signal();
  const stop = new AbortController();
  let running: Promise<void> | null = null;

  async function loop(): Promise<void> {
    let failures = 0;
    const outage = failureLog(options.log, {
      fails: `${options.name} will retry`,
      works: `${options.name} recovered`,
    });
    while (!stop.signal.aborted) {
      let pause: number;
      try {
        pause = await options.step(stop.signal);
        failures = 0;
        outage.worked();
      } catch (error) {
        failures += 1;
        pause = backoff(failures, FIRST_PAUSE_MS, longestPauseMs, options.random());
        outage.failed({ pauseMs: pause }, error, pause);
      }
      if (pause > 0 && !stop.signal.aborted) await wakeup.wait(pause);
    }
  }

  return {
    name: options.name,
    start() {
      running ??= outsideContext(loop);
    },
    wake: wakeup.notify,
    async stop() {
      stop.abort();
      wakeup.notify();
      await running;
    },
  };
}

/** Interval between the starts of two loops: by then most have run their first statement. */
const START_GAP_MS = 15;

/**
 * Starts loops one after the other. If all started at once, most would open a database session for their first
 * statement: 20 sessions after a start, instead of 11. Each session costs the server a process.
 *
 * @returns a function that ends it: loops that have not started by then do not start
 */
export function startInTurn(loops: readonly Pick<WorkerLoop, "start">[]): () => void {
  const waiting = [...loops];
  const next = (): void => {
    waiting.shift()?.start();
    if (waiting.length === 0) clearInterval(turns);
  };
  const turns = setInterval(next, START_GAP_MS);
  next();
  return () => clearInterval(turns);
}

/** Runs a step at once and then every `everyMs`, or when woken. */
export function periodic(
  options: LoopOptions & { readonly everyMs: number; readonly work: () => Promise<unknown> },
): WorkerLoop {
  return workerLoop({
    ...options,
    async step() {
      await options.work();
      return options.everyMs;
    },
  });
}
