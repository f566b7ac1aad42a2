import { isRightToLeft } from "../../lib/locale.ts";
import { monthAfter, type MonthDay, monthDays, monthOf } from "../../lib/month-days.ts";

type Day = Pick<MonthDay, "date">;

const dayAfter = (date: string, by: number): string =>
  new Date(Date.parse(date) + by * 86_400_000).toISOString().slice(0, 10);

const datesOf = (month: string, locale: string): readonly string[] =>
  monthDays(month, locale)
    .filter(({ inMonth }) => inMonth)
    .map(({ date }) => date);

/** Where a key leads from a day of the grid, as in the grid pattern of ARIA; null: nowhere. */
export function dayByKey(
  key: string,
  date: string,
  days: readonly Day[],
  { month, locale }: { readonly month: string; readonly locale: string },
): { readonly date: string; readonly month: string } | null {
  if (key === "PageUp" || key === "PageDown") {
    const own = monthOf(undefined, date, locale);
    const other = monthAfter(own, key === "PageUp" ? -1 : 1);
    const others = datesOf(other, locale);
    return { date: others[datesOf(own, locale).indexOf(date)] ?? others.at(-1)!, month: other };
  }
  const weekday = days.findIndex((day) => day.date === date) % 7;
  const forward = isRightToLeft() ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -forward,
    ArrowRight: forward,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
  };
  const by = steps[key];
  if (by === undefined) return null;
  const next = dayAfter(date, by);
  // Home and End stay in their week, which is shown.
  return { date: next, month: key === "Home" || key === "End" ? month : monthOf(undefined, next, locale) };
}
