import { expect, test } from "vitest";

import { chosenIn, nobody } from "../../console/src/screens/compose/audience.ts";

test("thousands of people are listed without comparing each with every other", () => {
  let reads = 0;
  const people = Array.from({ length: 5_000 }, (_, nth) => ({
    id: 0,
    name: `Person ${nth}`,
    get number() {
      reads += 1;
      return `+4915${String(nth).padStart(8, "0")}`;
    },
  }));
  const chosen = chosenIn({ ...nobody, people });
  expect(reads).toBeLessThan(10 * people.length);
  expect(chosen[1_234]!.without.people).toHaveLength(4_999);
});
