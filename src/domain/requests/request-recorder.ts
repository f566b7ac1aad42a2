import { second } from "#lib/time";

import { requestLogSection, type RequestLogSettings } from "./request-log-settings.ts";
import type { LoggedRequest, SkippedRequests } from "./request-log.ts";

/** Entries that wait for the database: what a node keeps while the database does not answer, about a megabyte. */
export const MAX_WAITING = 2_000;
/** Failed and replayed calls of known callers which one node records in a second. */
const FAILURES_PER_SECOND = 200;
/**
 * Calls without valid credentials that are recorded in a second: an attacker who tries passwords must not push all
 * other calls out of the log.
 */
const UNAUTHENTICATED_PER_SECOND = 2;

/** `success`: and not replayed. `unauthenticated`: refused before the caller was known. */
export type RequestKind = "success" | "failure" | "unauthenticated";

/** Calls on their way to the log. In memory only: what a crash loses is a second of a diagnostic aid. */
export type RequestRecorder = {
  /**
   * Until the first call the defaults apply: a service answers before it has read its settings. If they say that
   * nothing is recorded, what was is dropped.
   */
  configure(settings: Pick<RequestLogSettings, "enabled" | "successesPerSecond">): void;
  /** Whether a call of this kind is recorded now; if not, it is counted. To be called once for each call. */
  takes(kind: RequestKind): boolean;
  add(entry: LoggedRequest): void;
  /** Removes waiting entries and returns them. */
  take(limit: number): readonly LoggedRequest[];
  /**
   * Puts entries back that could not be stored, before those that arrived since; the oldest are dropped if there is no
   * space.
   */
  giveBack(entries: readonly LoggedRequest[]): void;
  /** Counts since the last time. */
  takeSkipped(): SkippedRequests;
  /** Puts counts back that could not be stored. */
  giveBackSkipped(skipped: SkippedRequests): void;
};

/** @param now milliseconds of a monotonic clock */
export function requestRecorder(now: () => number): RequestRecorder {
  let waiting: LoggedRequest[] = [];
  let isOn = requestLogSection.defaults.enabled;
  const { successesPerSecond: success } = requestLogSection.defaults;
  const most = { success, failure: FAILURES_PER_SECOND, unauthenticated: UNAUTHENTICATED_PER_SECOND };
  const taken = { success: 0, failure: 0, unauthenticated: 0 };
  let windowEnd = 0;
  let skipped = { succeeded: 0, failed: 0 };

  const skip = (isSuccess: boolean, count = 1): void => {
    if (isSuccess) skipped.succeeded += count;
    else skipped.failed += count;
  };

  return {
    configure({ enabled, successesPerSecond }) {
      isOn = enabled;
      most.success = successesPerSecond;
      if (enabled) return;
      waiting = [];
      skipped = { succeeded: 0, failed: 0 };
    },
    takes(kind) {
      if (!isOn) return false;
      const at = now();
      if (at >= windowEnd) {
        windowEnd = at + second;
        taken.success = taken.failure = taken.unauthenticated = 0;
      }
      if (taken[kind] >= most[kind] || waiting.length >= MAX_WAITING) {
        skip(kind === "success");
        return false;
      }
      taken[kind] += 1;
      return true;
    },
    add(entry) {
      // It may have been switched off meanwhile.
      if (isOn) waiting.push(entry);
    },
    take(limit) {
      return waiting.splice(0, limit);
    },
    giveBack(entries) {
      if (!isOn) return;
      const all = [...entries, ...waiting];
      const lost = all.slice(0, Math.max(0, all.length - MAX_WAITING));
      for (const { status } of lost) skip(status < 400);
      waiting = all.slice(lost.length);
    },
    takeSkipped() {
      const counts = skipped;
      skipped = { succeeded: 0, failed: 0 };
      return counts;
    },
    giveBackSkipped({ succeeded, failed }) {
      if (!isOn) return;
      skip(true, succeeded);
      skip(false, failed);
    },
  };
}
