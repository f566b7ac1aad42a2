import { describe, expect, onTestFinished, test, vi } from "vitest";

import { firstWeekday, monthAfter, monthDays } from "../console/src/lib/month-days.ts";
import { dayByKey } from "../console/src/screens/schedules/calendar-keys.ts";

const dayAfter = (date: string, by: number): string => {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day + by)).toISOString().slice(0, 10);
};
/** The same day of another month, or its last day. */
const inMonthAfter = (date: string, by: number): string => {
  const month = monthAfter(date.slice(0, 7), by);
  const last = Number(dayAfter(`${monthAfter(month, 1)}-01`, -1).slice(8));
  return `${month}-${String(Math.min(Number(date.slice(8)), last)).padStart(2, "0")}`;
};
const intoWeek = (date: string, locale: string): number => (new Date(date).getUTCDay() - firstWeekday(locale) + 7) % 7;
const monthsFrom = (first: string, count: number) => Array.from({ length: count }, (_, by) => monthAfter(first, by));

describe.each(["en", "en-US"])("in the calendar of %s", (locale) => {
  const keys: readonly (readonly [string, (date: string) => string])[] = [
    ["ArrowLeft", (date) => dayAfter(date, -1)],
    ["ArrowRight", (date) => dayAfter(date, 1)],
    ["ArrowUp", (date) => dayAfter(date, -7)],
    ["ArrowDown", (date) => dayAfter(date, 7)],
    ["Home", (date) => dayAfter(date, -intoWeek(date, locale))],
    ["End", (date) => dayAfter(date, 6 - intoWeek(date, locale))],
    ["PageUp", (date) => inMonthAfter(date, -1)],
    ["PageDown", (date) => inMonthAfter(date, 1)],
  ];

  test.each(keys)(
    "%s leads from each day that is shown, also of the months around, to exactly the day that it means",
    (key, expected) => {
      // Within a week the month that is shown stays.
      const stays = key === "Home" || key === "End";
      for (const month of monthsFrom("2026-12", 16)) {
        const days = monthDays(month, locale);
        expect(days.map(({ date }) => ({ from: date, ...dayByKey(key, date, days, { month, locale }) }))).toEqual(
          days.map(({ date }) => {
            const to = expected(date);
            return { from: date, date: to, month: stays ? month : to.slice(0, 7) };
          }),
        );
      }
    },
  );
});

test.each([
  ["ArrowLeft", 1],
  ["ArrowRight", -1],
  ["ArrowUp", -7],
  ["ArrowDown", 7],
])("in Persian %s follows the direction of reading, in the months of that calendar", (key, by) => {
  vi.stubGlobal("document", { documentElement: { lang: "fa", dir: "rtl" } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const locale = "fa";
  const months = monthsFrom("2027-01", 7).map((month) => ({ month, days: monthDays(month, locale) }));
  const monthOfDay = (date: string) =>
    months.find(({ days }) => days.some((day) => day.inMonth && day.date === date))?.month;
  // Those around them are known, too.
  for (const { month, days } of months.slice(1, -1)) {
    expect(days.map(({ date }) => ({ from: date, ...dayByKey(key, date, days, { month, locale }) }))).toEqual(
      days.map(({ date }) => {
        const to = dayAfter(date, by);
        return { from: date, date: to, month: monthOfDay(to) };
      }),
    );
  }
});

test("a key that is none of the grid leads nowhere", () => {
  const days = monthDays("2027-03", "en");
  expect(dayByKey("Enter", "2027-03-10", days, { month: "2027-03", locale: "en" })).toBeNull();
});
