import { expect, test } from "vitest";

import { afterWebhookTry, readRetryAfter, coolDownAfter, type TryResult } from "./retry-plan.ts";

const failed: TryResult = { status: 500, error: null, afterMs: null };
const hours = 3_600_000;

test("ten tries run over 75 hours and then end", () => {
  let now = 0;
  const tries: number[] = [];
  for (let attempt = 1; ; attempt += 1) {
    tries.push(now);
    const verdict = afterWebhookTry(failed, attempt, 0);
    if (verdict.kind !== "again") {
      expect(verdict).toEqual({ kind: "given_up" });
      break;
    }
    now += verdict.afterMs;
  }
  const waits = tries.map((at, index) => at - (tries[index - 1] ?? 0));
  expect(waits).toEqual([0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400].map((seconds) => seconds * 1000));
  expect(now / hours).toBeCloseTo(75.6, 1);
});

test("jitter only ever lengthens a wait, by a tenth at most", () => {
  expect(afterWebhookTry(failed, 1, 0.999_999)).toEqual({ kind: "again", afterMs: 5_500 });
});

test.each([200, 201, 202, 204, 299])("status %d is a success", (status) => {
  expect(afterWebhookTry({ ...failed, status }, 1, 0)).toEqual({ kind: "delivered" });
});

test.each([null, 199, 300, 301, 302, 307, 308, 400, 401, 404, 429, 500, 503])("status %s is tried again", (status) => {
  expect(afterWebhookTry({ ...failed, status }, 1, 0)).toMatchObject({ kind: "again" });
});

test("410 ends it at any try", () => {
  for (const attempt of [1, 5, 10]) {
    expect(afterWebhookTry({ ...failed, status: 410 }, attempt, 0)).toEqual({ kind: "gone" });
  }
});

test("Retry-After lengthens the planned wait, never shortens it, and is capped at a day", () => {
  const wait = (afterMs: number, attempt = 1) => afterWebhookTry({ status: 503, error: null, afterMs }, attempt, 0);
  expect(wait(60_000)).toEqual({ kind: "again", afterMs: 60_000 });
  expect(wait(1_000, 3)).toEqual({ kind: "again", afterMs: 1_800_000 });
  expect(wait(999 * hours)).toEqual({ kind: "again", afterMs: 24 * hours });
});

test("an overloaded endpoint cools down, a broken one does not", () => {
  expect(coolDownAfter({ status: 429, error: null, afterMs: 30_000 })).toBe(30_000);
  for (const status of [429, 502, 503, 504]) expect(coolDownAfter({ status, error: null, afterMs: null })).toBe(5_000);
  expect(coolDownAfter({ status: 503, error: null, afterMs: 99 * hours })).toBe(hours);
  expect(coolDownAfter(failed)).toBeNull();
  expect(coolDownAfter({ status: null, error: "timeout", afterMs: null })).toBeNull();
});

test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Thu, 01 Jan 1970 00:01:00 GMT", 50_000],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["-5", null],
  ["1.5", null],
  ["soon", null],
  ["99999999999", null],
  ["", null],
  [null, null],
])("Retry-After %j asks for %s ms", (header, expected) => {
  expect(readRetryAfter(header, 10_000)).toBe(expected);
});
