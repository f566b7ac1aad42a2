import { describe, expect, it } from "vitest";

import { minute } from "#lib/time";

import type { Condition, OpenAlert } from "./alert.ts";
import { planChanges } from "./plan.ts";

const NOW = 1_800_000_000_000;
const settleMs = 5 * minute;
const condition = (more: Partial<Condition> = {}): Condition => ({
  subject: "main",
  level: 1,
  delayMs: 0,
  data: {},
  ...more,
});
const open = (more: Partial<OpenAlert> = {}): OpenAlert => ({
  id: "0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10" as OpenAlert["id"],
  kind: "gateway_stopped",
  subject: "main",
  level: 1,
  data: {},
  firstSeenAt: NOW - 10 * minute,
  openedAt: NOW - 10 * minute,
  clearedAt: null,
  ...more,
});
const plan = (
  alerts: readonly OpenAlert[],
  conditions: readonly Condition[],
  kind: OpenAlert["kind"] = "gateway_stopped",
) => planChanges(alerts, [{ kind, settleMs, conditions }], NOW);

describe("planChanges", () => {
  it("opens an alert at once, or waits for as long as its condition asks", () => {
    expect(plan([], [condition()])).toMatchObject([{ kind: "start", opens: true }]);
    expect(plan([], [condition({ delayMs: minute })])).toMatchObject([{ kind: "start", opens: false }]);
    const pending = open({ openedAt: null, firstSeenAt: NOW - minute });
    expect(plan([pending], [condition({ delayMs: minute })])).toMatchObject([{ kind: "continue", opens: true }]);
    expect(plan([pending], [condition({ delayMs: minute + 1 })])).toMatchObject([{ kind: "continue", opens: false }]);
  });

  it("keeps an open alert, which opens no second time", () => {
    expect(plan([open()], [condition()])).toMatchObject([{ kind: "continue", opens: false, rises: false }]);
  });

  it("leaves an alert as it is while nothing is known of its subject, and opens none", () => {
    const unjudged = [{ subject: "main", unjudged: true as const }];
    for (const alerts of [[], [open()], [open({ clearedAt: NOW - 2 * settleMs })]]) {
      expect(planChanges(alerts, [{ kind: "gateway_stopped", settleMs, conditions: unjudged }], NOW)).toEqual([]);
    }
  });

  it("ends each alert after the settling time of its subject", () => {
    const checked = {
      kind: "license_ending" as const,
      settleMs: (subject: string) => (subject === "mine" ? 0 : settleMs),
      conditions: [],
    };
    const mine = open({ kind: "license_ending", subject: "mine" });
    const other = open({ kind: "license_ending", subject: "other" });
    expect(planChanges([mine, other], [checked], NOW)).toEqual([
      { kind: "close", alert: mine },
      { kind: "clear", alert: other },
    ]);
  });

  it("ends an alert whose level falls, where that is another matter, and at once", () => {
    const found = (level: number) => [
      { kind: "license_ending" as const, settleMs: 0, endsOnFall: true as const, conditions: [condition({ level })] },
    ];
    const alert = open({ kind: "license_ending", level: 4 });
    expect(planChanges([alert], found(1), NOW)).toEqual([{ kind: "close", alert }]);
    expect(planChanges([alert], found(4), NOW)).toMatchObject([{ kind: "continue", rises: false }]);
    expect(planChanges([], found(1), NOW)).toMatchObject([{ kind: "start", opens: true }]);
  });

  it("reports a level that rises once, and none that falls", () => {
    expect(plan([open()], [condition({ level: 2 })])).toMatchObject([{ rises: true, alert: { level: 2 } }]);
    expect(plan([open({ level: 3 })], [condition({ level: 2 })])).toMatchObject([
      { rises: false, alert: { level: 3 } },
    ]);
    expect(plan([open({ level: 2 })], [condition({ level: 2 })])).toMatchObject([{ rises: false }]);
  });

  it("ends an alert when its condition was not met for the whole settling time", () => {
    expect(plan([open()], [])).toMatchObject([{ kind: "clear" }]);
    expect(plan([open({ clearedAt: NOW - settleMs + 1 })], [])).toMatchObject([{ kind: "clear" }]);
    expect(plan([open({ clearedAt: NOW - settleMs })], [])).toMatchObject([{ kind: "close" }]);
  });

  it("a condition that returns while it settles keeps the alert open", () => {
    expect(plan([open({ clearedAt: NOW - settleMs })], [condition()])).toMatchObject([
      { kind: "continue", opens: false },
    ]);
  });

  it("forgets what passed before it was reported", () => {
    expect(plan([open({ openedAt: null, clearedAt: NOW - settleMs })], [])).toMatchObject([{ kind: "forget" }]);
  });

  it("does not change alerts of kinds that were not checked", () => {
    expect(plan([open()], [], "queue_late")).toEqual([]);
    expect(planChanges([open()], [], NOW)).toEqual([]);
  });

  it("counts one subject that is reported twice as one", () => {
    expect(plan([], [condition(), condition({ level: 2 })])).toMatchObject([{ kind: "start", alert: { level: 2 } }]);
  });

  it("ends an alert early, rather than hours late, when the clock is set back", () => {
    expect(plan([open({ clearedAt: NOW + 60 * minute })], [])).toMatchObject([{ kind: "close" }]);
  });
});
