import { isDay } from "#lib/time";

const MINUTE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/;

/** A start as the quick form sends it: minutes are whole, and a day alone means its last second. */
export function completeMoment(text: string): string {
  const trimmed = text.trim();
  if (isDay(trimmed)) return `${trimmed}T23:59:59`;
  return MINUTE.test(trimmed) ? `${trimmed}:00` : trimmed;
}

/** A filter that is not a day is ignored. */
export function validDay(value: unknown): string | undefined {
  return typeof value === "string" && isDay(value) ? value : undefined;
}

/** Made once: a formatter costs 50 µs, and lists have a hundred thousand rows. */
const LONG_DAY = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" });
const CLOCK = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", hour: "numeric", minute: "2-digit", hour12: true });

/** `2027-06-01 13:05:00` as people read it: "June 1, 2027 1:05 pm". */
export function readableDate(siteTime: string): string {
  const at = new Date(`${siteTime.replace(" ", "T")}Z`);
  if (Number.isNaN(at.getTime())) return siteTime;
  const time = CLOCK.format(at).replaceAll(/[\u202f\u00a0]/g, " ");
  return `${LONG_DAY.format(at)} ${time.toLowerCase()}`;
}
