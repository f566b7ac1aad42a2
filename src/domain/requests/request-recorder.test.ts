import { beforeEach, describe, expect, test } from "vitest";

import { uuidv7 } from "#lib/ids";

import type { LoggedRequest } from "./request-log.ts";
import { MAX_WAITING, requestRecorder, type RequestKind, type RequestRecorder } from "./request-recorder.ts";

let at = 0;
let recorder: RequestRecorder;

beforeEach(() => {
  at = 0;
  recorder = requestRecorder(() => at);
  recorder.configure({ enabled: true, successesPerSecond: 5 });
});

const base = { requestId: null, method: "GET", route: "/status", path: "/status", code: null, parameters: [] } as const;
const more = {
  durationMs: 1,
  principal: "builtin:1",
  passwordId: null,
  replayed: false,
  originalAt: null,
  messageIds: [],
};

const entry = (status = 200): LoggedRequest => ({ id: uuidv7(at), status, ...base, ...more });

/** Makes so many calls of a kind; returns how many were recorded. */
function call(kind: RequestKind, count: number): number {
  let taken = 0;
  for (let nth = 0; nth < count; nth += 1) {
    if (!recorder.takes(kind)) continue;
    taken += 1;
    recorder.add(entry(kind === "success" ? 200 : 404));
  }
  return taken;
}

const all = (): readonly LoggedRequest[] => recorder.take(MAX_WAITING * 2);

describe("the recorder of calls", () => {
  test("records before it is configured, as much as by default", () => {
    recorder = requestRecorder(() => at);
    expect(call("success", 25)).toBe(20);
    expect(call("failure", 2)).toBe(2);
    recorder.configure({ enabled: true, successesPerSecond: 5 });
    expect(all()).toHaveLength(22);
  });

  test("records nothing while it is switched off, and drops what it recorded before it knew", () => {
    recorder = requestRecorder(() => at);
    call("success", 25);
    recorder.configure({ enabled: false, successesPerSecond: 5 });
    call("failure", 2);
    recorder.giveBack([entry()]);
    recorder.configure({ enabled: true, successesPerSecond: 5 });
    expect([all(), recorder.takeSkipped()]).toEqual([[], { succeeded: 0, failed: 0 }]);
  });

  test("records as many successes in a second as it may, counts the others, and starts again in the next", () => {
    expect(call("success", 12)).toBe(5);
    at += 999;
    expect(call("success", 1)).toBe(0);
    at += 1;
    expect(call("success", 3)).toBe(3);
    expect(recorder.takeSkipped()).toEqual({ succeeded: 8, failed: 0 });
    expect(recorder.takeSkipped()).toEqual({ succeeded: 0, failed: 0 });
  });

  test("a flood of successes takes no room from failures, and unauthenticated callers take none from known ones", () => {
    call("success", 1_000);
    call("unauthenticated", 1_000);
    expect(call("failure", 10)).toBe(10);
    expect(all().filter(({ status }) => status === 404)).toHaveLength(12);
    expect(recorder.takeSkipped()).toEqual({ succeeded: 995, failed: 998 });
  });

  test("keeps a limited number while nothing is stored, and counts what came after", () => {
    for (let nth = 0; nth < 20; nth += 1) {
      call("failure", 300);
      at += 1_000;
    }
    expect(all()).toHaveLength(MAX_WAITING);
    expect(recorder.takeSkipped().failed).toBe(6_000 - MAX_WAITING);
  });

  test("entries that could not be stored come first again, and the oldest are dropped", () => {
    call("failure", 200);
    const first = recorder.take(500);
    expect([first.length, all().length]).toEqual([200, 0]);
    call("success", 1);
    recorder.giveBack(first);
    const again = all();
    expect(again.slice(0, 200)).toEqual(first);
    for (let nth = 0; nth < 10; nth += 1) {
      at += 1_000;
      call("failure", 200);
    }
    recorder.giveBack(again);
    const kept = all();
    expect([kept.length, kept.includes(again[0]!)]).toEqual([MAX_WAITING, false]);
    expect(recorder.takeSkipped()).toEqual({ succeeded: 1, failed: 200 });
  });
});
