import { folded } from "./reply-words.ts";
import { isStopWord, meaningOf, wordList } from "./word-meanings.ts";
import {
  complaints,
  doubtfulMessages,
  doubtfulPhrases,
  harmlessPhrases,
  openers,
  reports,
  WISHES,
} from "./keywords/doubtful-phrases.ts";
import { MESSAGES, OBJECTS, POLITE, UNSPACED_FILLERS } from "./keywords/fillers.ts";
import { stopPhrases } from "./keywords/stop-phrases.ts";
import { stopWords } from "./keywords/stop-words.ts";
import { unwantedPhrases } from "./keywords/unwanted-phrases.ts";

type Words = readonly string[];
type Request = { readonly language: string | null };

export const polite: ReadonlySet<string> = new Set(wordList(POLITE));
const objects = new Set([...wordList(OBJECTS), ...polite]);
const messages = new Set(wordList(MESSAGES));

const spaced = (phrase: string): string => ` ${folded(phrase)} `;
const byLanguage = (lists: Readonly<Record<string, Words>>) =>
  Object.entries(lists).flatMap(([language, list]) => list.map((phrase) => ({ language, phrase: spaced(phrase) })));
const phrases = byLanguage(stopPhrases);
const unwanted = byLanguage(unwantedPhrases);
const harmless = harmlessPhrases.map(spaced);
const doubtful = doubtfulPhrases.map(spaced);
const doubtfulWholes = new Set(doubtfulMessages);
const spacedComplaints = complaints.map(spaced);
const spacedOpeners = openers.map(spaced);
const spacedReports = reports.map(spaced);
const wishes = new Set(wordList(WISHES));

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);
/** A number that texts come from. "No me manden 2" refers to two of something. */
const isSender = (word: string): boolean => /^\p{N}{3,}$/u.test(word);
const namesMessages = (words: Words): boolean => words.some((word) => messages.has(word));
const joined = (words: Words): string => ` ${words.join(" ")} `;
const split = (text: string): Words => text.trim().split(" ").filter(Boolean);

/**
 * "I get no more messages": a person who misses them must not be opted out, unless the message says "stop" elsewhere.
 */
const isReport = (words: Words, message: Words): boolean =>
  spacedReports.some((report) => joined(words).includes(report)) &&
  !words.some((word) => wishes.has(word)) &&
  !message.some(isStopWord);

/**
 * A request to stop, and nothing else: a stop word or a sentence, with words that change nothing.
 *
 * @param message all words of the message, if these are a part of it
 */
export function asStop(words: Words, message = words): Request | null {
  if (isReport(words, message)) return null;
  const stops = words.filter(isStopWord).map((word) => meaningOf(word)!);
  const clear = stops.find((stop) => stop.clear);
  const fits = (word: string): boolean =>
    isStopWord(word) || (clear ? objects.has(word) || isNumber(word) : polite.has(word));
  if (stops.length > 0 && words.every(fits)) return clear ?? stops[0]!;
  return asSentence(words);
}

/**
 * "Schreiben Sie mir bitte nicht mehr": polite words may be inside a sentence, too. "Don't just text" asks for more.
 */
const asSentence = (words: Words): Request | null =>
  asPhrase(words) ?? asPhrase(words.filter((word) => word === "just" || !polite.has(word)));

function asPhrase(words: Words): Request | null {
  const text = joined(words);
  const isWhole = ({ phrase }: { readonly phrase: string }): boolean =>
    text.includes(phrase) && split(text.replace(phrase, " ")).every((word) => objects.has(word) || isSender(word));
  return phrases.find(isWhole) ?? (namesMessages(words) ? unwanted.find(isWhole) : undefined) ?? null;
}

/** A request with a complaint beside it: "wrong number, please stop". */
export function asStopWithComplaint(words: Words): Request | null {
  const rest = withoutComplaints(words);
  if (rest.length === words.length || isReport(words, words)) return null;
  // "Can you cancel please" may be about an order.
  return rest.some((word) => meaningOf(word)?.clear) ? asStop(rest) : asSentence(rest);
}

/**
 * "Who gave you this number? Stop texting me": a clause that names the messages is a request, whatever else is said.
 */
export function asStopClause(clause: Words, message: Words): Request | null {
  return namesMessages(clause) ? (asStop(clause, message) ?? asStop(withoutComplaints(clause), message)) : null;
}

function withoutComplaints(words: Words): Words {
  let text = joined(words);
  for (const complaint of spacedComplaints) text = text.replaceAll(complaint, " ");
  for (let opener = openerOf(text); opener; opener = openerOf(text)) text = text.slice(opener.length - 1);
  return split(text);
}

const openerOf = (text: string): string | undefined => spacedOpeners.find((opener) => text.startsWith(opener));

/** A message about which a person has to decide. */
export function mayBeStop(words: Words): boolean {
  if (doubtfulWholes.has(words.filter((word) => !polite.has(word)).join(" "))) return true;
  let text = joined(words);
  for (const phrase of harmless) text = text.replaceAll(phrase, " ");
  const isPart = (phrase: string): boolean => text.includes(phrase);
  if (phrases.some(({ phrase }) => isPart(phrase)) || doubtful.some(isPart)) return true;
  if (namesMessages(words) && unwanted.some(({ phrase }) => isPart(phrase))) return true;
  const left = split(text);
  const stops = left.filter(isStopWord);
  // "Cancel this" names nothing else that could be meant.
  const isOnlyStop = left.every((word) => objects.has(word) || isStopWord(word));
  return stops.some((word) => isOnlyStop || meaningOf(word)!.clear);
}

/** Languages written without spaces, in which a message is one word. */
const UNSPACED = ["zh", "ja", "th"];
const unspacedRequests = UNSPACED.flatMap((language) =>
  [...wordList(stopWords[language]!.clear), ...(stopPhrases[language] ?? []).map(folded)].map((request) => ({
    language,
    request,
  })),
).toSorted((one, other) => other.request.length - one.request.length);
const unspacedFillers = new RegExp(
  wordList(UNSPACED_FILLERS)
    .toSorted((one, other) => other.length - one.length)
    .join("|"),
  "gu",
);

/** The same for a message without spaces: "请不要再给我发短信了". `isWhole`: the message contains nothing else. */
export function asUnspacedStop(words: Words): (Request & { readonly isWhole: boolean }) | null {
  const text = words.join("");
  const found = unspacedRequests.filter(({ request }) => text.includes(request));
  const whole = found.find(({ request }) => text.replace(request, "").replaceAll(unspacedFillers, "") === "");
  if (whole) return { language: whole.language, isWhole: true };
  return found[0] ? { language: found[0].language, isWhole: false } : null;
}
