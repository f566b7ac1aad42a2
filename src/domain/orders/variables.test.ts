import { expect, test } from "vitest";

import { fillTemplate, unknownVariables } from "./variables.ts";

const values = new Map([
  ["order_id", "7"],
  ["status", "%order_id%"],
  ["order_meta__secret-key", "x"],
]);

test("variables are filled once: a value that looks like a variable stays a value", () => {
  expect(fillTemplate("%order_id% %status%", values)).toBe("7 %order_id%");
});

test("a known variable without a value is empty; an unknown word and a percent sign stay", () => {
  expect(fillTemplate("[%billing_company%%order_meta_gift%] 50% off, 100%%order_id%% %tracking%", values)).toBe(
    "[] 50% off, 100%7% %tracking%",
  );
  expect(fillTemplate("%order_meta__secret-key%", values)).toBe("x");
});

test("unknown variables are found, each once", () => {
  expect(unknownVariables("%a% %b% %a% %order_id% %order_meta_% %order_item_meta_x% 5 % 6")).toEqual([
    "a",
    "b",
    "order_meta_",
  ]);
  expect(unknownVariables("constructor %constructor%")).toEqual(["constructor"]);
});
