import { folded } from "./reply-words.ts";
import { HELP_WORDS, START_WORDS, YES_WORDS } from "./keywords/other-keywords.ts";
import { STOP_ELSEWHERE, STOP_SLIPS, stopWords } from "./keywords/stop-words.ts";

/**
 * What a person requests. `yes` answers a question and requests nothing by itself. `maybe_opt_out`: a stop word among
 * others, or a sentence that could be a request to stop; a person decides.
 */
export const keywords = ["stop", "start", "help", "yes", "maybe_opt_out"] as const;
export type Keyword = (typeof keywords)[number];

/** What a word alone requests, and in which language. `clear`: see `stopWords`. */
export type Meaning = { readonly keyword: Keyword; readonly language: string | null; readonly clear: boolean };

/** A list of words as messages are compared with it. */
export const wordList = (words: string): string[] => folded(words).trim().split(/\s+/);

function meaningsOfWords(): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  const add = (words: string, meaning: Meaning): void => {
    for (const word of wordList(words)) if (word !== "" && !meanings.has(word)) meanings.set(word, meaning);
  };
  for (const [keyword, words] of Object.entries({ start: START_WORDS, yes: YES_WORDS, help: HELP_WORDS }))
    add(words, { keyword: keyword as Keyword, language: null, clear: false });
  for (const [language, { clear, alone = "" }] of Object.entries(stopWords)) {
    add(clear, { keyword: "stop", language, clear: true });
    add(alone, { keyword: "stop", language, clear: false });
  }
  add(STOP_ELSEWHERE, { keyword: "stop", language: null, clear: true });
  add(STOP_SLIPS, { keyword: "stop", language: "en", clear: false });
  return meanings;
}

const meanings = meaningsOfWords();

export const meaningOf = (word: string): Meaning | undefined => meanings.get(word);
export const isStopWord = (word: string): boolean => meaningOf(word)?.keyword === "stop";

/** English words are used in all languages. */
export const languageOf = ({ language }: { readonly language: string | null }): string | null =>
  language === "en" ? null : language;
