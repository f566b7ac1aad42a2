import { timeRange } from "../../lib/time.ts";
import { t } from "../../lib/translate.ts";

export const periods = [
  { value: "1", label: t`Today` },
  { value: "7", label: t`Last 7 days` },
  { value: "30", label: t`Last 30 days` },
] as const;

/** When the first of so many days of the reader began, of which the last is today. */
export function beginOf(days: number): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();
}

/** Days of the reader, `YYYY-MM-DD` as date fields have them; "": no bound. */
export type Days = { readonly first: string; readonly last: string };

type Range = { readonly from?: string | undefined; readonly to?: string | undefined };

/** The instants of the address: links mean the same moments in every zone. The end is inclusive, as in the API. */
export function rangeOf({ first, last }: Days): Range {
  const begin = midnight(first, 0);
  const end = midnight(last, 1);
  return { from: begin?.toISOString(), to: end && new Date(end.getTime() - 1).toISOString() };
}

/** The days in which a range begins and ends. */
export function daysOf({ from, to }: Range): Days {
  return { first: from ? dayOf(new Date(from)) : "", last: to ? dayOf(new Date(to)) : "" };
}

/** A range in words: its days if it begins and ends with them, otherwise its times. */
export function rangeWords({ from, to }: Range): string {
  const begin = from && new Date(from);
  const end = to && new Date(to);
  const whole = (!begin || isMidnight(begin)) && (!end || isMidnight(new Date(end.getTime() + 1)));
  const words = (one: Date, other: Date): string => timeRange(one, other, !whole);
  if (begin && end) return words(begin, end);
  if (begin) return t`since ${words(begin, begin)}`;
  return end ? t`until ${words(end, end)}` : "";
}

/** The midnight of the reader that begins a day, or one so many days later; undefined: that is no day. */
function midnight(day: string, later: number): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + later);
}

const isMidnight = (at: Date): boolean => at.getHours() + at.getMinutes() + at.getSeconds() === 0;

const two = (value: number): string => String(value).padStart(2, "0");

const dayOf = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
