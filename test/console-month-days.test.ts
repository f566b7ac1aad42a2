import { expect, test } from "vitest";

import { monthAfter, monthDays, monthOf } from "../console/src/lib/month-days.ts";

const datesOf = (month: string, locale: string) =>
  monthDays(month, locale)
    .filter(({ inMonth }) => inMonth)
    .map(({ date }) => date);

test("the calendar of a Persian reader has the months of that calendar, in weeks from Saturday on", () => {
  const month = monthOf(undefined, "2026-11-28", "fa");
  const azar = datesOf(month, "fa");
  expect([azar[0], azar.at(-1), azar.length]).toEqual(["2026-11-22", "2026-12-21", 30]);
  expect(monthDays(month, "fa")[0]?.date).toBe("2026-11-21");
});

test("its months follow each other without a gap, over years", () => {
  let month = monthOf(undefined, "2026-03-21", "fa");
  for (let turned = 0; turned < 60; turned += 1) {
    const last = Date.parse(datesOf(month, "fa").at(-1)!);
    month = monthAfter(month, 1);
    expect(datesOf(month, "fa")[0]).toBe(new Date(last + 86_400_000).toISOString().slice(0, 10));
    expect(monthOf(undefined, datesOf(month, "fa")[5]!, "fa")).toBe(month);
  }
});

test.each([
  ["de", "2026-10-26"],
  ["en-GB", "2026-10-26"],
  ["en-US", "2026-11-01"],
  // English does not determine a country.
  ["en", "2026-10-26"],
])("in %s November is a month, and its first week begins on %s", (locale, first) => {
  expect(monthOf(undefined, "2026-11-28", locale)).toBe("2026-11");
  expect(datesOf("2026-11", locale)).toHaveLength(30);
  expect(monthDays("2026-11", locale)[0]?.date).toBe(first);
});
