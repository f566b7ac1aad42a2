import { backoff } from "#lib/backoff";
import { errorWords } from "#lib/error-words";
import { signal } from "#lib/signal";

import type { LoopDeps } from "./worker-loop.ts";

/**
 * Retries a write, so that an outcome from outside is not lost while the database is unavailable.
 *
 * @param options.over whether the failed attempt was the last one; then it throws
 * @param options.what for the log, as `detail`
 */
export async function untilWritten<T>(
  write: () => Promise<T>,
  options: LoopDeps & {
    readonly over: () => boolean;
    readonly what: string;
    readonly detail: Readonly<Record<string, unknown>>;
  },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (options.over()) throw error;
      options.log("warn", `${options.what} will be retried`, { ...options.detail, error: errorWords(error) });
      await signal().wait(backoff(attempt, 100, 5_000, options.random()));
    }
  }
}
