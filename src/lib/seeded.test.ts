import { expect, test } from "vitest";

import { pick, seeded } from "./seeded.ts";

test("the same seed gives the same numbers, another seed others, and all are from 0 to 1", () => {
  const draw = (seed: number): number[] => {
    const random = seeded(seed);
    return Array.from({ length: 1_000 }, random);
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(draw(7).every((value) => value >= 0 && value < 1)).toBe(true);
  expect(new Set(draw(7)).size).toBeGreaterThan(990);
});

test("every item of a list is picked eventually", () => {
  const random = seeded(1);
  const picked = new Set(Array.from({ length: 200 }, () => pick(["a", "b", "c"], random)));
  expect([...picked].toSorted()).toEqual(["a", "b", "c"]);
});
