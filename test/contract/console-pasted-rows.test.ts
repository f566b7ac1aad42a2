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
