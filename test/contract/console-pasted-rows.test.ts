import { expect, test } from "vitest";

import { pastedRows } from "../../console/src/screens/compose/pasted-rows.ts";

const people = (text: string) => pastedRows(text)?.people.map(({ name, number }) => [name, number]);

test("rows of a spreadsheet with a name and a number are people, whichever column is first", () => {
  expect(people("Anna Berg\t+44 7700 900123\nBen Ito\t07700 900124\n")).toEqual([
    ["Anna Berg", "+44 7700 900123"],
    ["Ben Ito", "07700 900124"],
  ]);
  expect(people("+447700900123;Anna Berg\r\n+447700900124;Ben Ito")).toEqual([
    ["Anna Berg", "+447700900123"],
    ["Ben Ito", "+447700900124"],
  ]);
});

test("heads, dates, addresses and columns of first and last names are read as what they are", () => {
  expect(
    people("First\tLast\tPhone\tDay\nAnna\tBerg\t+44 7700 900123\t2026-11-30\nزهرا\tکریمی\t09121234567\t"),
  ).toEqual([
    ["Anna Berg", "+44 7700 900123"],
    ["زهرا کریمی", "09121234567"],
  ]);
  expect(people("ana@example.com,Ana Díaz,(020) 7946-0001")).toEqual([["Ana Díaz", "(020) 7946-0001"]]);
});

test("a row without a name is a number, and numbers alone are left to the field", () => {
  expect(pastedRows("Anna\t+447700900123\n+447700900124\n")).toMatchObject({ numbers: ["+447700900124"] });
  expect(pastedRows("+447700900123, +447700900124\n07700 900125")).toBeNull();
  expect(pastedRows("Anna, Ben 2")).toBeNull();
});

test("numbers in Persian digits, with slashes, dashes or the marks around a copied one are numbers", () => {
  expect(
    people("زهرا کریمی\t۰۹۱۲ ۱۲۳ ۴۵۶۷\nAnna Berg\t0151/1234567\nBen Ito\t\u202a+44\u20117700\u2011900124\u202c"),
  ).toEqual([
    ["زهرا کریمی", "0912 123 4567"],
    ["Anna Berg", "0151/1234567"],
    ["Ben Ito", "+44\u20117700\u2011900124"],
  ]);
});

test("a day or the number of a customer is not taken for the phone number beside it", () => {
  expect(people("100234\tAnna Berg\t+44 7700 900123\t24.12.1990\n100235\tBen Ito\t07700 900124\t24/12/1990")).toEqual([
    ["Anna Berg", "+44 7700 900123"],
    ["Ben Ito", "07700 900124"],
  ]);
});

test("a person with two numbers keeps the name with both", () => {
  expect(people("Anna Berg\t+44 7700 900123\t+44 7700 900124")).toEqual([
    ["Anna Berg", "+44 7700 900123"],
    ["Anna Berg", "+44 7700 900124"],
  ]);
});

test("nobody is dropped: who has no number or half of one is shown as wrong", () => {
  expect(pastedRows("Name\tTel. 1\nAnna Berg\t+44 7700 900123\nBen Ito\t\nEva Wrong\t0770\n")).toMatchObject({
    people: [{ name: "Anna Berg" }, { name: "Eva Wrong", number: "0770" }],
    numbers: ["Ben Ito"],
  });
});

test("a comma within quotes is part of a name", () => {
  expect(people('"Berg, Anna",+447700900123')).toEqual([["Berg, Anna", "+447700900123"]]);
});
