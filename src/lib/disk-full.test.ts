import { expect, test } from "vitest";

import { isDiskFull } from "./disk-full.ts";

test.each([
  ["a table", "53100", "mdextend", true],
  ["a session before PostgreSQL 16", "XX000", "write_item", true],
  ["shared memory of parallel workers, which is in /dev/shm", "53100", "dsm_impl_posix", false],
  ["another internal error", "XX000", "ExecEvalStep", false],
])("no space for %s, with the code %s in %s: the disk is full, %s", (_what, code, routine, isFull) => {
  expect(isDiskFull(Object.assign(new Error("No space left on device"), { code, routine }))).toBe(isFull);
});
