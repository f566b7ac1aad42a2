import { expect, test } from "vitest";

import { outcomeOfStatus, retryAfter } from "./status.ts";

test("a redirect to the result of an executed call leaves the outcome unknown, and any other concerns the address", () => {
  const kindOf = (status: number) => outcomeOfStatus(status, new Headers(), "").kind;
  expect(kindOf(303)).toBe("unknown");
  expect([301, 302, 307, 308].map(kindOf)).toEqual(["stop", "stop", "stop", "stop"]);
});

test("a status about the address, the format or the connection of every call stops the gateway and fails no message", () => {
  const kindOf = (status: number) => outcomeOfStatus(status, new Headers(), "").kind;
  expect([404, 405, 406, 410, 415, 421, 426, 511].map(kindOf)).toEqual(Array.from({ length: 8 }, () => "stop"));
  expect([400, 409, 411, 413, 422].map(kindOf)).toEqual(Array.from({ length: 5 }, () => "rejected"));
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
