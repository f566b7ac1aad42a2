import type { Field } from "../subscribers/field.ts";
import type { Form, FormField } from "./form.ts";

/**
 * The form with the fields that it can ask for now: a defined field has the type and the choices of its definition, an
 * archived field is left out, and a required one is always included. Otherwise a person could fill in a form and be
 * refused later, when there is no way to inform them.
 */
export function withDefinitions(form: Form, fields: readonly Field[]): Form {
  const defined = new Map(fields.map((field) => [field.key, field]));
  const current = form.fields.flatMap((field) => definedBy(field, defined.get(field.key)));
  const present = new Set(form.fields.map(({ key }) => key));
  const more = fields
    .filter(({ key, required, archivedAt }) => required && archivedAt === null && !present.has(key))
    .flatMap((field) => definedBy({ ...field, required: false }, field));
  return { ...form, fields: [...current, ...more] };
}

function definedBy(field: FormField, definition: Field | undefined): readonly FormField[] {
  if (definition === undefined) return [field];
  if (definition.archivedAt !== null) return [];
  const { key, label, required } = field;
  const { type, choices } = definition;
  // An empty checkbox is a value. The form itself says whether it must be checked.
  return [{ key, label, type, choices, required: required || (definition.required && type !== "yes_no") }];
}
