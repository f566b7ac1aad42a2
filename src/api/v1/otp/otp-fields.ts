import type { Detail } from "#domain/error";
import { readPhone } from "#domain/recipients/numbers";
import type { Country, Phone } from "#domain/recipients/phone";

/** Prefix of an id. */
export const OTP_ID = "otp";

/** The number of a call; its issue is added to `issues`, and then it is empty. */
export function readNumber(text: string, country: Country | null, issues: Detail[]): Phone {
  const read = readPhone("number", text, country);
  if (typeof read === "string") return read;
  issues.push(read);
  return "" as Phone;
}
