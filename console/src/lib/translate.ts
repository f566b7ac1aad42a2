import { count } from "./format.ts";
import { isRightToLeft, locale } from "./locale.ts";

/** A translation, or one for each plural form that the language has (`Intl.PluralRules`). */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
/**
 * The translations of one language, by the English text that stands in the source, as in gettext. What is inserted is
 * `{0}`, `{1}` in the order of the English text; both forms of a plural are joined by ` | `.
 */
export type Catalog = Readonly<Record<string, Translation>>;

let catalog: Catalog | null = null;

/**
 * To be called before any module with texts is loaded, because texts are in constants. null: the texts of the source.
 */
export function setCatalog(translations: Catalog | null): void {
  catalog = translations;
}

/** In a line from right to left a value of the other direction would change places with its neighbors. */
const isolated = isRightToLeft();
/** Right-to-left letters and overrides: a name with them would reorder the sentence around it. */
const turning = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u200F\u202A-\u202E\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const isolates = /[\u2066-\u2069]/g;

function inserted(value: string | number): string {
  const given = typeof value === "number" ? count(value) : value;
  const text = isClosed(given) ? given : given.replaceAll(isolates, "");
  return isolated || turning.test(text) ? `\u2068${text}\u2069` : text;
}

/** Whether every isolate in the text ends in it: otherwise it would end ours, or use our end as its own. */
function isClosed(text: string): boolean {
  let depth = 0;
  for (const [control] of text.matchAll(isolates)) {
    depth += control === "\u2069" ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

let rules: Intl.PluralRules | undefined;

const keyOf = (parts: readonly string[]): string => parts.reduce((key, part, index) => `${key}{${index - 1}}${part}`);

/** The texts between the placeholders, and the index of the value after each. */
type Pieces = { readonly texts: readonly string[]; readonly order: readonly number[] };
const parsed = new Map<string, Pieces>();

/** @returns null: the English text, which stands in the source */
export function piecesOf(parts: readonly string[]): Pieces | null {
  if (!catalog) return null;
  const key = keyOf(parts);
  const known = parsed.get(key);
  if (known) return known;
  const translation = catalog[key];
  if (typeof translation !== "string") return null;
  const split = translation.split(/\{(\d+)\}/);
  const pieces = {
    texts: split.filter((_, index) => index % 2 === 0),
    order: split.filter((_, index) => index % 2 === 1).map(Number),
  };
  parsed.set(key, pieces);
  return pieces;
}

/**
 * A text in the reader's language: `` t`Delete ${name}?` ``. A number is written with the reader's digits and
 * separators; one that names something, such as a status of HTTP, is given as a string.
 */
export function t(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const pieces = piecesOf(parts);
  if (!pieces) return String.raw({ raw: parts }, ...values.map(inserted));
  return String.raw({ raw: pieces.texts }, ...pieces.order.map((index) => inserted(values[index]!)));
}

/** A word that has several meanings in English, with the meaning: `term("To", "recipient")`. */
export function term(word: string, context: string): string {
  const translation = catalog?.[`${word} [${context}]`];
  return typeof translation === "string" ? translation : word;
}

/** `plural(3, "# person", "# people")`: the form of the number, with the number in place of `#`. */
export function plural(value: number, one: string, other: string): string {
  const forms = catalog?.[`${one} | ${other}`];
  const form =
    (typeof forms === "object"
      ? (forms[(rules ??= new Intl.PluralRules(locale())).select(value)] ?? forms.other)
      : undefined) ?? (value === 1 ? one : other);
  return form.replace("#", () => count(value));
}
