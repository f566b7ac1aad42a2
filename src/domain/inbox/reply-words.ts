import { QUOTATION, REPLY_PREFIX, SIGNATURES } from "./words/fillers.ts";

/** More words than this are a letter: only these are looked at. */
const MOST_WORDS = 120;
const WORD = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu;

export type ReplyWords = {
  /** In lower case, without apostrophes; digits are words of their own. */
  readonly words: readonly string[];
  /** The person's own text, in lower case. */
  readonly text: string;
};

/** The words that a person wrote, without what their phone put around them. */
export function wordsOf(message: string): ReplyWords {
  const plain = lower(message.replaceAll(/['’ʼ`´]/gu, "").normalize("NFKC"));
  const text = ownText(plain) || plain;
  const words: string[] = [];
  for (const { 0: word } of text.matchAll(WORD)) {
    if (words.push(word) === MOST_WORDS) break;
  }
  return { words, text };
}

/** Lower-casing a Turkish capital dotted I leaves the dot as a separate character. */
export const lower = (text: string): string => text.toLowerCase().replaceAll("\u0307", "");

function ownText(text: string): string {
  const own: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    const start = line.trimStart();
    if (start.startsWith(">")) continue;
    if (SIGNATURES.some((begin) => start.startsWith(begin)) || QUOTATION.test(start.slice(0, 200).trimEnd())) break;
    own.push(start);
  }
  return own.join("\n").trim().replace(REPLY_PREFIX, "").trim();
}
