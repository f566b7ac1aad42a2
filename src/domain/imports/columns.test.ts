import { expect, test } from "vitest";

import { namesOptOut, recognized } from "./columns.ts";
import { stateOf } from "./read-cell.ts";

test.each([
  [
    ["Vorname", "Familienname", "Handy-Nr.", "Gruppen", "Status"],
    ["first_name", "last_name", "phone", "groups", "state"],
  ],
  [
    ["نام", "شمارهٔ موبایل", "گروه‌ها", "وضعیت"],
    ["name", "phone", "groups", "state"],
  ],
  // With the letters of an Arabic keyboard, and spaces in place of what joins nothing.
  [
    ["نام كوچك", "نام خانوادگي", "تلفن همراه", "گروه ها"],
    ["first_name", "last_name", "phone", "groups"],
  ],
] as const)("headings of the console's languages are recognized: %s", (headings, targets) => {
  expect(recognized(headings)).toEqual(targets);
});

test.each([
  [
    ["Name", "Vorname", "Mobil"],
    ["last_name", "first_name", "phone"],
  ],
  [
    ["Name", "Surname", "Mobile"],
    ["first_name", "last_name", "phone"],
  ],
  [
    ["نام", "نام خانوادگی", "موبایل"],
    ["first_name", "last_name", "phone"],
  ],
  [
    ["Name", "Vorname", "Nachname"],
    ["name", "first_name", "last_name"],
  ],
  [
    ["Name", "First name", "Mobile"],
    ["name", "first_name", "phone"],
  ],
] as const)("what stands beside it says which part of a name “Name” holds: %s", (headings, targets) => {
  expect(recognized(headings)).toEqual(targets);
});

test.each([
  ["active", ["aktiv", "Angemeldet", "Bestätigt", "besta\u0308tigt", "فعال", "مشترک"]],
  ["pending", ["Nicht bestätigt", "ausstehend", "تأییدنشده", "تایید نشده", "در انتظار"]],
  ["unsubscribed", ["abgemeldet", "Abbestellt", "gesperrt", "لغو اشتراک کرده", "لغو‌شده", "مسدود"]],
  ["left", ["ausgetreten", "خارج شده"]],
] as const)("states are read in the console's languages: %s", (state, texts) => {
  expect(texts.map((text) => [text, stateOf(text)])).toEqual(texts.map((text) => [text, state]));
});

test("a heading about opt-outs is recognized in the console's languages", () => {
  const headings = [
    "UNSUB_TIME",
    "Opted out",
    "Abgemeldet am",
    "Abmeldedatum",
    "abbestellt",
    "Widerrufen",
    "تاریخ لغو اشتراك",
  ];
  expect(headings.filter((heading) => !namesOptOut(heading))).toEqual([]);
  expect(["Angemeldet am", "Melder", "Bestellt", "تاریخ اشتراک"].filter(namesOptOut)).toEqual([]);
});
