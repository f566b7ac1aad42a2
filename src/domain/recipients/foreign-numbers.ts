import { parsePhone, type Country, type Phone } from "./phone.ts";

/** Numbers of another system: each once, and how many were there twice or are no phone numbers. */
export function readForeignNumbers(
  numbers: readonly string[],
  country: Country | null,
): { readonly phones: readonly Phone[]; readonly duplicates: number; readonly invalid: number } {
  const valid = numbers.flatMap((number) => {
    const read = parsePhone(number, country);
    return read.ok ? [read.value] : [];
  });
  const phones = [...new Set(valid)];
  return { phones, duplicates: valid.length - phones.length, invalid: numbers.length - valid.length };
}
