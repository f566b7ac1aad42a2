import type { Detail } from "../fault.ts";
import { parsePhone, type Country, type Phone, type PhoneFault } from "./phone.ts";

export type NumbersReading = {
  /** Every number once, in the order of first mention. */
  readonly phones: readonly Phone[];
  readonly duplicates: number;
  readonly faults: readonly Detail[];
};

const sentences: Readonly<Record<PhoneFault, string>> = {
  empty: "is empty",
  not_a_number: "is not a phone number",
  too_short: "is too short for a phone number",
  too_long: "is too long for a phone number",
  unknown_country: "does not begin with a known country code, such as +49",
};

/** Reads direct numbers, naming the index and reason of each that is none. */
export function readNumbers(field: string, texts: readonly string[], country: Country | null): NumbersReading {
  const phones = new Set<Phone>();
  const faults: Detail[] = [];
  texts.forEach((text, index) => {
    const result = parsePhone(text, country);
    if (result.ok) phones.add(result.value);
    else {
      const message = sentences[result.error];
      faults.push({ field: `${field}[${index}]`, code: "invalid_phone", message, value: text.slice(0, 40) });
    }
  });
  return { phones: [...phones], duplicates: texts.length - phones.size - faults.length, faults };
}

/** Reads one number; the detail says what is wrong with it. */
export function readPhone(field: string, text: string, country: Country | null): Phone | Detail {
  const result = parsePhone(text, country);
  if (result.ok) return result.value;
  return { field, code: "invalid_phone", message: sentences[result.error], value: text.slice(0, 40) };
}
