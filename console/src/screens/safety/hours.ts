import { digits, list } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import type { Settings } from "../settings/settings-data.ts";

export type Hours = Settings["quiet_hours"]["default_hours"];
export type Day = Hours["weekdays"];

export const days = [
  { name: "weekdays", label: t`Monday to Friday` },
  { name: "saturday", label: t`Saturday` },
  { name: "sunday", label: t`Sunday` },
] as const;

/** Minutes since midnight; `24:00` is the end of the day. */
export function minutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** "09:00 to 20:00" */
export function dayText(day: Day): string {
  return typeof day === "string" ? t`closed` : t`${digits(day[0]!)} to ${digits(day[1]!)}`;
}

/** The whole week in one line: "Monday to Friday 09:00 to 20:00, Saturday closed, …". */
export function hoursText(hours: Hours): string {
  const parts = days.map(({ name, label }) => `${label} ${dayText(hours[name])}`);
  if (hours.holidays === "closed") parts.push(t`public holidays closed`);
  return list(parts, "unit");
}

/** Every half hour, and the time that is set if it is another one. */
export function times(from: string, to: string, set: string | undefined): { value: string; label: string }[] {
  const all = Array.from({ length: 49 }, (_, half) => {
    const hour = String(Math.floor(half / 2)).padStart(2, "0");
    return `${hour}:${half % 2 === 0 ? "00" : "30"}`;
  });
  const offered = all.filter((time) => time >= from && time <= to);
  const chosen = set === undefined || offered.includes(set) ? offered : [...offered, set].toSorted();
  return chosen.map((value) => ({ value, label: digits(value) }));
}
