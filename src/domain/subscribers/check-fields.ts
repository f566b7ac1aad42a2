import { invalidParameters, type Detail } from "../error.ts";
import type { CustomFields } from "../newsletter/newsletter-store.ts";
import type { Field } from "./field.ts";
import { readFieldValue } from "./field-value.ts";

type Check = {
  /** All custom fields that the person is to have; null: they are not part of the call. */
  readonly given: CustomFields | null;
  /** What the person has now; null: the person is new. */
  readonly stored: CustomFields | null;
  /** Whether values may be missing: nobody can fill in a form by text message. */
  readonly incomplete: boolean;
  /** Whether values that are refused are left out, and the others stored. */
  readonly omitRefused: boolean;
};

/**
 * The custom fields to store: values of defined fields are checked and written in one form, and any other key is
 * accepted as it is. Values of archived fields are never changed by a call.
 *
 * @returns null: nothing changes
 * @throws DomainError invalid_parameter, with a detail for each value
 */
export function checkFields(
  fields: readonly Field[],
  { given, stored, incomplete, omitRefused }: Check,
): CustomFields | null {
  if (fields.length === 0 || (given === null && stored !== null)) return given;
  const { values, issues } = readFields(fields, given ?? {}, stored);
  const details = issues
    .filter(({ code }) => (code === "required" ? !incomplete : !omitRefused))
    .map(({ key, ...issue }): Detail => ({ field: `custom_fields.${key}`, ...issue }));
  if (details.length > 0) throw invalidParameters(details);
  return given === null && Object.keys(values).length === 0 ? null : values;
}

/** The issue with the value under a key, or that it is missing (`required`). */
export type FieldIssue = Omit<Detail, "field"> & { readonly key: string };

/** The values to store, and every issue; `stored`, as in {@link checkFields}. */
export function readFields(
  fields: readonly Field[],
  given: CustomFields,
  stored: CustomFields | null,
): { readonly values: CustomFields; readonly issues: readonly FieldIssue[] } {
  const values = new Map<string, CustomFields[string]>(Object.entries(given));
  const issues: FieldIssue[] = [];
  for (const field of fields) {
    const { key } = field;
    const had = stored && Object.hasOwn(stored, key) ? stored[key] : undefined;
    const value = values.get(key);
    values.delete(key);
    const read = field.archivedAt === null ? readNow(field, value) : readArchived(value, had);
    if ("code" in read) issues.push({ key, ...read });
    else if (read.value !== null) values.set(key, read.value);
    else if (field.required && field.archivedAt === null)
      issues.push({ key, code: "required", message: "is required" });
  }
  return { values: Object.fromEntries(values), issues };
}

type Read = { readonly value: CustomFields[string] | null } | Omit<Detail, "field">;

function readNow(field: Field, given: CustomFields[string] | undefined): Read {
  if (given === undefined) return { value: null };
  const read = readFieldValue(field, given);
  return read.ok ? { value: read.value } : { code: read.code, message: read.message, value: given };
}

/** A client that reads a subscriber and writes it back also sends the value of an archived field. */
function readArchived(given: CustomFields[string] | undefined, had: CustomFields[string] | undefined): Read {
  if (given === undefined || given === had) return { value: had ?? null };
  return { code: "archived_field", message: "is archived: its values are kept, and no new one is accepted" };
}
