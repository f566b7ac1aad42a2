import { expect, test } from "vitest";

import { claimFloors } from "./claim-floors.ts";

const chunk = (id: number, more = {}) => ({ route: "default", priority: 1, turn: 0, id, ...more });

test("a claim starts after what was claimed, with a margin for overlapping transactions", () => {
  const floors = claimFloors(() => 0);
  expect(floors.next(["default"], [1])).toEqual([{ route: "default", priority: 1, floor: 0 }]);
  floors.claimed([chunk(50_000), chunk(49_000)]);
  expect(
    floors.next(["default", "main"], [0, 1]).map(({ route, priority, floor }) => [route, priority, floor]),
  ).toEqual([
    ["default", 0, 0],
    ["default", 1, 49_000],
    ["main", 0, 0],
    ["main", 1, 0],
  ]);
});

test("chunks of later turns do not raise the floor: a new campaign starts below them", () => {
  const floors = claimFloors(() => 0);
  floors.next(["default"], [1]);
  floors.claimed([chunk(50_000, { turn: 3 })]);
  expect(floors.next(["default"], [1])[0]!.floor).toBe(0);
});

test("now and then the whole index is searched, so that returned chunks are found", () => {
  let now = 0;
  const floors = claimFloors(() => now);
  floors.next(["default"], [1]);
  floors.claimed([chunk(50_000)]);
  now = 4_999;
  expect(floors.next(["default"], [1])[0]!.floor).toBe(49_000);
  now = 5_000;
  expect(floors.next(["default"], [1])[0]!.floor).toBe(0);
});

test("if nothing is found the whole index is searched, at most once a second", () => {
  let now = 0;
  const floors = claimFloors(() => now);
  floors.next(["default"], [1]);
  floors.claimed([chunk(50_000)]);
  now = 1_000;
  const searched = floors.next(["default"], [1]);
  expect(floors.again(searched)).toEqual([{ route: "default", priority: 1, floor: 0 }]);
  floors.claimed([chunk(60_000)]);
  now = 1_999;
  expect(floors.again(floors.next(["default"], [1]))).toBeNull();
});

test("a clock that is set back hides chunks only briefly", () => {
  let now = 3_600_000;
  const floors = claimFloors(() => now);
  floors.next(["default"], [1]);
  floors.claimed([chunk(50_000)]);
  now = 0;
  expect(floors.next(["default"], [1])[0]!.floor).toBe(0);
});
