import { expect, test } from "vitest";

import { fieldKeyOf, newFieldKeys } from "../console/src/lib/field-key.ts";

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
  expect(newFieldKeys(["City", "Straße"], fields)).toEqual([undefined, "strasse"]);
  expect(newFieldKeys(["City", "شهر"], [])).toEqual(["city", "column_2"]);
  // The second column of another file.
  expect(newFieldKeys(["Straße", "شغل"], fields)).toEqual(["strasse", "column_2_2"]);
});

test("a column whose name is the label of a field does not become another one", () => {
  expect(newFieldKeys(["Town"], [{ key: "city", label: "Town" }])).toEqual([undefined]);
  expect(newFieldKeys(["", "", "", "شهر"], [{ key: "column_2", label: "شهر" }])[3]).toBeUndefined();
});

test("columns of a file with names that make the same key become different fields", () => {
  const question = "How did you learn about the newsletter that we send every month";
  const [one, other] = [`${question}, first answer`, `${question}, second answer`];
  const key = fieldKeyOf(one);
  expect(key).toHaveLength(60);
  expect(newFieldKeys([one, other, "E-mail", "E mail"], [])).toEqual([
    key,
    `${key.slice(0, 56)}_2`,
    "e_mail",
    "e_mail_2",
  ]);
  // The next file, when the first of them is a field.
  expect(newFieldKeys([one, other], [{ key, label: one }])).toEqual([undefined, `${key.slice(0, 56)}_2`]);
});
