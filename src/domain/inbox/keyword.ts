import { clausesOf, wordsOf } from "./reply-words.ts";
import { asStop, asStopClause, asStopWithComplaint, asUnspacedStop, mayBeStop, polite } from "./stop-request.ts";
import { languageOf, meaningOf, type Keyword } from "./word-meanings.ts";
import { asLatin } from "./keywords/homoglyphs.ts";
import { STOP_SIGNS } from "./keywords/stop-words.ts";

export { keywords, type Keyword } from "./word-meanings.ts";

export type Reading = {
  readonly keyword: Keyword;
  /** The language of the word, if it belongs to one: STOP itself is understood everywhere. */
  readonly language: string | null;
  /** STOP ALL: not only from this sender. */
  readonly all: boolean;
};

/** The longest word has 16 letters; more letters than this are not a single word, even with spaces between them. */
const LONGEST_WORD = 40;

/**
 * Recognizes what a message requests: STOP and its equivalents alone, with words that change nothing, as a sentence, as
 * a clause about the messages, with one typing error, or as a symbol. Case, full-width letters, symbols, quotations,
 * drawn-out letters and a phone's signature do not matter, nor do spaces and dashes inside a word ("opt-out"), nor
 * letters of another alphabet that look the same. "Stop by at six" is an invitation.
 */
export function readKeyword(message: string): Reading | null {
  const { words, text } = wordsOf(message);
  if (words.length === 0) return isStopSign(text) ? reading("stop", null, false) : null;
  const short = words.map(withoutRepeats);
  const read = readWords(short) ?? readWords(short.map(asLatin));
  if (read && read.keyword !== "maybe_opt_out") return read;
  return (
    readClauses(text, (word) => word) ??
    readClauses(text, asLatin) ??
    read ??
    (isMarkedStop(short) ? reading("stop", null, false) : null)
  );
}

/** The same for a reply to a sender with this name: "STOP ACME" concerns only Acme's messages. */
export function readKeywordTo(name: string, message: string): Reading | null {
  const reading = readKeyword(message);
  if (reading?.keyword !== "maybe_opt_out" || name.trim() === "") return reading;
  const named = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name.trim())}(?![\\p{L}\\p{N}])`, "giu");
  const nameless = readKeyword(message.replaceAll(named, " "));
  return nameless?.keyword === "stop" ? nameless : reading;
}

/** A keyword within a longer text. */
function readClauses(text: string, letters: (word: string) => string): Reading | null {
  const clauses = clausesOf(text).map((clause) => withJoinedPairs(clause.map((word) => letters(withoutRepeats(word)))));
  const words = clauses.flat();
  let stop = asStopWithComplaint(words);
  for (const clause of clauses) stop ??= asStopClause(clause, words);
  return stop && reading("stop", languageOf(stop), meansAll(words));
}

/**
 * "STÓP": marks on the letters of STOP do not make another word. In other words they do ("baja", "bája"), so the lists
 * are not compared like this.
 */
function isMarkedStop(words: readonly string[]): boolean {
  const joined = words.join("");
  return joined.length <= LONGEST_WORD && joined.normalize("NFD").replaceAll(/\p{Mn}/gu, "") === "stop";
}

/** "STOOOOP": no word of a request has one letter three times in a row. */
const withoutRepeats = (word: string): string => word.replaceAll(/(\p{L})\1{2,}/gu, "$1");

const meansAll = (words: readonly string[]): boolean => words.includes("all") || words.includes("stopall");

function readWords(written: readonly string[]): Reading | null {
  const joined = written.length <= LONGEST_WORD ? withoutRepeats(written.join("")) : "";
  const whole = meaningOf(joined);
  if (whole) return reading(whole.keyword, languageOf(whole), meansAll(written) || joined === "stopall");
  const meaning = meaningOf(written.filter((word) => !polite.has(word)).join(""));
  if (meaning && meaning.keyword !== "stop" && written.length <= LONGEST_WORD)
    return reading(meaning.keyword, null, false);
  const unspaced = joined.length <= LONGEST_WORD ? asUnspacedStop(written) : null;
  const words = withJoinedPairs(written);
  const stop = asStop(words) ?? (unspaced?.isWhole ? unspaced : null);
  if (stop) return reading("stop", languageOf(stop), meansAll(words));
  return mayBeStop(words) || unspaced ? reading("maybe_opt_out", null, false) : null;
}

/** "I want to opt out": two words that are a stop word without the space. */
function withJoinedPairs(words: readonly string[]): readonly string[] {
  const result: string[] = [];
  for (const word of words) {
    const before = result.at(-1) ?? "";
    const pair = meaningOf(before + word);
    if (before.length > 1 && word.length > 1 && pair?.keyword === "stop" && pair.clear)
      result[result.length - 1] += word;
    else result.push(word);
  }
  return result;
}

const reading = (keyword: Keyword, language: string | null, all: boolean): Reading => ({ keyword, language, all });

/** Skin tones and variation selectors do not matter. */
function isStopSign(text: string): boolean {
  const signs = [...text.replaceAll(/\s|\uFE0F|\p{Emoji_Modifier}/gu, "")];
  return signs.length > 0 && signs.every((sign) => STOP_SIGNS.includes(sign));
}
