import { CUSTOM_VALUE_LENGTH, NAME_LENGTH } from "../newsletter/field-limits.ts";
import type { CustomFields } from "../newsletter/newsletter-store.ts";
import { parsePhone, type Country, type Phone } from "../recipients/phone.ts";
import { isDay } from "../subscribers/field-value.ts";
import type { Form, FormField } from "./form.ts";

/** What a person entered, as text. */
export type FormInput = {
  readonly number: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly consent: boolean;
  readonly fields: Readonly<Record<string, string>>;
};

export type FillIssue = "required" | "too_long" | "phone" | "number" | "date" | "choice" | "group" | "consent";

export type Filled = {
  readonly phone: Phone;
  readonly name: string;
  readonly groups: readonly number[];
  readonly customFields: CustomFields;
};

/** By the name of the input: `number`, `name`, `group`, `consent`, `field_<key>`. */
export type FillIssues = Readonly<Record<string, FillIssue>>;

export const fieldInput = (key: string): string => `field_${key}`;

/** Validates what a person entered. The issues depend on the input alone, not on who is subscribed. */
export function fillForm(
  form: Form,
  input: FormInput,
  country: Country | null,
): { readonly filled: Filled } | { readonly issues: FillIssues } {
  const issues: Record<string, FillIssue> = {};
  const phone = parsePhone(input.number, country);
  if (!phone.ok) issues["number"] = phone.error === "empty" ? "required" : "phone";
  const name = form.nameField === "hidden" ? "" : tidied(input.name);
  if (name === "" && form.nameField === "required") issues["name"] = "required";
  if (name.length > NAME_LENGTH) issues["name"] = "too_long";
  const groups = chosenGroups(form, input.groups);
  if (groups.length === 0) issues["group"] = "group";
  const customFields: Record<string, string | number | boolean> = {};
  for (const field of form.fields) {
    const value = valueOf(field, tidied(enteredIn(input, field.key)));
    if (value.issue) issues[fieldInput(field.key)] = value.issue;
    else if (value.is !== null) customFields[field.key] = value.is;
  }
  if (!input.consent) issues["consent"] = "consent";
  if (!phone.ok || Object.keys(issues).length > 0) return { issues };
  return { filled: { phone: phone.value, name, groups, customFields } };
}

/** The input for a field of the form; a field may be named `constructor`, which every object has. */
export function enteredIn({ fields }: Pick<FormInput, "fields">, key: string): string {
  return Object.hasOwn(fields, key) ? fields[key]! : "";
}

function chosenGroups(form: Form, chosen: readonly string[]): readonly number[] {
  const offered = form.groups.map(({ id }) => id);
  return form.groupChoice === "all" ? offered : offered.filter((id) => chosen.includes(String(id)));
}

type Value = { readonly issue: FillIssue } | { readonly issue?: never; readonly is: string | number | boolean | null };

function valueOf({ type, required, choices }: FormField, text: string): Value {
  // An empty checkbox is a value, unless the form requires it to be checked.
  if (type === "yes_no") return text === "" && required ? { issue: "required" } : { is: text !== "" };
  if (text === "") return required ? { issue: "required" } : { is: null };
  if (text.length > CUSTOM_VALUE_LENGTH) return { issue: "too_long" };
  switch (type) {
    case "text":
      return { is: text };
    case "number":
      return /^-?\d{1,15}(?:[.,]\d{1,6})?$/.test(text) ? { is: Number(text.replace(",", ".")) } : { issue: "number" };
    case "date":
      return isDay(text) ? { is: text } : { issue: "date" };
    case "choice":
      return choiceOf(choices, text);
  }
}

function choiceOf(choices: readonly string[], text: string): Value {
  const chosen = choices.find((choice) => tidied(choice) === text);
  return chosen === undefined ? { issue: "choice" } : { is: chosen };
}

/** One line, without control characters: it may be shown and sent later. */
function tidied(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
