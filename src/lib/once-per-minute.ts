import type { Log } from "./log.ts";
import { minute } from "./time.ts";

type Tools = {
  readonly log: Log;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
};

/**
 * Logs warnings that may come at any rate: one per minute and subject, with the number of `others` since the one
 * before.
 *
 * @returns to be called with each; the subjects are few and known, because each is kept in memory
 */
export function oncePerMinute(
  { log, now }: Tools,
  message: string,
): (subject: string, detail: Readonly<Record<string, unknown>>) => void {
  const logged = new Map<string, { at: number; since: number }>();
  return (subject, detail) => {
    const last = logged.get(subject);
    if (last && now() - last.at < minute) {
      last.since += 1;
      return;
    }
    logged.set(subject, { at: now(), since: 0 });
    log("warn", message, { ...detail, others: last?.since ?? 0 });
  };
}
