import { textOfCell } from "#lib/csv/cells";

import { NAME_LENGTH } from "../newsletter/field-limits.ts";
import type { Phone } from "../recipients/phone.ts";
import { readFields, type FieldIssue } from "../subscribers/check-fields.ts";
import type { ColumnTarget, ImportedPerson, RowIssue } from "./import.ts";
import { asWritten } from "./local-value.ts";
import { CellIssue, clean, fit } from "./read-cell.ts";
import { isEnd, newDraft, readInto, type RowDraft, type RowPlan } from "./row-draft.ts";

const MAX_FIELDS = 50;

/** A person, and why their row is skipped if they are new: known people keep the values that a row lacks. */
export type Newcomer = { readonly person: ImportedPerson; readonly missing: RowIssue };

/** The person in one row, or why the row is left out. null: the row is empty. */
export function readRow(
  plan: RowPlan,
  row: number,
  cells: readonly string[],
): ImportedPerson | RowIssue | Newcomer | null {
  const texts = cells.map((cell) => clean(textOfCell(cell)));
  if (texts.every((text) => text === "")) return null;
  const draft = newDraft(plan.state);
  const issueAt = (at: number, reason: string): RowIssue => {
    const within = Math.min(at, plan.columns.length - 1);
    return { row, column: within + 1, target: plan.columns[within]!, reason };
  };
  let person: ImportedPerson;
  try {
    person = personOf(draft, row, readCells(plan, draft, texts));
  } catch (error) {
    if (!(error instanceof CellIssue)) throw error;
    return issueAt(draft.column, error.message);
  }
  if (isEnd(draft)) return person;
  const { values, issues } = readFields(plan.fields, asWritten(plan.fields, draft.fields), null);
  const refused = issues.find(({ code }) => code !== "required");
  if (refused) {
    const at = draft.columnOf.get(refused.key)!;
    return issueAt(at, reasonOf(refused, plan.columns[at]!));
  }
  const [missing] = issues;
  if (!missing) return { ...person, fields: values };
  const own = plan.columns.indexOf(`field:${missing.key}`);
  const at = own === -1 ? plan.columns.findIndex((one) => one === "phone" || one === "attributes") : own;
  return { person: { ...person, fields: values }, missing: issueAt(at, reasonOf(missing, plan.columns[at]!)) };
}

/** Reads all cells into the draft. Returns the number. @throws CellIssue of the draft's column */
function readCells(plan: RowPlan, draft: RowDraft, texts: readonly string[]): Phone {
  // The state first: what else is read depends on it.
  const stateAt = plan.columns.indexOf("state");
  if (stateAt !== -1) {
    draft.column = stateAt;
    readInto(draft, texts[stateAt] ?? "", plan);
  }
  if (plan.pendingOnly && draft.state === "active") draft.state = "pending";
  for (draft.column = 0; draft.column < plan.columns.length; draft.column += 1) {
    if (draft.column !== stateAt) readInto(draft, texts[draft.column] ?? "", plan);
  }
  draft.name ||= fit(`${draft.first} ${draft.last}`.trim(), NAME_LENGTH);
  if (draft.phone === null) throw new CellIssue("has no phone number");
  if (draft.fields.size > MAX_FIELDS) throw new CellIssue(`has more than ${MAX_FIELDS} fields`);
  return draft.phone;
}

function personOf(draft: RowDraft, row: number, phone: Phone): ImportedPerson {
  const { name, locale, timeZone, state, named, consentSource, consentWording } = draft;
  const { consentAt, consentIp, confirmedAt, confirmedIp } = draft;
  return {
    row,
    phone,
    name,
    locale,
    timeZone,
    state,
    named,
    groups: {},
    fields: {},
    consentSource,
    consentWording,
    consentAt: confirmedAt ?? consentAt,
    consentIp: confirmedAt === null ? (consentIp ?? confirmedIp) : (confirmedIp ?? consentIp),
  };
}

/** A phrase that follows the name of the column, since the column's name need not be the field's. */
function reasonOf({ key, code, message }: FieldIssue, target: ColumnTarget): string {
  if (target === `field:${key}`) return message;
  return code === "required" ? `has no value of ${key}, which is required` : `has a value of ${key} that ${message}`;
}
