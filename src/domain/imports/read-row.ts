import type { CustomFields } from "../newsletter/newsletter-store.ts";
import { phoneReason } from "../recipients/numbers.ts";
import { parsePhone, type Phone } from "../recipients/phone.ts";
import { plainName, recognized } from "./columns.ts";
import type { ColumnTarget, ImportedPerson, ImportPlan, ImportState, RowIssue } from "./import.ts";

const MOST_NAME = 250;
const MOST_VALUE = 1_000;
const MOST_FIELDS = 50;

const STATES: Readonly<Record<string, ImportState>> = {
  "1": "active",
  active: "active",
  subscribed: "active",
  enabled: "active",
  confirmed: "active",
  optin: "active",
  "0": "pending",
  pending: "pending",
  unconfirmed: "pending",
  inactive: "pending",
  unsubscribed: "unsubscribed",
  cleaned: "unsubscribed",
  left: "unsubscribed",
  optout: "unsubscribed",
  blocklisted: "unsubscribed",
  blacklisted: "unsubscribed",
};

/** The issue of one cell: thrown within a row, so that its first one ends it. */
class CellIssue extends Error {
  override readonly name = "CellIssue";
}

/** PostgreSQL refuses NUL, and no phone displays control characters. */
const clean = (cell: string): string => cell.replaceAll(/\p{Cc}+/gu, " ").trim();

/**
 * The person in one row, or why the row is left out. null: the row is empty.
 *
 * @param now milliseconds since 1970: nobody has agreed in the future
 */
export function readRow(
  plan: Pick<ImportPlan, "columns" | "country" | "state" | "pendingOnly">,
  row: number,
  cells: readonly string[],
  now: number,
): ImportedPerson | RowIssue | null {
  const texts = cells.map(clean);
  if (texts.every((text) => text === "")) return null;
  let [phone, name, first, last]: [Phone | null, string, string, string] = [null, "", "", ""];
  let state = plan.state;
  let [consentAt, consentSource, consentWording]: [number | null, string | null, string | null] = [null, null, null];
  const fields: Record<string, string | number | boolean> = {};
  const read = (target: ColumnTarget, text: string): void => {
    if (target === "phone") phone = phoneOf(text, plan);
    else if (text === "" || target === "skip") return;
    else if (target === "name") name = fit(text, MOST_NAME);
    else if (target === "first_name") first = text;
    else if (target === "last_name") last = text;
    else if (target === "state") state = stateOf(text);
    else if (target === "consent_at") consentAt = timeOf(text, now);
    else if (target === "consent_source") consentSource = fit(text, MOST_NAME);
    else if (target === "consent_wording") consentWording = fit(text, MOST_VALUE);
    else if (target === "attributes") {
      const { number, ...others } = attributesOf(text, !plan.columns.includes("phone"));
      if (number !== undefined) phone = phoneOf(String(number), plan);
      Object.assign(fields, others.fields);
    } else fields[target.slice("field:".length)] = fit(text, MOST_VALUE);
  };
  let column = 0;
  try {
    for (const target of plan.columns) {
      read(target, texts[column] ?? "");
      column += 1;
    }
    name ||= fit(`${first} ${last}`.trim(), MOST_NAME);
    if (phone === null) throw new CellIssue("has no phone number");
    if (Object.keys(fields).length > MOST_FIELDS) throw new CellIssue(`has more than ${MOST_FIELDS} fields`);
  } catch (error) {
    if (!(error instanceof CellIssue)) throw error;
    const at = Math.min(column, plan.columns.length - 1);
    return { row, column: at + 1, target: plan.columns[at]!, reason: error.message };
  }
  if (plan.pendingOnly && state === "active") state = "pending";
  return { row, phone, name, fields, state, consentAt, consentSource, consentWording };
}

function phoneOf(text: string, { country }: Pick<ImportPlan, "country">): Phone {
  // A spreadsheet program has replaced the last digits of a long number by zeros: it cannot be repaired.
  if (/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(text)) {
    throw new CellIssue("was rounded by a spreadsheet program: export the column as text");
  }
  // An apostrophe marks text in a spreadsheet, and guards our own exports.
  const result = parsePhone(text.replace(/^['‘’]/, ""), country);
  if (!result.ok) throw new CellIssue(phoneReason(result.error));
  return result.value;
}

function stateOf(text: string): ImportState {
  const state = STATES[plainName(text)];
  if (state === undefined) throw new CellIssue("is not a known state: use active, pending or unsubscribed");
  return state;
}

function timeOf(text: string, now: number): number {
  const [, date, time = "00:00:00", zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i.exec(text) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time}${zone.toUpperCase().replace("UTC", "Z")}`);
  if (Number.isNaN(at) || at < 0) throw new CellIssue("is not a date: write 2027-06-01 or 2027-06-01T12:00:00Z");
  if (at > now) throw new CellIssue("is in the future");
  return at;
}

/** @param hasPhone whether the number is among them */
function attributesOf(
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
  const entries = Object.entries(value).filter(([, one]) => ["string", "number", "boolean"].includes(typeof one));
  const at = hasPhone ? recognized(entries.map(([name]) => name)).indexOf("phone") : -1;
  const fields = entries.flatMap(([name, one], nth): [string, string | number | boolean][] =>
    nth === at || name === "" || name.length > 100
      ? []
      : [[clean(name), typeof one === "string" ? fit(clean(one), MOST_VALUE) : (one as number | boolean)]],
  );
  const number = entries[at]?.[1] as string | number | undefined;
  return { ...(number !== undefined && { number }), fields: Object.fromEntries(fields) };
}

function fit(text: string, most: number): string {
  if (text.length > most) throw new CellIssue(`is longer than ${most} characters`);
  return text;
}
