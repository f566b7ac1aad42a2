import type { Phone } from "../recipients/phone.ts";
import { segmentsOf, UNITS_IN_ANY_SEGMENT } from "../messages/segments.ts";
import { render, templateOf, variablesOf, type Template } from "./template.ts";
import { mostUnits, type Values } from "./values.ts";

/** The text of one person, fixed from here on. */
export type PersonalText = { readonly text: string; readonly segments: number };

/** Segments that one text may need; more is refused. */
export const MAX_SEGMENTS = 10;
/** People who are listed with a refusal. */
export const LISTED = 10;

/** Why no text could be made for a person. */
export type TextRefusal =
  | { readonly reason: "missing_value"; readonly variable: string }
  | { readonly reason: "too_long"; readonly segments: number };

/** How a person is known; number: a number in the call. */
export const personKinds = ["number", "subscriber", "user", "customer"] as const;
export type PersonKind = (typeof personKinds)[number];

/** A person for whom there is no text, in a form that may be shown: no number and no name. */
export type RefusedPerson = TextRefusal & {
  readonly kind: PersonKind;
  /** Of the subscriber, user or customer; null: a direct number, or a guest of the shop. */
  readonly id: number | null;
  readonly label: string;
};

/** Everyone for whom there was no text: why a message to many was not sent to anyone. */
export type RefusedPeople = { readonly count: number; readonly sample: readonly RefusedPerson[] };

/** A number masked so that its owner's entry can still be found in one's own list. */
export function maskedPhone(phone: Phone): string {
  return `…${phone.slice(-2)}`;
}

/**
 * The text of one person, or why there is none. A text that is empty because of its empty fallbacks lacks a value, too.
 *
 * @param hasMedia beside which a text may be empty
 */
export function personalText(template: Template, values: Values, hasMedia: boolean): PersonalText | TextRefusal {
  const rendered = render(template, values);
  if ("missing" in rendered) return { reason: "missing_value", variable: rendered.missing };
  if (!hasMedia && rendered.text.trim() === "") {
    const variable = variablesOf(template).find((path) => !values.has(path));
    if (variable !== undefined) return { reason: "missing_value", variable };
  }
  const { segments } = segmentsOf(rendered.text);
  return segments > MAX_SEGMENTS ? { reason: "too_long", segments } : { text: rendered.text, segments };
}

/**
 * The variables for which a person must have a value to have a text; null: that is not enough, because a value could
 * make the text too long, or one of several is needed for it not to be empty.
 *
 * @param linkUnits the length of a link at most
 * @param hasMedia beside which a text may be empty
 */
export function requiredVariables(template: Template, linkUnits: number, hasMedia: boolean): readonly string[] | null {
  if (!hasMedia && template.every(mayBeBlank)) return null;
  const required = new Set<string>();
  let units = 0;
  for (const part of template) {
    if (typeof part === "string") {
      units += part.length;
      continue;
    }
    const { path, fallback } = part;
    if (fallback === null && path !== "number") required.add(path);
    units += Math.max(mostUnits(path, linkUnits), fallback?.length ?? 0);
  }
  return units <= MAX_SEGMENTS * UNITS_IN_ANY_SEGMENT ? [...required] : null;
}

/**
 * A text of nothing but variables with empty fallbacks, without these fallbacks: for words that are nothing without the
 * text before them. Where one of several values would be enough, all are needed. Other texts stay as they are.
 */
export function withoutEmptyFallbacks(text: string): string {
  const template = templateOf(text);
  if (!template.every(mayBeBlank)) return text;
  return template.map((part) => (typeof part === "string" ? part : `{{${part.path}}}`)).join("");
}

/** Whether nothing may be seen of a part of a text. */
function mayBeBlank(part: Template[number]): boolean {
  return typeof part === "string" ? part.trim() === "" : part.fallback === "" && part.path !== "number";
}

/** The phrase that follows "the text". */
export function refusalWords(refusal: TextRefusal): string {
  return refusal.reason === "missing_value"
    ? `has no value for {{${refusal.variable}}}`
    : `needs ${refusal.segments} segments; the maximum is ${MAX_SEGMENTS}`;
}
