/** The candidate within edit distance 2 of `word`, or null: what "did you mean" may name. */
export function closest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let least = 3;
  for (const candidate of candidates) {
    const far = distance(word, candidate, least);
    if (far < least) [best, least] = [candidate, far];
  }
  return best;
}

// Levenshtein, one row at a time; words longer than the bound apart are not measured.
function distance(left: string, right: string, bound: number): number {
  if (Math.abs(left.length - right.length) >= bound) return bound;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const swap = row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
