import type { Clock } from "#lib/time";

const KEPT_MS = 120_000;
/** 120 s at 800 calls a second: more than any site passes on. */
const MAX = 100_000;

/**
 * Remembers what was used, for longer than a signature is taken. Only what was signed rightly gets here, so nobody else
 * can push anything out.
 */
export function nonceMemory(clock: Clock, max = MAX): { take(nonce: string): boolean } {
  const used = new Map<string, number>();
  return {
    /** false: it was used before. */
    take(nonce) {
      const now = clock.now();
      for (const [old, at] of used) {
        if (now - at < KEPT_MS && used.size < max) break;
        used.delete(old);
      }
      if (used.has(nonce)) return false;
      used.set(nonce, now);
      return true;
    },
  };
}
