/**
 * The name under which attempts with a user name are counted. WordPress finds a user by many spellings of the name
 * (`sanitize_user`, and a collation that ignores accents): counted separately, each of them could be guessed at.
 */
export function countedName(user: string): string {
  return user
    .slice(0, LONGEST)
    .replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gis, "")
    .replaceAll(/<[^>]*>?/g, "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/%[\da-f]{2}/gi, "")
    .replaceAll(/&.+?;/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

const LONGEST = 1_000;
