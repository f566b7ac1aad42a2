/** Cyrillic and Greek letters that look like a Latin one in upper or lower case; each line with its Latin letters below. */
const CYRILLIC = "авекмнорстухѕіјѵԁԛԝһ";
const LIKE_CYRILLIC = "abekmhopctyxsijvdqwh";
const GREEK = "αβεζηικμνορτυχ";
const LIKE_GREEK = "abezhikmnoptyx";

const LATIN_OF = new Map(
  [...CYRILLIC, ...GREEK].map((letter, nth) => [letter, [...LIKE_CYRILLIC, ...LIKE_GREEK][nth]!] as const),
);

/**
 * A word in lower case, in the Latin letters that it looks like: some people write around filters, and some phones mix
 * alphabets. A word with a letter that looks like none is not meant as Latin, and stays.
 */
export function asLatin(word: string): string {
  const latin = [...word].map((letter) => LATIN_OF.get(letter) ?? letter).join("");
  return /^[a-z]+$/.test(latin) ? latin : word;
}
