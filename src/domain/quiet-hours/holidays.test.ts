import { expect, test } from "vitest";

import { openOnHolidays } from "./data/holiday-rules.ts";
import { presets } from "./presets.ts";
import { easterSunday, isHoliday, knowsHolidays } from "./holidays.ts";

/** From the calendars that governments publish, not from the rules. */
const published: Readonly<Record<string, string>> = {
  FR: `2026-01-01 2026-04-06 2026-05-01 2026-05-08 2026-05-14 2026-05-25 2026-07-14 2026-08-15 2026-11-01 2026-11-11 2026-12-25
    2028-01-01 2028-04-17 2028-05-01 2028-05-08 2028-05-25 2028-06-05 2028-07-14 2028-08-15 2028-11-01 2028-11-11 2028-12-25`,
  DE: `2027-01-01 2027-03-26 2027-03-29 2027-05-01 2027-05-06 2027-05-17 2027-10-03 2027-12-25 2027-12-26
    2030-01-01 2030-04-19 2030-04-22 2030-05-01 2030-05-30 2030-06-10 2030-10-03 2030-12-25 2030-12-26`,
  AU: `2027-01-01 2027-01-26 2027-03-26 2027-03-29 2027-04-25 2027-12-25 2027-12-26 2027-12-27 2027-12-28
    2028-01-01 2028-01-03 2028-01-26 2028-04-14 2028-04-17 2028-04-25 2028-12-25 2028-12-26`,
  US: `2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-07-04 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
    2028-01-01 2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10 2028-11-11 2028-11-23 2028-12-25`,
};

test.each(Object.entries(published))(
  "the public holidays of %s are the published ones, and no others",
  (region, list) => {
    const dates = list.trim().split(/\s+/);
    for (const year of new Set(dates.map((date) => date.slice(0, 4)))) {
      const found: string[] = [];
      for (let at = Date.parse(`${year}-01-01`); new Date(at).getUTCFullYear() === Number(year); at += 86_400_000) {
        const date = new Date(at).toISOString().slice(0, 10);
        if (isHoliday(region, date)) found.push(date);
      }
      expect(found).toEqual(dates.filter((date) => date.startsWith(year)));
    }
  },
);

test("New Year's Day on a Saturday is observed on the last day of the year before", () => {
  expect(isHoliday("US", "2027-12-31")).toBe(true);
  expect(isHoliday("US", "2026-12-31")).toBe(false);
});

test("Easter is on the days in the churches' tables", () => {
  const easter = ["2026-04-05", "2027-03-28", "2028-04-16", "2029-04-01", "2030-04-21", "2038-04-25", "2049-04-18"];
  expect(easter.map((date) => easterSunday(Number(date.slice(0, 4))).toString())).toEqual(easter);
});

test("a preset that is closed on holidays knows them, and a country without a rule stays open", () => {
  const closed = presets.filter(({ hours }) => hours.holidays === "closed").map(({ region }) => region);
  expect(closed).toEqual(expect.arrayContaining(["AU", "DE", "FR"]));
  expect(closed.filter((region) => !knowsHolidays(region))).toEqual([]);
  expect(closed.filter((region) => Object.hasOwn(openOnHolidays, region))).toEqual([]);
  for (const region of Object.keys(openOnHolidays)) {
    expect([region, presets.find((preset) => preset.region === region)?.hours.holidays]).toEqual([region, "open"]);
  }
});

test("a region of which no holidays are known has none", () => {
  expect(knowsHolidays("IN")).toBe(false);
  expect(isHoliday("IN", "2026-12-25")).toBe(false);
});
