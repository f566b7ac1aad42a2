import { expect, test } from "vitest";

import type { OperatorReply } from "#app/operator";

import { printRefusal } from "./print-refusal.ts";

const FLAGS = { type: { wire: "types" }, name: { wire: "name" } };

function printed(message: string, details: readonly object[]): readonly string[] {
  const lines: string[] = [];
  printRefusal({ message, data: { details } } as OperatorReply, { err: (line) => lines.push(line) }, FLAGS);
  return lines;
}

test("a refusal of several parameters names each as its option, in its heading, too", () => {
  const details = [
    { field: "types", code: "required", message: "is required" },
    { field: "name", code: "too_long", message: "is too long" },
  ];
  expect(printed("types is required.", details)).toEqual([
    "tidings: --type is required.",
    "  --type is required",
    "  --name is too long",
  ]);
});

test("a heading that is no sentence about the first parameter stays as it is", () => {
  const details = [
    { field: "types", code: "required", message: "is required" },
    { field: "name", code: "too_long", message: "is too long" },
  ];
  expect(printed("Nothing was changed.", details)[0]).toBe("tidings: Nothing was changed.");
});
