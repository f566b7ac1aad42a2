import { expect, test } from "vitest";

import { counted } from "./counted.ts";

test("one thing is in the singular, none and many in the plural", () => {
  expect([0, 1, 2].map((count) => counted(count, "user"))).toEqual(["0 users", "1 user", "2 users"]);
  expect([0, 1, 2].map((count) => counted(count, "entry", "entries"))).toEqual(["0 entries", "1 entry", "2 entries"]);
});
