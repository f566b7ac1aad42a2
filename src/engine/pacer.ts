import { second, type Clock } from "#lib/time";

/** Spaces what leaves by one gateway from this node. */
export type Pacer = {
  /** Milliseconds until the next text may leave; 0: now. */
  waitMs(): number;
  /** Notes that so many segments leave now. */
  spend(segments: number): void;
};

/**
 * At most `rate` segments a second, evenly, nothing saved up in quiet times: a provider that allows ten a second counts
 * any second. Each node paces for itself.
 *
 * @param rate segments a second; null: as fast as the gateway takes them
 */
export function pacer(rate: number | null, clock: Clock): Pacer {
  let next = 0;
  let longest = 0;
  return {
    waitMs() {
      const wait = next - clock.now();
      // The database's clock may be set back: nobody waits longer than the last texts took.
      return wait > longest ? 0 : Math.max(0, wait);
    },
    spend(segments) {
      if (rate === null) return;
      longest = (segments * second) / rate;
      next = Math.max(next, clock.now()) + longest;
    },
  };
}
