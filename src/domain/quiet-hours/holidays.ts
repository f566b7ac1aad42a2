import { Temporal } from "temporal-polyfill";

import { holidayRules, type HolidayRule } from "./data/holiday-rules.ts";

const SATURDAY = 6;
const SUNDAY = 7;
const years = new Map<string, ReadonlySet<string>>();

/** Whether the public holidays of a region are known. A state of the US has its own, and those of the whole country. */
export const knowsHolidays = (region: string): boolean => Object.hasOwn(holidayRules, region);

/** Whether a day, as `YYYY-MM-DD`, is a public holiday of a region; the days on which one is observed are, too. */
export function isHoliday(region: string, date: string): boolean {
  if (!knowsHolidays(region)) return false;
  const year = Number(date.slice(0, 4));
  // The first of January is observed in the year before if it is a Saturday.
  return holidaysIn(region, year).has(date) || (date.endsWith("-12-31") && holidaysIn(region, year + 1).has(date));
}

function holidaysIn(region: string, year: number): ReadonlySet<string> {
  const key = `${region} ${year}`;
  let found = years.get(key);
  if (!found) years.set(key, (found = holidays(holidayRules[region]!, year)));
  return found;
}

function holidays(rules: readonly HolidayRule[], year: number): ReadonlySet<string> {
  const days = rules.map((rule) => ({ rule, day: dayOf(rule, year) }));
  const closed = new Set(days.map(({ day }) => day.toString()));
  for (const { rule, day } of days) {
    if (!("observed" in rule) || day.dayOfWeek < SATURDAY) continue;
    if (rule.observed === "nearest") {
      closed.add(day.add({ days: day.dayOfWeek === SATURDAY ? -1 : 1 }).toString());
      continue;
    }
    // The next weekday that is no holiday itself: Christmas and the day after it may both be at a weekend.
    let later = day;
    while (later.dayOfWeek >= SATURDAY || closed.has(later.toString())) later = later.add({ days: 1 });
    closed.add(later.toString());
  }
  return closed;
}

function dayOf(rule: HolidayRule, year: number): Temporal.PlainDate {
  if ("easter" in rule) return easterSunday(year).add({ days: rule.easter });
  const first = Temporal.PlainDate.from({ year, month: rule.month, day: "day" in rule ? rule.day : 1 });
  if ("day" in rule) return first;
  if (rule.nth === "last") {
    const last = first.add({ months: 1 }).subtract({ days: 1 });
    return last.subtract({ days: (last.dayOfWeek - rule.weekday + SUNDAY) % SUNDAY });
  }
  return first.add({ days: ((rule.weekday - first.dayOfWeek + SUNDAY) % SUNDAY) + SUNDAY * (rule.nth - 1) });
}

/** The Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return Temporal.PlainDate.from({ year, month, day });
}
