import { textOfCell } from "#lib/csv/cells";
import { namesIn } from "#lib/csv/name-list";

import { CUSTOM_VALUE_LENGTH, NAME_LENGTH } from "../newsletter/field-limits.ts";
import type { MembershipState } from "../newsletter/newsletter-store.ts";
import type { Phone } from "../recipients/phone.ts";
import { readFields, type FieldIssue } from "../subscribers/check-fields.ts";
import type { Field } from "../subscribers/field.ts";
import { LOCALE_ISSUE, localeOf, ZONE_ISSUE, zoneOf } from "../subscribers/place.ts";
import type { ColumnTarget, ImportedPerson, ImportPlan, NamedGroup, RowIssue } from "./import.ts";
import { asWritten } from "./local-value.ts";
import {
  addressOf,
  attributesOf,
  CellIssue,
  checked,
  clean,
  fit,
  phoneOf,
  refuseAmbiguous,
  stateOf,
  timeOf,
} from "./read-cell.ts";

const MOST_FIELDS = 50;
/** As many as a call may name. */
const MOST_GROUPS = 1_000;

/** All that is read of rows that end a subscription: nothing else in them may keep an opt-out from being obeyed. */
const OF_LEAVERS: ReadonlySet<ColumnTarget> = new Set([
  "phone",
  "state",
  "attributes",
  "groups",
  "pending_groups",
  "left_groups",
]);

export type RowPlan = Pick<ImportPlan, "columns" | "country" | "delimiter" | "state" | "pendingOnly"> & {
  readonly fields: readonly Field[];
  /** Milliseconds since 1970: nobody has agreed in the future. */
  readonly now: number;
};

/** A person, and why the row is left out unless they are known: known people keep the values that a row lacks. */
export type Newcomer = { readonly person: ImportedPerson; readonly missing: RowIssue };

/** The person in one row, or why the row is left out. null: the row is empty. */
export function readRow(
  plan: RowPlan,
  row: number,
  cells: readonly string[],
): ImportedPerson | RowIssue | Newcomer | null {
  const texts = cells.map((cell) => clean(textOfCell(cell)));
  if (texts.every((text) => text === "")) return null;
  let [phone, name, first, last]: [Phone | null, string, string, string] = [null, "", "", ""];
  let state = plan.state;
  let [consentAt, consentSource, consentWording]: [number | null, string | null, string | null] = [null, null, null];
  let [consentIp, confirmedAt, confirmedIp]: [string | null, number | null, string | null] = [null, null, null];
  const named: NamedGroup[] = [];
  let [locale, timeZone]: [string | null, string | null] = [null, null];
  const fields = new Map<string, string | number | boolean>();
  const columnOf = new Map<string, number>();
  const hasPhone = plan.columns.includes("phone");
  const ends = (): boolean => state === "unsubscribed" || state === "left";
  /** @param own null: the state of the row */
  const join = (text: string, own: MembershipState | null): void => {
    const names = namesIn(text);
    if (names.length > MOST_GROUPS && !ends()) throw new CellIssue(`names more than ${MOST_GROUPS} groups`);
    for (const name of names) {
      if (ends()) named.push({ name, state: "left", column });
      else named.push({ name: fit(name, NAME_LENGTH), state: own ?? (state as MembershipState), column });
    }
  };
  const read = (target: ColumnTarget, text: string): void => {
    if (target === "phone") phone = phoneOf(text, plan);
    else if (text === "" || target === "skip") return;
    else if (target === "state") state = stateOf(text);
    else if (ends() && (!OF_LEAVERS.has(target) || (target === "attributes" && hasPhone))) return;
    else if (target === "name") name = fit(text, NAME_LENGTH);
    else if (target === "first_name") first = text;
    else if (target === "last_name") last = text;
    else if (target === "locale") locale = checked(localeOf, text, LOCALE_ISSUE);
    else if (target === "time_zone") timeZone = checked(zoneOf, text, ZONE_ISSUE);
    else if (target === "consent_at") consentAt = timeOf(text, plan.now);
    else if (target === "consent_ip") consentIp = addressOf(text);
    else if (target === "confirmed_at") confirmedAt = timeOf(text, plan.now);
    else if (target === "confirmed_ip") confirmedIp = addressOf(text);
    else if (target === "groups") join(text, null);
    else if (target === "pending_groups") join(text, "pending");
    else if (target === "left_groups") join(text, "left");
    else if (target === "consent_source") consentSource = fit(text, NAME_LENGTH);
    else if (target === "consent_wording") consentWording = fit(text, CUSTOM_VALUE_LENGTH);
    else if (target === "attributes") {
      const { number, fields: more } = attributesOf(text, !hasPhone);
      if (number !== undefined) phone = phoneOf(String(number), plan);
      for (const [key, value] of Object.entries(more)) set(key, value);
    } else {
      const key = target.slice("field:".length);
      if (plan.fields.some((field) => field.key === key && field.type === "number")) refuseAmbiguous(text, plan);
      set(key, fit(text, CUSTOM_VALUE_LENGTH));
    }
  };
  let column = 0;
  const set = (key: string, value: string | number | boolean): void => {
    fields.set(key, value);
    columnOf.set(key, column);
  };
  const issueAt = (at: number, reason: string): RowIssue => {
    const within = Math.min(at, plan.columns.length - 1);
    return { row, column: within + 1, target: plan.columns[within]!, reason };
  };
  try {
    // The state first: what else is read depends on it.
    const stateAt = plan.columns.indexOf("state");
    if (stateAt !== -1) {
      column = stateAt;
      read("state", texts[stateAt] ?? "");
    }
    if (plan.pendingOnly && state === "active") state = "pending";
    for (column = 0; column < plan.columns.length; column += 1) {
      if (column !== stateAt) read(plan.columns[column]!, texts[column] ?? "");
    }
    name ||= fit(`${first} ${last}`.trim(), NAME_LENGTH);
    if (phone === null) throw new CellIssue("has no phone number");
    if (fields.size > MOST_FIELDS) throw new CellIssue(`has more than ${MOST_FIELDS} fields`);
  } catch (error) {
    if (!(error instanceof CellIssue)) throw error;
    return issueAt(column, error.message);
  }
  const confirmed = confirmedAt !== null;
  const person = {
    row,
    phone,
    name,
    locale,
    timeZone,
    state,
    named,
    groups: {},
    consentSource,
    consentWording,
    consentAt: confirmed ? confirmedAt : consentAt,
    consentIp: confirmed ? (confirmedIp ?? consentIp) : (consentIp ?? confirmedIp),
  };
  if (ends()) return { ...person, fields: {} };
  const { values, issues } = readFields(plan.fields, asWritten(plan.fields, fields), null);
  const [refused] = issues.filter(({ code }) => code !== "required");
  if (refused) return issueAt(columnOf.get(refused.key)!, reasonOf(refused, plan.columns[columnOf.get(refused.key)!]!));
  const [missing] = issues;
  if (!missing) return { ...person, fields: values };
  const own = plan.columns.indexOf(`field:${missing.key}`);
  const at = own === -1 ? plan.columns.findIndex((one) => one === "phone" || one === "attributes") : own;
  return { person: { ...person, fields: values }, missing: issueAt(at, reasonOf(missing, plan.columns[at]!)) };
}

/** A phrase that follows the name of the column, which may not name the field. */
function reasonOf({ key, code, message }: FieldIssue, target: ColumnTarget): string {
  if (target === `field:${key}`) return message;
  return code === "required" ? `has no value of ${key}, which is required` : `has a value of ${key} that ${message}`;
}
