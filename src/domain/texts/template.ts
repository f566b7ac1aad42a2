import { linkVariables, type Values } from "./values.ts";

/** `{{ name }}` or `{{ name | there }}`; the part after the bar is what a person without a name reads. */
const BRACES = /\{\{([^{}|]{0,200})(?:\|([^{}]{0,200}))?\}\}/g;

/** Variables as the users of WP SMS know them. Other words between percent signs are text. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["%subscriber_name%", "name"],
  ["%subscriber_mobile%", "number"],
  ["%unsubscribe_url%", "unsubscribe_url"],
]);

/**
 * Variables of WP SMS without a counterpart: the rest of those of a subscriber, where a person has one group, and those
 * of the site.
 */
const UNMATCHED = /%(?:subscriber_(?:group|status|date|custom_fields)|site_(?:name|url|version))%/g;

/** Variables that a text may contain for every recipient. Those of custom fields begin with `fields.`. */
export const knownVariables = ["name", "first_name", "number", ...linkVariables] as const;
export const FIELD_PREFIX = "fields.";

const VARIABLE = new RegExp(`${BRACES.source}|${[...aliases.keys()].join("|")}`, "g");

export type Variable = { readonly path: string; readonly fallback: string | null };
/** A text cut at its variables. */
export type Template = readonly (string | Variable)[];

/** Nothing between braces is evaluated: it is a name to look up, and a text to use instead. */
export function templateOf(text: string): Template {
  const parts: (string | Variable)[] = [];
  let end = 0;
  for (const match of text.matchAll(VARIABLE)) {
    const [all, path, fallback] = match;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ path: aliases.get(all) ?? path!.trim(), fallback: fallback?.trim() ?? null });
    end = match.index + all.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** A text, and its translations by locale. */
type WithVariants = { readonly text: string; readonly variants: Readonly<Record<string, string>> | null };

/** Whether a text has variables. */
export function isPersonal(text: string): boolean {
  return text.search(VARIABLE) !== -1;
}

/** The variables of a template, each once. */
export function variablesOf(template: Template): readonly string[] {
  return [...new Set(template.flatMap((part) => (typeof part === "string" ? [] : [part.path])))];
}

/** The variables of a text and its variants, each once. */
export function variablesIn({ text, variants }: WithVariants): readonly string[] {
  return [...new Set([text, ...Object.values(variants ?? {})].flatMap((one) => variablesOf(templateOf(one))))];
}

/** Whether one of the texts has a link of each person. */
export function hasLinks(texts: readonly string[]): boolean {
  const paths = new Set(texts.flatMap((text) => variablesOf(templateOf(text))));
  return linkVariables.some((name) => paths.has(name));
}

/** The variables of WP SMS in a text that nothing here replaces, each once. */
export function unmatchedVariables(text: string): readonly string[] {
  const found = text.match(UNMATCHED);
  return found === null ? [] : [...new Set(found)];
}

/**
 * @returns the text; `missing`: the first variable that has neither a value nor a fallback. Values are not read again.
 */
export function render(template: Template, values: Values): { readonly text: string } | { readonly missing: string } {
  let text = "";
  for (const part of template) {
    if (typeof part === "string") {
      text += part;
      continue;
    }
    const value = values.get(part.path) ?? part.fallback;
    if (value === null) return { missing: part.path };
    text += value;
  }
  return { text };
}
