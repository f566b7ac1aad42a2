import type { RequestLogSettings } from "#domain/requests/request-log-settings";
import type { LoggedRequest, RequestLogStore } from "#domain/requests/request-log";
import type { RequestRecorder } from "#domain/requests/request-recorder";
import { logFailure } from "#lib/log-failure";
import { hour, second, type Clock } from "#lib/time";

import { workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

const FLUSH_MS = second;
/** A change of the settings applies on every node within this time. */
const SETTINGS_MS = 5 * second;
/** Entries of one statement. */
const AT_ONCE = 500;
const PRUNED_AT_ONCE = 5_000;

export type RequestLogWriterDeps = LoopDeps & {
  readonly recorder: RequestRecorder;
  readonly store: Pick<RequestLogStore, "append" | "addSkipped" | "prune" | "forgetCallers">;
  readonly readSettings: () => Promise<RequestLogSettings>;
  /** Monotonic. */
  readonly clock: Clock;
};

/**
 * Stores once a second what this node has recorded of its calls, and deletes what has passed its retention. While the
 * database does not answer, the entries wait, as many as the recorder keeps.
 */
export function requestLogWriter(deps: RequestLogWriterDeps): WorkerLoop {
  const { recorder, store, readSettings, clock, log, random } = deps;
  let settings: RequestLogSettings | null = null;
  let settingsUntil = 0;
  let pruneAt = 0;

  async function applySettings(): Promise<RequestLogSettings> {
    settings = await readSettings();
    recorder.configure(settings);
    settingsUntil = clock.now() + SETTINGS_MS;
    return settings;
  }

  async function flush(): Promise<void> {
    for (;;) {
      const entries = recorder.take(AT_ONCE);
      if (entries.length === 0) break;
      const refused = await store.append(entries).catch((error: unknown) => {
        recorder.giveBack(entries);
        throw error;
      });
      if (refused.length > 0) leaveOut(refused);
      if (entries.length < AT_ONCE) break;
    }
    const skipped = recorder.takeSkipped();
    await store.addSkipped(skipped).catch((error: unknown) => {
      recorder.giveBackSkipped(skipped);
      throw error;
    });
  }

  /**
   * If they were put back, they would prevent everything behind them from being stored. They count as calls that were
   * not recorded.
   */
  function leaveOut(refused: readonly LoggedRequest[]): void {
    const routes = [...new Set(refused.map(({ method, route }) => `${method} ${route}`))].slice(0, 5);
    log("warn", "the database refuses calls, which are missing in the request log", { calls: refused.length, routes });
    const failed = refused.filter(({ status }) => status >= 400).length;
    recorder.giveBackSkipped({ succeeded: refused.length - failed, failed });
  }

  const loop = workerLoop({
    name: "request log",
    log,
    random,
    async step() {
      const current = settings === null || clock.now() >= settingsUntil ? await applySettings() : settings;
      await flush();
      if (clock.now() >= pruneAt) {
        const pruned = await store.prune(current, PRUNED_AT_ONCE);
        const forgotten = await store.forgetCallers(PRUNED_AT_ONCE);
        if (Math.max(pruned, forgotten) < PRUNED_AT_ONCE) pruneAt = clock.now() + hour;
      }
      return FLUSH_MS;
    },
  });

  return {
    ...loop,
    async stop() {
      await loop.stop();
      // It may end before its loop has run.
      const configured = settings === null ? applySettings() : Promise.resolve();
      await configured.then(flush).catch(logFailure(log, "the last calls are missing in the request log"));
    },
  };
}
