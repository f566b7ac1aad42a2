import { expect, test } from "vitest";

import { fieldKeyOf, newFieldKey } from "../console/src/lib/field-key.ts";

test.each([
  ["Date of birth", "date_of_birth"],
  ["Straße & Größe", "strasse_grosse"],
  ["2nd name", "nd_name"],
  ["شهر", ""],
])("the key of %s is %s", (label, key) => {
  expect(fieldKeyOf(label)).toBe(key);
});

test("a column becomes a field under its own name, or by its place, and never takes the key of another field", () => {
  const fields = [{ key: "city" }];
  expect(newFieldKey("Straße", 1, fields)).toBe("strasse");
  expect(newFieldKey("شهر", 1, fields)).toBe("column_2");
  expect(newFieldKey("City", 1, fields)).toBeUndefined();
});
