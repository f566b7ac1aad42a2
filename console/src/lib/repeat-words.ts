import { locale } from "./locale.ts";
import type { Rule } from "./recurrence.ts";
import { clockTime } from "./time.ts";
import { plural, t } from "./translate.ts";

/** `Every 2 weeks on Monday at 09:00`, `Once, on 1 December 2026 at 09:00`. */
export function repeatWords({ start, zone, repeat, until }: Rule): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale(), { ...options, timeZone: zone }).format(start);
  const time = clockTime(start, zone);
  if (!repeat)
    return t`Once, on ${part({ weekday: "long", day: "numeric", month: "long", year: "numeric" })} at ${time}`;
  const { value, unit } = repeat;
  const every = value === 1 ? t`Every ${unit}` : t`Every ${plural(value, unit, `${unit}s`)}`;
  const day = Number(new Intl.DateTimeFormat("en", { day: "numeric", timeZone: zone }).format(start));
  const words = {
    minute: every,
    hour: every,
    day: t`${every} at ${time}`,
    week: t`${every} on ${part({ weekday: "long" })} at ${time}`,
    month: t`${every} on day ${day}${day > 28 ? t`, or the last day of a shorter month,` : ""} at ${time}`,
    year: t`${every} on ${part({ day: "numeric", month: "long" })} at ${time}`,
  }[unit];
  if (!until) return words;
  const end = new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeZone: zone }).format(until);
  return t`${words}, until ${end}`;
}
