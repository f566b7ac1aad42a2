import { backoff } from "#lib/backoff";
import { signal } from "#lib/signal";

import { failureLog } from "./failure-log.ts";
import type { LoopDeps } from "./worker-loop.ts";

/**
 * Retries a write, so that an outcome from outside is not lost while the database is unavailable.
 *
 * @param options.over whether the failed attempt was the last one; then it throws
 * @param options.what for the log, as `detail`
 */
export async function retryWrite<T>(
  write: () => Promise<T>,
  options: LoopDeps & {
    readonly over: () => boolean;
    readonly what: string;
    readonly detail: Readonly<Record<string, unknown>>;
  },
): Promise<T> {
  const { what, detail } = options;
  const outage = failureLog(options.log, { fails: `${what} will be retried`, works: `${what} recovered` });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const written = await write();
      outage.worked(detail);
      return written;
    } catch (error) {
      if (options.over()) throw error;
      const pause = backoff(attempt, 100, 5_000, options.random());
      outage.failed(detail, error, pause);
      await signal().wait(pause);
    }
  }
}
