import { expect, test } from "vitest";

import { outcomeOfStatus, retryAfter } from "./status.ts";

test("a redirect to the result of an executed call leaves the outcome unknown, and any other concerns the address", () => {
  const kindOf = (status: number) => outcomeOfStatus(status, new Headers(), "").kind;
  expect(kindOf(303)).toBe("unknown");
  expect([301, 302, 307, 308].map(kindOf)).toEqual(["stop", "stop", "stop", "stop"]);
});

test.each([
  ["7", {}, { afterMs: 7_000 }],
  ["0", {}, { afterMs: 0 }],
  ["99999", {}, { afterMs: 3_600_000 }],
  ["Fri, 20 Nov 2026 10:00:00 GMT", { date: "Fri, 20 Nov 2026 09:59:50 GMT" }, { afterMs: 10_000 }],
  ["Fri, 20 Nov 2026 18:00:00 GMT", { date: "Fri, 20 Nov 2026 09:59:50 GMT" }, { afterMs: 3_600_000 }],
  ["Fri, 20 Nov 2026 10:00:00 GMT", { date: "Fri, 20 Nov 2026 10:00:01 GMT" }, {}],
  ["Fri, 20 Nov 2026 10:00:00 GMT", {}, {}],
  ["Fri, 20 Nov 2026 10:00:00 GMT", { date: "today" }, {}],
  ["soon", { date: "Fri, 20 Nov 2026 10:00:00 GMT" }, {}],
  ["-5", { date: "Fri, 20 Nov 2026 10:00:00 GMT" }, {}],
] as [string, Record<string, string>, object][])("Retry-After: %s with %j is %j", (text, headers, wait) => {
  expect(retryAfter(new Headers({ "retry-after": text, ...headers }))).toEqual(wait);
});
