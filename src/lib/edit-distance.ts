/** Levenshtein distance, abandoned above `max`: enough to distinguish a misspelled name from an unrelated one. */
function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const distance = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + cost);
      row.push(distance);
      least = Math.min(least, distance);
    }
    // Every later row has at least this.
    if (least > max) return max + 1;
    previous = row;
  }
  return Math.min(previous[b.length]!, max + 1);
}

/** The candidate nearest to `name` within `max` edits, or null. */
export function nearest(name: string, candidates: readonly string[], max = 2): string | null {
  let best: { candidate: string; distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate, max);
    if (distance <= max && distance < candidate.length && (!best || distance < best.distance))
      best = { candidate, distance };
  }
  return best?.candidate ?? null;
}
