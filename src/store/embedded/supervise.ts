import { setTimeout } from "node:timers/promises";

import { backoff } from "#lib/backoff";
import type { Log } from "#lib/log";

import type { Running } from "./postmaster.ts";

/** Watches one server. */
export type Supervisor = {
  current(): Running;
  /** Stops watching, then ends the server. */
  stop(millis: number): Promise<void>;
};

/**
 * Restarts the server whenever it dies, after 0.2 s at first and 10 s at most, until `stop` is called.
 *
 * @param restart starts a server that answers at the same address
 * @param end stops one within this many milliseconds
 */
export function supervise(
  first: Running,
  restart: () => Promise<Running>,
  end: (running: Running, millis: number) => Promise<void>,
  options: { log: Log; onState?: ((state: "up" | "down") => void) | undefined },
): Supervisor {
  const { log, onState } = options;
  const stopping = new AbortController();
  let running = first;
  let failures = 0;

  const bringBack = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      failures++;
      const wait = backoff(failures, 200, 10_000, 1);
      await setTimeout(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        running = await restart();
        return;
      } catch (error) {
        log("error", "the database server could not be restarted", {
          reason: error instanceof Error ? error.message : String(error),
          failures,
        });
      }
    }
  };

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // A server that ran for a minute gets a quick restart again.
      const steady = globalThis.setTimeout(() => (failures = 0), 60_000);
      steady.unref();
      const how = await Promise.race([running.gone, aborted(stopping.signal)]);
      clearTimeout(steady);
      if (stopping.signal.aborted) return;
      log("error", "the database server died; restarting it", { pid: running.pid, how });
      onState?.("down");
      await bringBack();
      if (stopping.signal.aborted) return;
      log("info", "the database server is running again", { pid: running.pid });
      onState?.("up");
    }
  };
  const watching = watch();

  return {
    current: () => running,
    async stop(millis) {
      stopping.abort();
      await watching;
      await end(running, millis);
    },
  };
}

const aborted = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve("stopping"), { once: true }));
