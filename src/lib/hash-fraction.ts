/**
 * A number from 0 to 1 (never 1) that looks random and is the same for the same words: FNV-1a, with the final steps of
 * MurmurHash3, because FNV alone maps similar words to nearby values.
 */
export function hashFraction(...words: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const word of words) {
    for (let index = 0; index < word.length; index += 1) {
      hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
    }
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
