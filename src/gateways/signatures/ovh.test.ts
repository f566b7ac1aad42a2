import { expect, test } from "vitest";

import { signForOvh } from "./ovh.ts";

test("signs the call of OVHcloud's own guide as the guide does", () => {
  const keys = { secret: "EXEgWIz07P0HYwtQDs7cNIqCiQaWSuHF", consumer: "MtSwSrPpNjqfVSmJhLbPyr2i45lSwPU1" };
  const call = { method: "GET", url: "https://eu.api.ovh.com/1.0/domains/", body: "", at: 1_366_560_945 };
  expect(signForOvh(keys, call)).toBe("$1$d3705e8afb27a0d2970a322b96550abfc67bb798");
});
