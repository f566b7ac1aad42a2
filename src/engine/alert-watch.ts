import { alertSection } from "#domain/alerts/alert-settings";
import type { AlertStore, Recipient } from "#domain/alerts/alert-store";
import type { CheckedKind } from "#domain/alerts/alert";
import { planChanges } from "#domain/alerts/plan";
import type { AlertRule } from "#domain/alerts/rule";
import { wordsOf } from "#domain/alerts/texts";
import type { ReadSettings } from "#domain/settings/settings-store";
import { errorText } from "#lib/error-text";
import { second, type Clock } from "#lib/time";

import { leasedJobs, oneByOne } from "./leased-jobs.ts";
import type { LoopDeps, WorkerLoop } from "./worker-loop.ts";

/** Interval between two checks, over all nodes. */
const CHECK_EVERY_MS = 30 * second;

/**
 * The longest that a node waits before it looks whether a check is due. If all waited for as long as the interval, the
 * node that has checked would always be the next to look when a check is due, for hours, and conditions that only
 * another node can see would not be found.
 */
const LOOK_WITHIN_MS = 10 * second;

/** Checks every condition, one node at a time, and records which alerts begin and end. */
export function alertWatch(
  options: LoopDeps & {
    readonly store: AlertStore["checks"];
    readonly rules: readonly AlertRule[];
    readonly readSettings: ReadSettings;
    readonly owner: string;
    /** Database time. */
    readonly clock: Clock;
  },
): WorkerLoop {
  const { store, rules, readSettings, owner, clock, log, random } = options;

  /** Kinds whose check fails are absent: their alerts stay as they are. */
  async function checkAll(): Promise<readonly CheckedKind[]> {
    const checked: CheckedKind[] = [];
    // One after the other: nothing here is urgent, and each takes a database session.
    for (const { check, ...rule } of rules) {
      try {
        checked.push({ ...rule, conditions: await check() });
      } catch (error) {
        log("warn", "a condition could not be checked", { alert: rule.kind, error: errorText(error) });
      }
    }
    return checked;
  }

  return leasedJobs({
    name: "alerts",
    log,
    random,
    ...oneByOne(store, owner),
    async step(check) {
      const checked = await checkAll();
      const { emails, numbers, kinds, quiet } = await readSettings(alertSection);
      const everyone: readonly Recipient[] = [
        ...emails.map((address) => ({ channel: "email" as const, address })),
        ...numbers.map((address) => ({ channel: "sms" as const, address })),
      ];
      await store.record(check, (open) => planChanges(open, checked, clock.now()), {
        recipients: ({ kind }) => (quiet || !kinds.includes(kind) ? [] : everyone),
        titleOf: (alert) => wordsOf(alert).title,
        nextMs: CHECK_EVERY_MS,
      });
      return "done";
    },
    detail: () => ({}),
    retryMs: CHECK_EVERY_MS,
    idle: async () => second + random() * (LOOK_WITHIN_MS - second),
  });
}
