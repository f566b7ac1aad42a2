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

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Runs `step` again and again. A step returns milliseconds until it wants to run without being woken; 0 means at
 * once. A step that throws (the database is away) is logged and tried again with growing pauses.
 */
export function workerLoop(options: {
  readonly name: string;
  readonly log: Log;
  readonly random: () => number;
  readonly step: () => Promise<number>;
}): WorkerLoop {
  const wakeup = signal();
  let running: Promise<void> | null = null;
  let stopping = false;

  async function loop(): Promise<void> {
    let failures = 0;
    while (!stopping) {
      let pause: number;
      try {
        pause = await options.step();
        failures = 0;
      } catch (error) {
        failures += 1;
        pause = backoff(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, options.random());
        options.log("warn", `${options.name} will try again`, { error: errorWords(error), pauseMs: pause });
      }
      if (pause > 0 && !stopping) await wakeup.wait(pause);
    }
  }

  return {
    name: options.name,
    start() {
      running ??= loop();
    },
    wake: wakeup.notify,
    async stop() {
      stopping = true;
      wakeup.notify();
      await running;
    },
  };
}
