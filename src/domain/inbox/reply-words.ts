import { QUOTATION, REPLY_PREFIX, SIGNATURES, SIGNED } from "./keywords/fillers.ts";
import { onePerLetter, spelledInSigns } from "./keywords/homoglyphs.ts";

/** A longer reply is a letter: only this many words are read. */
const MAX_WORDS = 120;
const WORD = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu;
const CLAUSE_END = /[.,;:!?…\n\r。、؟،؛।]+|\s[-–—]+\s/u;

/** What phones put around a message in a reaction to it: Loved “…”. Short quotations are a person's own words. */
const QUOTED = /“[^“”]{40,}”|„[^„“”]{40,}[“”]|«[^«»]{40,}»|"[^"]{40,}"/gu;

/** "a.u.b.", "s.v.p." */
const ABBREVIATION = /(?<!\S)(?:\p{L}\.){2,}(?!\S)/gu;
const withoutPeriods = (abbreviation: string): string => abbreviation.replaceAll(".", "");

export type ReplyWords = {
  /** In lower case, without apostrophes; digits are words of their own. */
  readonly words: readonly string[];
  /** The person's own text, in lower case. */
  readonly text: string;
};

/** The words of each clause, of a text in lower case. */
export const clausesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split(CLAUSE_END)
    .map(wordsIn)
    .filter((words) => words.length > 0)
    .slice(0, MAX_WORDS);

/** The words that a person wrote, without what their phone put around them. */
export function wordsOf(message: string): ReplyWords {
  const plain = folded(message.replaceAll(/['’ʼ`´]/gu, "")).replaceAll(ABBREVIATION, withoutPeriods);
  const text = ownText(plain) || plain;
  const words = wordsIn(text);
  // Next to letters such symbols are decoration, and a flag is not a word.
  return { words: words.length > 0 ? words : wordsIn(spelledInSigns(text)), text };
}

function wordsIn(text: string): readonly string[] {
  const words: string[] = [];
  for (const { 0: word } of text.matchAll(WORD)) {
    if (words.push(word) === MAX_WORDS) break;
  }
  return words;
}

/**
 * Strokes and rings around letters, selectors of their look, the tatweel and the vowel signs of Arabic, characters that
 * draw nothing (but the joiners, which end a word in Persian). U+0307: lower-casing a Turkish capital dotted I leaves
 * the dot as a separate character.
 */
const DRESSING = /[\p{Me}[\p{DI}--[\u200C\u200D]]\u0307\u0332-\u0338\u064B-\u0652\u0670\u0640]/gv;

/** A text as it is compared, and so are the lists: in lower case, and each letter in one form. */
export const folded = (text: string): string =>
  onePerLetter(text.normalize("NFKC").toLowerCase().replaceAll(DRESSING, ""));

function ownText(text: string): string {
  const own: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    const start = line.trimStart();
    if (start.startsWith(">")) continue;
    if (own.length > 0 && SIGNED.test(start.trimEnd())) break;
    if (SIGNATURES.some((begin) => start.startsWith(begin)) || QUOTATION.test(start.slice(0, 200).trimEnd())) break;
    own.push(start);
  }
  return own.join("\n").replaceAll(QUOTED, " ").trim().replace(REPLY_PREFIX, "").trim();
}
