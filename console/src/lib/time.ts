import { commas } from "./commas.ts";
import { dateLocale, locale } from "./locale.ts";
import { t } from "./translate.ts";

const cache = new Map<string, Intl.DateTimeFormat>();

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${dateLocale()} ${JSON.stringify(options)}`;
  let format = cache.get(key);
  if (!format) cache.set(key, (format = new Intl.DateTimeFormat(dateLocale(), options)));
  return format;
}

const steps = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 7],
] as const;

let relative: Intl.RelativeTimeFormat | undefined;
let reader: string | undefined;

/** The zone of the browser, in which times are shown. Queried when it is needed: this takes 5 ms, on a phone 20. */
export const readerZone = (): string => (reader ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** `5 minutes ago`, `in 2 hours`; from a week on the date. `zone` is an IANA name; default: the reader's. */
export function relativeTime(at: Date, now: Date, zone?: string): string {
  let distance = (at.getTime() - now.getTime()) / 1000;
  if (Math.abs(distance) < 45) return distance > 20 ? t`in a moment` : t`just now`;
  for (const [unit, size] of steps) {
    // Rounded: 59.7 seconds are a minute.
    if (Math.abs(Math.round(distance)) < size) {
      relative ??= new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style: "short" });
      return relative.format(Math.round(distance), unit);
    }
    distance /= size;
  }
  const timeZone = zone ?? readerZone();
  const yearOf = (date: Date): string => dates({ year: "numeric", timeZone }).format(date);
  const year = yearOf(at) === yearOf(now) ? undefined : "numeric";
  return dates({ day: "numeric", month: "short", year, timeZone }).format(at);
}

/** `24 Nov 2026, 10:02:31 GMT+1`: unambiguous. */
export function exactTime(at: Date, zone: string): string {
  const date = { dateStyle: "medium", timeZone: zone } as const;
  const time = {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    second: "2-digit",
    timeZoneName: "short",
    timeZone: zone,
  } as const;
  return commas([dates(date).format(at), dates(time).format(at)]);
}

/** `10:02` */
export function clockTime(at: Date, zone: string): string {
  return dates({ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone }).format(at);
}

/** `10:02:30`, in the zone of the reader. */
export function secondsTime(at: Date): string {
  const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  return dates({ ...clock, timeZone: readerZone() }).format(at);
}

/** `Tue 24 Nov` */
export function dayName(at: Date, zone: string): string {
  return dates({ weekday: "short", day: "numeric", month: "short", timeZone: zone }).format(at);
}

/** `24 Nov 2026`, of the day `2026-11-24`, which is the same everywhere. */
export function calendarDay(day: string): string {
  return dates({ dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}

/** `1 – 7 Nov 2026`, with `times` `1 Nov 2026, 10:00 – 12:30`: in the zone of the reader. */
export function timeRange(from: Date, to: Date, times: boolean): string {
  const days = { day: "numeric", month: "short", year: "numeric" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return dates({ ...days, ...(times && clock), timeZone: readerZone() }).formatRange(from, to);
}

/** Whether clock and calendar of two zones show the same at this moment, whatever the zones are called. */
export function sameClock(at: Date, one: string, other: string): boolean {
  const wall = (zone: string): string => dates({ dateStyle: "short", timeStyle: "short", timeZone: zone }).format(at);
  return one === other || wall(one) === wall(other);
}

/** Compares the names of the zones: two that agree today may differ in summer. */
export const isReaderZone = (zone: string): boolean =>
  dates({ timeZone: zone }).resolvedOptions().timeZone === readerZone();

/** Days or a time of day of a zone, which is named unless it is the reader's. */
export const inZone = (words: string, zone: string): string => (isReaderZone(zone) ? words : `${words} (${zone})`);
