import { folded, wordsOf } from "./reply-words.ts";
import { OBJECTS, POLITE } from "./words/fillers.ts";
import { asLatin } from "./words/look-alikes.ts";
import { HELP_WORDS, START_WORDS, YES_WORDS } from "./words/other-words.ts";
import { doubtfulMessages, doubtfulPhrases, harmlessPhrases, stopPhrases } from "./words/stop-phrases.ts";
import { STOP_SIGNS, STOP_SLIPS, stopWords } from "./words/stop-words.ts";

/**
 * What a person requests. `yes` answers a question and requests nothing by itself. `maybe_opt_out`: a stop word among
 * others, or a sentence that could be a request to stop; a person decides.
 */
export const keywords = ["stop", "start", "help", "yes", "maybe_opt_out"] as const;
export type Keyword = (typeof keywords)[number];

export type Reading = {
  readonly keyword: Keyword;
  /** The language of the word, if it belongs to one: STOP itself is understood everywhere. */
  readonly language: string | null;
  /** STOP ALL: not from this sender alone. */
  readonly all: boolean;
};

type Meaning = { readonly keyword: Keyword; readonly language: string | null; readonly clear: boolean };

const split = (words: string): string[] => folded(words).trim().split(/\s+/);
const meanings = new Map<string, Meaning>();
for (const [keyword, words] of Object.entries({ start: START_WORDS, yes: YES_WORDS, help: HELP_WORDS }))
  for (const word of split(words)) meanings.set(word, { keyword: keyword as Keyword, language: null, clear: false });
for (const [language, { clear, alone = "" }] of Object.entries(stopWords)) {
  const add = (word: string, isClear: boolean): void => {
    if (word !== "" && !meanings.has(word)) meanings.set(word, { keyword: "stop", language, clear: isClear });
  };
  for (const word of split(clear)) add(word, true);
  for (const word of split(alone)) add(word, false);
}
for (const word of split(STOP_SLIPS))
  if (!meanings.has(word)) meanings.set(word, { keyword: "stop", language: "en", clear: false });

/** English words are used by people of all languages. */
const languageOf = ({ language }: { readonly language: string | null }): string | null =>
  language === "en" ? null : language;

const polite = new Set(split(POLITE));
const objects = new Set([...split(OBJECTS), ...polite]);
const spaced = (phrase: string): string => ` ${folded(phrase)} `;
const phrases = Object.entries(stopPhrases).flatMap(([language, list]) =>
  list.map((phrase) => ({ language, phrase: spaced(phrase) })),
);
const harmless = harmlessPhrases.map(spaced);
const doubtful = doubtfulPhrases.map(spaced);
const doubtfulWholes = new Set(doubtfulMessages);

/** The longest word has 16 letters; more letters than this are no single word, whatever spaces are between them. */
const LONGEST_WORD = 40;
const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);
/** A number that texts come from. "No me manden 2" is about two of something. */
const isSender = (word: string): boolean => /^\p{N}{3,}$/u.test(word);

/**
 * Recognizes what a message requests: STOP and its likes alone, with words that change nothing, as a sentence, with one
 * slip of the finger, or as a sign. Case, full-width letters, symbols, quotations, drawn-out letters and a phone's signature do not
 * matter, nor do spaces and dashes inside a word ("opt-out"), nor letters of another alphabet that look the same. "Stop by at six" is an invitation.
 */
export function readKeyword(message: string): Reading | null {
  const { words, text } = wordsOf(message);
  if (words.length === 0) return isStopSign(text) ? reading("stop", null, false) : null;
  const short = words.map(undrawn);
  return readWords(short) ?? readWords(short.map(asLatin));
}

/** "STOOOOP": no word of a request has one letter three times in a row. */
const undrawn = (word: string): string => word.replaceAll(/(\p{L})\1{2,}/gu, "$1");

function readWords(words: readonly string[]): Reading | null {
  const all = words.includes("all") || words.includes("stopall");
  const joined = words.length <= LONGEST_WORD ? undrawn(words.join("")) : "";
  const whole = meanings.get(joined);
  if (whole) return reading(whole.keyword, languageOf(whole), all || joined === "stopall");
  const meaning = meanings.get(words.filter((word) => !polite.has(word)).join(""));
  if (meaning && meaning.keyword !== "stop" && words.length <= LONGEST_WORD)
    return reading(meaning.keyword, null, false);
  const stop = asStop(words);
  if (stop) return reading("stop", languageOf(stop), all);
  return mayBeStop(words) ? reading("maybe_opt_out", null, false) : null;
}

const reading = (keyword: Keyword, language: string | null, all: boolean): Reading => ({ keyword, language, all });

/** A stop word with nothing but fillers, or a sentence with nothing but fillers. */
function asStop(words: readonly string[]): { readonly language: string | null } | null {
  const stops = words.flatMap((word) => {
    const meaning = meanings.get(word);
    return meaning?.keyword === "stop" ? [meaning] : [];
  });
  const fillers = stops.some(({ clear }) => clear) ? objects : polite;
  const isClear = fillers === objects;
  const fits = (word: string): boolean =>
    fillers.has(word) || (isClear && isNumber(word)) || meanings.get(word)?.keyword === "stop";
  if (stops.length > 0 && words.every(fits)) return stops.find(({ clear }) => clear) ?? stops[0]!;
  // "Schreiben Sie mir bitte nicht mehr": politeness stands inside a sentence, too. "Don't just text" asks for more.
  return asSentence(words) ?? asSentence(words.filter((word) => word === "just" || !polite.has(word)));
}

function asSentence(words: readonly string[]): { readonly language: string | null } | null {
  const said = ` ${words.join(" ")} `;
  return (
    phrases.find(({ phrase }) => {
      if (!said.includes(phrase)) return false;
      const rest = said.replace(phrase, " ").trim();
      return rest === "" || rest.split(" ").every((word) => objects.has(word) || isSender(word));
    }) ?? null
  );
}

function mayBeStop(words: readonly string[]): boolean {
  if (doubtfulWholes.has(words.filter((word) => !polite.has(word)).join(" "))) return true;
  let said = ` ${words.join(" ")} `;
  for (const phrase of harmless) said = said.replaceAll(phrase, " ");
  if (phrases.some(({ phrase }) => said.includes(phrase)) || doubtful.some((phrase) => said.includes(phrase)))
    return true;
  const left = said.trim().split(" ");
  const stops = left.filter((word) => meanings.get(word)?.keyword === "stop");
  // "Cancel this" names nothing else that could be meant.
  const isOnlyStop = left.every((word) => objects.has(word) || stops.includes(word));
  return stops.some((word) => isOnlyStop || meanings.get(word)!.clear);
}

/** Skin tones and variation selectors do not matter. */
function isStopSign(text: string): boolean {
  const signs = [...text.replaceAll(/\s|\uFE0F|\p{Emoji_Modifier}/gu, "")];
  return signs.length > 0 && signs.every((sign) => STOP_SIGNS.includes(sign));
}
