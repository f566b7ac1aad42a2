import { dateLocale } from "./locale.ts";
import type { RepeatUnit, Rule } from "./recurrence.ts";
import { clockTime } from "./time.ts";
import { plural, t } from "./translate.ts";

/** `Every week`, `Every 2 weeks`. */
export const every: Readonly<Record<RepeatUnit, (value: number) => string>> = {
  minute: (value) => plural(value, "Every minute", "Every # minutes"),
  hour: (value) => plural(value, "Every hour", "Every # hours"),
  day: (value) => plural(value, "Every day", "Every # days"),
  week: (value) => plural(value, "Every week", "Every # weeks"),
  month: (value) => plural(value, "Every month", "Every # months"),
  year: (value) => plural(value, "Every year", "Every # years"),
};

/** `Every 2 weeks on Monday at 09:00`, `Once, on 1 December 2026 at 09:00`. */
export function repeatWords({ start, zone, repeat, until }: Rule): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(), { ...options, timeZone: zone }).format(start);
  const time = clockTime(start, zone);
  if (!repeat)
    return t`Once, on ${part({ weekday: "short", day: "numeric", month: "short", year: "numeric" })} at ${time}`;
  const often = every[repeat.unit](repeat.value);
  const day = Number(new Intl.DateTimeFormat("en", { day: "numeric", timeZone: zone }).format(start));
  const words = {
    minute: often,
    hour: often,
    day: t`${often} at ${time}`,
    week: t`${often} on ${part({ weekday: "long" })} at ${time}`,
    month:
      day > 28
        ? t`${often} on day ${day}, or the last day of a shorter month, at ${time}`
        : t`${often} on day ${day} at ${time}`,
    year: t`${often} on ${part({ day: "numeric", month: "long" })} at ${time}`,
  }[repeat.unit];
  if (!until) return words;
  const end = new Intl.DateTimeFormat(dateLocale(), { dateStyle: "long", timeZone: zone }).format(until);
  return t`${words}, until ${end}`;
}
