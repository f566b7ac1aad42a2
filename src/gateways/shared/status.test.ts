import { expect, test } from "vitest";

import { outcomeOfStatus } from "./status.ts";

test("a redirect to the result of an executed call leaves the outcome unknown, and any other concerns the address", () => {
  const kindOf = (status: number) => outcomeOfStatus(status, new Headers(), "").kind;
  expect(kindOf(303)).toBe("unknown");
  expect([301, 302, 307, 308].map(kindOf)).toEqual(["stop", "stop", "stop", "stop"]);
});
