import { parseAddress } from "#lib/ip";

import type { CustomFields } from "../newsletter/newsletter-store.ts";
import { CUSTOM_VALUE_LENGTH } from "../newsletter/field-limits.ts";
import { phoneReason } from "../recipients/numbers.ts";
import { parsePhone, type Phone } from "../recipients/phone.ts";
import { plainName, recognized } from "./columns.ts";
import type { ImportPlan, ImportState } from "./import.ts";
import { isoDay } from "./local-value.ts";

/** Of other services, and in tables typed by people in a language of the console; as `plainName` writes them. */
const STATES: Readonly<Record<string, ImportState>> = {
  "1": "active",
  active: "active",
  subscribed: "active",
  enabled: "active",
  confirmed: "active",
  optin: "active",
  optedin: "active",
  // Our own exports: a member whose number could not be reached.
  bounced: "active",
  "0": "pending",
  pending: "pending",
  unconfirmed: "pending",
  inactive: "pending",
  unsubscribed: "unsubscribed",
  cleaned: "unsubscribed",
  left: "left",
  optout: "unsubscribed",
  optedout: "unsubscribed",
  blocked: "unsubscribed",
  suppressed: "unsubscribed",
  donotcontact: "unsubscribed",
  blocklisted: "unsubscribed",
  blacklisted: "unsubscribed",
  aktiv: "active",
  angemeldet: "active",
  abonniert: "active",
  bestätigt: "active",
  ausstehend: "pending",
  unbestätigt: "pending",
  nichtbestätigt: "pending",
  inaktiv: "pending",
  ausgetreten: "left",
  abgemeldet: "unsubscribed",
  abbestellt: "unsubscribed",
  ausgetragen: "unsubscribed",
  gesperrt: "unsubscribed",
  blockiert: "unsubscribed",
  فعال: "active",
  مشترک: "active",
  تأییدشده: "active",
  تاییدشده: "active",
  درانتظار: "pending",
  تأییدنشده: "pending",
  تاییدنشده: "pending",
  غیرفعال: "pending",
  خارجشد: "left",
  خارجشده: "left",
  لغواشتراککرده: "unsubscribed",
  لغواشتراک: "unsubscribed",
  لغوشده: "unsubscribed",
  انصرافداده: "unsubscribed",
  مسدود: "unsubscribed",
};

/** The issue of one cell. It is thrown, so that only the first issue of a row is reported. */
export class CellIssue extends Error {
  override readonly name = "CellIssue";
}

/** PostgreSQL refuses NUL and half a surrogate pair, which JSON can write; no phone displays control characters. */
export const clean = (cell: string): string =>
  cell
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();

export function phoneOf(text: string, { country }: Pick<ImportPlan, "country">): Phone {
  // A spreadsheet program has replaced the last digits of a long number by zeros: it cannot be repaired.
  if (/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(text)) {
    throw new CellIssue("was rounded by a spreadsheet program: export the column as text");
  }
  // An apostrophe marks text in a spreadsheet, and guards our own exports. Programs that took a column for decimal
  // numbers wrote "2025550163.0": read as digits, that would be a number in Egypt.
  const written = text.replace(/^['‘’]/, "").replace(/^((?:\w+:)?\+?\d{7,15})[.,]0+$/, "$1");
  const result = parsePhone(written, country);
  if (!result.ok) throw new CellIssue(phoneReason(result.error));
  return result.value;
}

export function stateOf(text: string): ImportState {
  const name = plainName(text);
  if (Object.hasOwn(STATES, name)) return STATES[name]!;
  throw new CellIssue("is not a known state: use active, pending, left or unsubscribed");
}

export function timeOf(text: string, now: number): number {
  const [, date, time = "00:00:00", zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i.exec(isoDay(text)) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time}${zone.toUpperCase().replace("UTC", "Z")}`);
  // To Date, 30 February is a day of March.
  const isDay = new Date(`${date}T00:00:00Z`).getUTCDate() === Number(date?.slice(-2));
  if (Number.isNaN(at) || !isDay || at < 0)
    throw new CellIssue("is not a date: write 2027-06-01 or 2027-06-01T12:00:00Z");
  if (at > now) throw new CellIssue("is in the future");
  return at;
}

/**
 * 1.234 has two meanings in a file whose cells are not separated by commas: programs write such files where the comma
 * is the decimal separator.
 */
export function refuseAmbiguous(number: string, { delimiter }: Pick<ImportPlan, "delimiter">): void {
  if (delimiter === "," || !/^[+-]?\d{1,3}(?:\.\d{3})+$/.test(number)) return;
  throw new CellIssue("may be a thousand or a fraction: write it as 1234, or with one more digit as 1.2340");
}

export function addressOf(text: string): string {
  const address = parseAddress(text);
  if (address === null) throw new CellIssue("is not an IP address");
  return address.toString();
}

/** @param hasPhone whether the number is among them */
export function attributesOf(
  text: string,
  hasPhone: boolean,
): { readonly number?: string | number; readonly fields: CustomFields } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CellIssue("is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new CellIssue("is not a JSON object");
  // 1e999 is read as infinity, which JSON cannot write.
  const entries = Object.entries(value).filter(
    ([, one]) => ["string", "boolean"].includes(typeof one) || Number.isFinite(one),
  );
  const at = hasPhone ? recognized(entries.map(([name]) => name)).indexOf("phone") : -1;
  const fields = entries.flatMap(([name, one], nth): [string, string | number | boolean][] =>
    nth === at || clean(name) === "" || name.length > 100
      ? []
      : [[clean(name), typeof one === "string" ? fit(clean(one), CUSTOM_VALUE_LENGTH) : (one as number | boolean)]],
  );
  const number = entries[at]?.[1] as string | number | undefined;
  return { ...(number !== undefined && { number }), fields: Object.fromEntries(fields) };
}

/** Turns a reader that returns null for what it does not accept into a reader of cells. */
export function checked(read: (text: string) => string | null, text: string, message: string): string {
  const value = read(text);
  if (value === null) throw new CellIssue(message);
  return value;
}

export function fit(text: string, most: number): string {
  if (text.length > most) throw new CellIssue(`is longer than ${most} characters`);
  return text;
}
