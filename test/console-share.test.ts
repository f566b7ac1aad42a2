import { expect, test } from "vitest";

import { shareOf } from "../console/src/screens/messages/share.ts";

test("a few of many are shown as some, and all but a few not as everybody", () => {
  expect(shareOf(21, 47_440)).toBe(0.001);
  expect(shareOf(47_419, 47_440)).toBe(0.999);
});

test("nobody, everyone and what needs no rounding are as they are", () => {
  expect([shareOf(0, 50), shareOf(50, 50), shareOf(1, 4)]).toEqual([0, 1, 0.25]);
});
