import { isRightToLeft } from "../../lib/locale.ts";
import { monthAfter, type MonthDay, monthDays } from "../../lib/month-days.ts";

type Day = Pick<MonthDay, "date" | "inMonth">;

const dayAfter = (date: string, by: number): string =>
  new Date(Date.parse(date) + by * 86_400_000).toISOString().slice(0, 10);

/** Where a key leads from a day of the grid, as in the grid pattern of ARIA; null: nowhere. */
export function dayByKey(
  key: string,
  date: string,
  days: readonly Day[],
  { month, locale }: { readonly month: string; readonly locale: string },
): { readonly date: string; readonly month: string } | null {
  if (key === "PageUp" || key === "PageDown") {
    const other = monthAfter(month, key === "PageUp" ? -1 : 1);
    const own = days.filter(({ inMonth }) => inMonth).findIndex((day) => day.date === date);
    const others = monthDays(other, locale).filter(({ inMonth }) => inMonth);
    return { date: others[Math.min(Math.max(own, 0), others.length - 1)]!.date, month: other };
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
  const isShown = days.some((day) => day.date === next && (day.inMonth || key === "Home" || key === "End"));
  return { date: next, month: isShown ? month : monthAfter(month, Math.sign(by)) };
}
