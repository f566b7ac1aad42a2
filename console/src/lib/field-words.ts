import { locale } from "./locale.ts";
import { calendarDay } from "./time.ts";

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** A day as the reader writes days. Other texts stay unchanged. */
export const dayWords = (text: string): string => (isDay(text) ? calendarDay(text) : text);

/** A number with the reader's digits; without separators, as it may be that of a customer. */
export function numberWords(text: string): string {
  const value = Number(text);
  // Otherwise it has more digits than a number can hold, or is not a number.
  return Number.isFinite(value) && `${value}` === text
    ? new Intl.NumberFormat(locale(), { useGrouping: false, maximumFractionDigits: 20 }).format(value)
    : text;
}
