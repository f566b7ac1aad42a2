/**
 * How long to wait before attempt `attempt + 1`: doubling from `base` to `cap`, with full jitter over the upper half,
 * so that a thousand rows refused in one second are not all retried in the same second.
 *
 * @param attempt attempts already made, from 1
 * @param random  0 ≤ random < 1
 * @returns milliseconds
 */
export function backoff(attempt: number, base: number, cap: number, random: number): number {
  const full = Math.min(cap, base * 2 ** Math.max(0, attempt - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
