import { expect, test } from "vitest";

import { sentTime } from "./sent-time.ts";

test.each([
  "2026-11-20T12:00:00Z",
  "2026-11-20T12:00:00.000+0000",
  "2026-11-20T13:00:00+01:00",
  "2026-11-20 07:00:00 -05",
  "2026-11-20T12:00Z",
  " 1795176000 ",
  "1795176000000",
])("%s is a time", (written) => {
  expect(sentTime(written)).toBe(Date.UTC(2026, 10, 20, 12));
});

test.each([
  undefined,
  "",
  "x",
  "12:00",
  "2026-11-20 12:00:00",
  "2026-13-20T12:00:00Z",
  "1",
  "20261120120000",
  "2026-11-20",
])("%s is not a time that could be compared", (written) => {
  expect(sentTime(written)).toBeNull();
});
