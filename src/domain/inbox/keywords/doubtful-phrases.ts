/** Sentences that may ask to stop: a person decides. */
export const doubtfulPhrases: readonly string[] = [
  "not interested",
  "no longer interested",
  "wrong number",
  "no thanks",
  "never signed up",
  "didnt sign up",
  "did not sign up",
  "never subscribed",
  "did you get my number",
  "did you get this number",
  "harassment",
  "no quiero recibir",
  "stuur me geen",
  "stuur mij geen",
];

/** Whole messages, apart from polite words, that may ask to stop. Among other words they mean something else. */
export const doubtfulMessages: readonly string[] = [
  "delete me",
  "delete us",
  "leave",
  "go away",
  "no more",
  "spam",
  "this is spam",
  // Also "write back", and mostly that with "мне".
  "отпишись",
];

/** With a stop word in them, but never a request. */
export const harmlessPhrases: readonly string[] = [
  "dont stop",
  "do not stop",
  "cant stop",
  "can not stop",
  "cannot stop",
  "couldnt stop",
  "could not stop",
  "wont stop",
  "never stop",
  "never stops",
  "non stop",
  "bus stop",
  "tram stop",
  "pit stop",
  "one stop",
  "stop by",
  "stop in",
  "stop over",
  "stop at",
  "the end",
];

/** What people write beside a request. It does not make the request less clear, and is no request by itself. */
export const complaints: readonly string[] = [
  "am not interested",
  "not interested anymore",
  "not interested",
  "no longer interested",
  "you have the wrong number",
  "wrong number",
  "wrong person",
  "no thanks",
  "no thank you",
  "enough is enough",
  "enough",
  "who is this",
  "whos this",
  "who are you",
  "never signed up for this",
  "never signed up",
  "didnt sign up for this",
  "didnt sign up",
  "did not sign up for this",
  "did not sign up",
  "never subscribed",
  "how did you get my number",
  "where did you get my number",
  "this is harassment",
  "this is spam",
  "fuck off",
  "go away",
];

/** Phrases that may be a complaint that messages no longer arrive, unless a wish or a stop word is beside them. */
export const reports: readonly string[] = [
  "get no more",
  "getting no more",
  "receive no more",
  "receiving no more",
  "sent no more",
  "mehr erhalten",
  "mehr bekommen",
];

/** With one of these words, a sentence says what is wanted rather than what happens. */
export const WISHES = "want wish would like need must please pls plz will möchte moechte bitte";

/** What a request may begin with. */
export const openers: readonly string[] = [
  "can you",
  "could you",
  "will you",
  "would you",
  "i told you to",
  "i asked you to",
  "and",
  "no",
];
