import { errorText } from "#lib/error-text";
import type { Log } from "#lib/log";
import { minute } from "#lib/time";

export type FailureLog = {
  /** @param pauseMs until the next attempt */
  failed(detail: Readonly<Record<string, unknown>>, error: unknown, pauseMs: number): void;
  /** Does nothing unless the last attempt failed. */
  worked(detail?: Readonly<Record<string, unknown>>): void;
  /** There is no further attempt: the next failure starts a new outage. */
  gaveUp(): void;
};

/**
 * Logs a failure when it begins, once a minute with a count while it lasts, and when it ends. Every loop of a node
 * retries every few seconds: during an outage of an hour, one line per attempt would bury all other lines.
 */
export function failureLog(log: Log, words: { readonly fails: string; readonly works: string }): FailureLog {
  let failures = 0;
  let sinceLine = 0;

  return {
    failed(detail, error, pauseMs) {
      failures += 1;
      if (failures === 1 || sinceLine >= minute) {
        const count = failures === 1 ? {} : { failures };
        log("warn", words.fails, { ...detail, error: errorText(error), ...count });
        sinceLine = 0;
      }
      sinceLine += pauseMs;
    },
    worked(detail) {
      if (failures === 0) return;
      log("info", words.works, { ...detail, failures });
      failures = 0;
    },
    gaveUp() {
      failures = 0;
    },
  };
}
