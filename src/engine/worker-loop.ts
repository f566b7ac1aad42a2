import { backoff } from "#lib/backoff";
import { errorWords } from "#lib/error-words";
import type { Log } from "#lib/log";
import { signal } from "#lib/signal";

/** A loop of the engine: started once, woken when there may be work, stopped when it has put its work down. */
export type WorkerLoop = {
  readonly name: string;
  start(): void;
  wake(): void;
  stop(): Promise<void>;
};

/** What every loop is given. */
export type LoopDeps = { readonly log: Log; readonly random: () => number };

type LoopOptions = LoopDeps & {
  readonly name: string;
  /** After a failure; 10 s unless told. */
  readonly longestPauseMs?: number;
};

export const FIRST_PAUSE_MS = 200;
export const LONGEST_PAUSE_MS = 10_000;

/**
 * Runs `step` again and again. A step returns milliseconds until it wants to run without being woken; 0 means at
 * once. A step that throws (the database is away) is logged and tried again with growing pauses.
 *
 * @param options.step is told by `stopping` to end what takes long
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
    while (!stop.signal.aborted) {
      let pause: number;
      try {
        pause = await options.step(stop.signal);
        failures = 0;
      } catch (error) {
        failures += 1;
        pause = backoff(failures, FIRST_PAUSE_MS, longestPauseMs, options.random());
        options.log("warn", `${options.name} will try again`, { error: errorWords(error), pauseMs: pause });
      }
      if (pause > 0 && !stop.signal.aborted) await wakeup.wait(pause);
    }
  }

  return {
    name: options.name,
    start() {
      running ??= loop();
    },
    wake: wakeup.notify,
    async stop() {
      stop.abort();
      wakeup.notify();
      await running;
    },
  };
}

/** Does the same at once and then at a distance of `everyMs`, or when it is woken. */
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
