import { expect, test } from "vitest";
import { z } from "zod";

import { unknownNames } from "./unknown-names.ts";

test("a flood of names inside a parameter is scanned once, and not once for each", () => {
  let reads = 0;
  const flood = new Proxy(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`name${n}`, 1])), {
    ownKeys(names) {
      reads += 1;
      return Reflect.ownKeys(names);
    },
  });
  const schema = z.object({ repeat: z.object({ endDate: z.string() }) });
  expect(unknownNames(schema, new Map([["repeat", flood]]))).toHaveLength(500);
  expect(reads).toBe(1);
});
