import { namesIn } from "#lib/csv/name-list";

import { CUSTOM_VALUE_LENGTH, NAME_LENGTH } from "../newsletter/field-limits.ts";
import type { MembershipState } from "../newsletter/newsletter-store.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Field } from "../subscribers/field.ts";
import { LOCALE_ISSUE, localeOf, ZONE_ISSUE, zoneOf } from "../subscribers/locale-and-zone.ts";
import type { columnTargets, ColumnTarget, ImportPlan, ImportState, NamedGroup } from "./import.ts";
import {
  addressOf,
  attributesOf,
  CellIssue,
  checked,
  fit,
  phoneOf,
  refuseAmbiguous,
  stateOf,
  timeOf,
} from "./read-cell.ts";

/** As many as a call may name. */
const MAX_GROUPS = 1_000;

export type RowPlan = Pick<ImportPlan, "columns" | "country" | "delimiter" | "state" | "pendingOnly"> & {
  readonly fields: readonly Field[];
  /** Milliseconds since 1970: a consent cannot be dated in the future. */
  readonly now: number;
};

/** A row as far as its cells have been read. */
export type RowDraft = {
  /** The cell that is being read, counted from 0. */
  column: number;
  phone: Phone | null;
  state: ImportState;
  name: string;
  first: string;
  last: string;
  locale: string | null;
  timeZone: string | null;
  consentAt: number | null;
  consentIp: string | null;
  confirmedAt: number | null;
  confirmedIp: string | null;
  consentSource: string | null;
  consentWording: string | null;
  readonly named: NamedGroup[];
  readonly fields: Map<string, string | number | boolean>;
  /** In which column each field is. */
  readonly columnOf: Map<string, number>;
};

export function newDraft(state: ImportState): RowDraft {
  return {
    column: 0,
    phone: null,
    state,
    name: "",
    first: "",
    last: "",
    locale: null,
    timeZone: null,
    consentAt: null,
    consentIp: null,
    confirmedAt: null,
    confirmedIp: null,
    consentSource: null,
    consentWording: null,
    named: [],
    fields: new Map(),
    columnOf: new Map(),
  };
}

/** Whether the row ends a subscription. */
export const isEnd = ({ state }: Pick<RowDraft, "state">): boolean => state === "unsubscribed" || state === "left";

/** Reads the text of the draft's cell into it. @throws CellIssue */
export function readInto(row: RowDraft, text: string, plan: RowPlan): void {
  const target = plan.columns[row.column]!;
  if (text === "" && target !== "phone") return;
  if (isEnd(row) && !isReadOfLeavers(target, plan)) return;
  if (isField(target)) readField(row, target.slice("field:".length), text, plan);
  else READERS[target](row, text, plan);
}

/**
 * The only columns that are read of rows that end a subscription: an error in another column must not prevent an
 * opt-out.
 */
function isReadOfLeavers(target: ColumnTarget, { columns }: RowPlan): boolean {
  if (target === "attributes") return !columns.includes("phone");
  return ["phone", "state", "groups", "pending_groups", "left_groups"].includes(target);
}

const isField = (target: ColumnTarget): target is `field:${string}` => target.startsWith("field:");

type Reader = (row: RowDraft, text: string, plan: RowPlan) => void;

const READERS: Readonly<Record<(typeof columnTargets)[number], Reader>> = {
  skip: () => undefined,
  phone: (row, text, plan) => (row.phone = phoneOf(text, plan)),
  state: (row, text) => (row.state = stateOf(text)),
  name: (row, text) => (row.name = fit(text, NAME_LENGTH)),
  first_name: (row, text) => (row.first = text),
  last_name: (row, text) => (row.last = text),
  locale: (row, text) => (row.locale = checked(localeOf, text, LOCALE_ISSUE)),
  time_zone: (row, text) => (row.timeZone = checked(zoneOf, text, ZONE_ISSUE)),
  groups: (row, text) => join(row, text, null),
  pending_groups: (row, text) => join(row, text, "pending"),
  left_groups: (row, text) => join(row, text, "left"),
  consent_at: (row, text, { now }) => (row.consentAt = timeOf(text, now)),
  consent_ip: (row, text) => (row.consentIp = addressOf(text)),
  confirmed_at: (row, text, { now }) => (row.confirmedAt = timeOf(text, now)),
  confirmed_ip: (row, text) => (row.confirmedIp = addressOf(text)),
  consent_source: (row, text) => (row.consentSource = fit(text, NAME_LENGTH)),
  consent_wording: (row, text) => (row.consentWording = fit(text, CUSTOM_VALUE_LENGTH)),
  attributes(row, text, plan) {
    const { number, fields } = attributesOf(text, !plan.columns.includes("phone"));
    if (number !== undefined) row.phone = phoneOf(String(number), plan);
    for (const [key, value] of Object.entries(fields)) setField(row, key, value);
  },
};

/** @param own null: the state of the row */
function join({ named, state, column }: RowDraft, text: string, own: MembershipState | null): void {
  const names = namesIn(text);
  if (state === "unsubscribed" || state === "left") {
    for (const name of names) named.push({ name, state: "left", column });
    return;
  }
  if (names.length > MAX_GROUPS) throw new CellIssue(`names more than ${MAX_GROUPS} groups`);
  for (const name of names) named.push({ name: fit(name, NAME_LENGTH), state: own ?? state, column });
}

function readField(row: RowDraft, key: string, text: string, plan: RowPlan): void {
  if (plan.fields.some((field) => field.key === key && field.type === "number")) refuseAmbiguous(text, plan);
  setField(row, key, fit(text, CUSTOM_VALUE_LENGTH));
}

function setField({ fields, columnOf, column }: RowDraft, key: string, value: string | number | boolean): void {
  fields.set(key, value);
  columnOf.set(key, column);
}
