import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { operationsOf } from "../console/src/screens/developers/operations.ts";

const operations = operationsOf(JSON.parse(await readFile(new URL("../openapi.json", import.meta.url), "utf8")));
const optionsOf = (id: string, parameter: string) =>
  operations.find((one) => one.id === id)?.parameters.find(({ name }) => name === parameter)?.options;

test("a parameter that takes one of a few words lists them, whether the description refers to their list or spells it out", () => {
  expect(optionsOf("listMessages", "category")).toEqual(["marketing", "transactional", "otp"]);
  expect(optionsOf("getStats", "interval")).toEqual(["hour", "day"]);
});
