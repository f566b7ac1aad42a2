import { expect, test } from "vitest";

import { plainName } from "#domain/imports/columns";

import { fieldKeyOf, fieldLabelOf, namedBy, newFieldKeys } from "../console/src/lib/field-key.ts";

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

test("a column whose name is written differently does not become another field", () => {
  const fields = [
    { key: "contact", label: "E-mail" },
    { key: "job", label: "نام‌شرکت" },
  ];
  expect(newFieldKeys(["E mail", "نام شرکت"], fields)).toEqual([undefined, undefined]);
  expect(newFieldKeys(["email"], fields)).toEqual([undefined]);
  expect(newFieldKeys(["EMail"], [{ key: "e_mail", label: "Contact" }])).toEqual([undefined]);
  expect(newFieldKeys(["-"], [{ key: "dash", label: "." }])).toEqual(["column_1"]);
});

test("a column whose name is longer than a label does not become another field", () => {
  const name = "Which of our courses would you like to attend if they were held at the weekend? ".repeat(2);
  const label = fieldLabelOf(name);
  expect(label).toHaveLength(100);
  const [key] = newFieldKeys([name], []);
  expect(newFieldKeys([name], [{ key: key!, label }])).toEqual([undefined]);
});

test("the label of a field that a column becomes ends before a character that does not fit", () => {
  expect(fieldLabelOf(`${"a".repeat(99)}🎂`)).toBe("a".repeat(99));
  expect(fieldLabelOf(`${"a".repeat(98)}🎂`)).toBe(`${"a".repeat(98)}🎂`);
});

test("of two columns with nearly the same name, the second becomes a field though the first is one", () => {
  const cut = "a".repeat(100);
  const [first, second] = newFieldKeys([`${cut} 1`, `${cut} 2`], []);
  expect(newFieldKeys([`${cut} 1`, `${cut} 2`], [{ key: first!, label: cut }])).toEqual([undefined, second]);
  const email = [{ key: "e_mail", label: "E-mail" }];
  expect(newFieldKeys(["E-mail", "E mail"], email)).toEqual([undefined, "e_mail_2"]);
  expect(newFieldKeys(["E mail", "E-mail"], email)).toEqual(["e_mail_2", undefined]);
});

test("names are the same to the console where they are to the service", () => {
  const names = [
    "E-mail",
    "e_mail",
    "E mail",
    "Email (work)",
    "emailwork",
    "نام‌خانوادگي",
    "نام خانوادگی",
    "Ort",
    "Ort.",
    "ك",
  ];
  for (const name of names)
    for (const label of names) {
      const isNamed = namedBy([name], [{ key: "other", label }])[0] !== undefined;
      expect([name, label, isNamed]).toEqual([name, label, plainName(name) === plainName(label)]);
    }
});
