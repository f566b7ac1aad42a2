import { expect, test } from "vitest";

import { rowsOf, type Schema } from "./schema.ts";

const named: Readonly<Record<string, Schema>> = {
  State: { type: "string", enum: ["open", "closed"] },
  Door: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
  SeenDoor: {
    allOf: [
      { $ref: "#/components/schemas/Door" },
      { type: "object", properties: { seen: { type: "boolean" } }, required: ["seen"] },
    ],
  },
};
const rows = (schema: Schema) => rowsOf("door", schema, named, { required: true });

test("a named list of words that may be null is shown with its words", () => {
  const [row] = rows({ anyOf: [{ $ref: "#/components/schemas/State" }, { type: "null" }], description: "Now." });
  expect(row).toMatchObject({ type: "one of or null", choices: ["open", "closed"], description: "Now." });
});

test("a named object that adds to another is shown with the fields of both", () => {
  const shown = rows({ $ref: "#/components/schemas/SeenDoor", description: "The door." });
  expect(shown.map(({ name, required }) => [name, required])).toEqual([
    ["door", true],
    ["door.id", true],
    ["door.seen", true],
  ]);
  expect(shown[0]!.description).toBe("The door.");
});
