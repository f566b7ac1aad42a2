const day = 86_400_000;

/**
 * `2026-12` of an address, or the month of a date `YYYY-MM-DD`. In other calendars than the Gregorian it stands for the
 * month that contains its first day: there is exactly one for each.
 */
export function monthOf(value: unknown, today: string, locale: string): string {
  if (typeof value === "string" && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value)) return value;
  const first = new Date(firstOf(Date.parse(today), locale)).toISOString();
  return first.slice(8, 10) === "01" ? first.slice(0, 7) : monthAfter(first.slice(0, 7), 1);
}

/** The first day of the month that an instant is in, in the calendar of the locale. */
function firstOf(at: number, locale: string): number {
  const { calendar } = new Intl.DateTimeFormat(locale).resolvedOptions();
  const number = new Intl.DateTimeFormat("en", { calendar, numberingSystem: "latn", day: "numeric", timeZone: "UTC" });
  return at - (Number(number.format(at)) - 1) * day;
}

/** 1 is Monday, which it is where the region is not known. */
export function firstWeekday(locale: string): number {
  if (locale === "en") return 1;
  // Not every browser reports it.
  const info = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } };
  return info.getWeekInfo?.().firstDay ?? 1;
}

/** @param by months, negative for earlier ones */
export function monthAfter(month: string, by: number): string {
  const [year = 0, index = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, index - 1 + by, 1)).toISOString().slice(0, 7);
}

export type MonthDay = { readonly date: string; readonly next: string; readonly inMonth: boolean };

/** Whole weeks that cover the month, each day as `YYYY-MM-DD` with the one after it. */
export function monthDays(month: string, locale: string): readonly MonthDay[] {
  const first = firstOf(Date.parse(`${month}-01`), locale);
  const start = first - ((new Date(first).getUTCDay() - firstWeekday(locale) + 7) % 7) * day;
  // No month is longer, and none is so short that this would be the month after next.
  const end = firstOf(first + 32 * day, locale);
  const weeks = Math.ceil((end - start) / (7 * day));
  const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return Array.from({ length: weeks * 7 }, (_, index) => {
    const at = start + index * day;
    return { date: dateOf(at), next: dateOf(at + day), inMonth: at >= first && at < end };
  });
}
