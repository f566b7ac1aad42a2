import type { CustomFields } from "../newsletter/newsletter-store.ts";
import type { Field } from "../subscribers/field.ts";

type Value = CustomFields[string];

/**
 * Converts values as a spreadsheet program of another language writes them to the form that the API accepts. Only
 * unambiguous ones: a number such as 1,234 and a day such as 4/3/1990 have two meanings, and remain errors of their
 * row.
 */
export function asWritten(
  fields: readonly Pick<Field, "key" | "type">[],
  values: ReadonlyMap<string, Value>,
): Record<string, Value> {
  const written = Object.fromEntries(values);
  for (const { key, type } of fields) {
    const value = values.get(key);
    if (typeof value === "string") written[key] = localValue(type, value);
  }
  return written;
}

function localValue(type: Field["type"], text: string): string {
  switch (type) {
    case "date":
      return isoDay(text);
    case "number":
      return /^\s*[+-]?\d+,(?:\d{1,2}|\d{4,})\s*$/.test(text) ? text.replace(",", ".") : text;
    case "yes_no":
      return ANSWERS.get(text.trim().toLowerCase()) ?? text;
    default:
      return text;
  }
}

/** 3.4.2026, with or without a time behind it, as 2026-04-03: with dots, the day comes first everywhere. */
export const isoDay = (text: string): string =>
  text.replace(
    /^\s*(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:(?:,\s?|\s+)(?=\d)|\s*$)/,
    (whole, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${/[\s,]$/.test(whole) ? " " : ""}`,
  );

const ANSWERS: ReadonlyMap<string, string> = new Map([
  ...["ja", "oui", "sí", "si", "sì", "sim", "tak", "да", "evet", "بله", "نعم", "是"].map(
    (word) => [word, "yes"] as const,
  ),
  ...["nein", "non", "não", "nee", "nie", "нет", "hayır", "خیر", "لا", "否"].map((word) => [word, "no"] as const),
]);
