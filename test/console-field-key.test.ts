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
  const fields = [
    { key: "city", label: "Town" },
    { key: "column_2", label: "شهر" },
  ];
  expect(newFieldKey("Straße", 1, fields)).toBe("strasse");
  expect(newFieldKey("شهر", 1, [])).toBe("column_2");
  expect(newFieldKey("City", 1, fields)).toBeUndefined();
  // The second column of another file.
  expect(newFieldKey("شغل", 1, fields)).toBe("column_2_2");
});

test("a column whose name is the label of a field does not become another one", () => {
  expect(newFieldKey("Town", 0, [{ key: "city", label: "Town" }])).toBeUndefined();
  expect(newFieldKey("شهر", 3, [{ key: "column_2", label: "شهر" }])).toBeUndefined();
});
