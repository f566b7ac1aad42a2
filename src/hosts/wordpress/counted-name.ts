/**
 * The name under which attempts with a user name are counted. WordPress finds a user by many spellings of the name
 * (`sanitize_user` with `remove_accents`, and a collation that ignores accents and characters that draw nothing):
 * counted separately, each of them could be guessed at.
 */
export function countedName(user: string): string {
  return user
    .slice(0, LONGEST)
    .replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gis, "")
    .replaceAll(/<[^>]*>?/g, "")
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cc}\p{Cf}]/gu, (one) => (/\s/.test(one) ? one : ""))
    .replaceAll(/%[\da-f]{2}/gi, "")
    .replaceAll(/&.+?;/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .replaceAll(OTHER_LETTERS, (letter) => LETTERS.get(letter)!);
}

/** Those that `remove_accents` replaces and Unicode does not decompose. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  "ø:o đ:d ð:d ħ:h ı:i ł:l ŧ:t ß:s æ:ae œ:oe þ:th ĸ:k ŋ:n ɑ:a €:e £:"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const OTHER_LETTERS = new RegExp(`[${[...LETTERS.keys()].join("")}]`, "g");

const LONGEST = 1_000;
