import { count } from "./format.ts";
import type { ServiceTerms } from "./service-terms.ts";

type Pattern = { readonly english: string; readonly shape: RegExp; readonly translation: string };

/** Longer texts quote what a person wrote. */
const MOST = 1_000;

let translations: Readonly<Record<string, string>> = {};
let serviceTerms: ServiceTerms = {};
let patterns: readonly Pattern[] | null = null;

/**
 * Translations of the service's English sentences, with `{0}`, `{1}` for what it inserts: first those that every screen
 * may show, later those of single screens.
 */
export function addServiceTexts(texts: Readonly<Record<string, string>>): void {
  translations = { ...translations, ...texts };
  patterns = null;
}

/** Passed in instead of imported: its words are constants, and this file is loaded before the texts. */
export function setServiceTerms(terms: ServiceTerms): void {
  serviceTerms = terms;
  patterns = null;
}

/**
 * A sentence of the service in the reader's language: the API's sentences are in English, and the same sentence always
 * has the same words. A sentence that no catalog has stays unchanged.
 */
export function serviceText(text: string): string {
  if (text.length > MOST) return text;
  const whole = translated(text);
  if (whole !== null) return whole;
  const sentences = text.split(/(?<=[.!?]) (?=\p{Lu})/u).map(translated);
  return sentences.length === 1 || sentences.includes(null) ? text : sentences.join(" ");
}

function translated(text: string): string | null {
  if (Object.hasOwn(translations, text)) return translations[text]!;
  patterns ??= patternsOf({ ...itself(), ...translations });
  for (const { english, shape, translation } of patterns) {
    const found = shape.exec(text);
    if (!found) continue;
    const terms = serviceTerms[english];
    // An inserted word or clause may have a translation of its own; a name has none.
    const values = found
      .slice(1)
      .map(
        (value, at) =>
          terms?.[at]?.(value) ??
          numbered(value, english) ??
          (value.includes(" ") ? (translated(value) ?? value) : value),
      );
    return translation.replaceAll(/\{(\d+)\}/g, (_, index) => values[Number(index)] ?? "");
  }
  return null;
}

/** In English, the words of the service are replaced as well: users need not know what `svc_sendsms` is. */
const itself = (): typeof translations =>
  Object.fromEntries(Object.keys(serviceTerms).map((sentence) => [sentence, sentence]));

/** Sentences whose numbers are ids, or codes of a provider. */
const NAMING = /^There is no |^Group |\bid of\b|\(\{\d\}\)/;

/** A number with the reader's digits and separators; null: it is not a number. */
function numbered(value: string, english: string): string | null {
  if (!/^\d{1,15}$|^\d{1,3}(,\d{3})+$/.test(value) || NAMING.test(english)) return null;
  return count(Number(value.replaceAll(",", "")));
}

/** The most specific first: `{0} is stopped` would also match a sentence that another entry matches more exactly. */
function patternsOf(texts: typeof translations): readonly Pattern[] {
  const constant = (text: string): number => text.replaceAll(/\{\d+\}/g, "").length;
  return Object.entries(texts)
    .filter(([text]) => /\{\d+\}/.test(text))
    .toSorted(([a], [b]) => constant(b) - constant(a))
    .map(([text, translation]) => {
      const parts = text.split(/\{\d+\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
      return { english: text, shape: new RegExp(`^${parts.join("([^]*?)")}$`), translation };
    });
}
