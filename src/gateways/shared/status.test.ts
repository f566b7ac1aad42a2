import { expect, test } from "vitest";

import { outcomeOfStatus } from "./status.ts";

test("a redirect to the result of what was carried out is in doubt, and any other concerns the address", () => {
  const kindOf = (status: number) => outcomeOfStatus(status, new Headers(), "").kind;
  expect(kindOf(303)).toBe("unknown");
  expect([301, 302, 307, 308].map(kindOf)).toEqual(["stop", "stop", "stop", "stop"]);
});
