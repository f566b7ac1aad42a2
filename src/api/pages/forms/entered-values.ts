import { fieldInput, type FormInput } from "#domain/forms/fill-form";
import type { Form } from "#domain/forms/form";
import { isStorable } from "#lib/storable";

import { readUnauthenticated } from "../../access/read-unauthenticated.ts";
import { readInput } from "../../request/read-body.ts";

/** Bytes of a form: twenty custom fields in their longest encoding. */
const LONGEST_FORM = 262_144;
/** Custom fields, groups, and what every form has: about a hundred. */
const MAX_FORM_FIELDS = 1_000;

/** What a person entered: text that can be stored, otherwise empty. */
export type Entered = {
  readonly one: (name: string) => string;
  readonly many: (name: string) => readonly string[];
};

export async function readEntered(request: Request): Promise<Entered> {
  const { fields } = await readInput(
    request,
    {},
    { most: LONGEST_FORM, mostFields: MAX_FORM_FIELDS, read: readUnauthenticated },
  );
  const many = (name: string): readonly string[] => {
    const value = fields.get(name);
    return (Array.isArray(value) ? value : [value]).filter(isText);
  };
  return { one: (name) => (isText(fields.get(name)) ? String(fields.get(name)) : ""), many };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && isStorable(value);
}

export function inputOf(form: Form, { one, many }: Entered): FormInput {
  return {
    number: one("number").slice(0, 100),
    name: one("name"),
    groups: many("group"),
    consent: one("consent") !== "",
    fields: Object.fromEntries(form.fields.map(({ key }) => [key, one(fieldInput(key))])),
  };
}
