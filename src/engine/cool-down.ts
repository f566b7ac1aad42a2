import { second } from "#lib/time";

/** Default of the first cool-down. */
const FIRST_MS = 10 * second;
const LONGEST_MS = 60 * second;

/** How long nothing is sent through a gateway: longer each time, until `reset`. */
export type CoolDowns = {
  /** Starts the next cool-down. Returns its duration in milliseconds. */
  start(now: number): number;
  /** It lasts until then if it would end before. */
  extend(until: number, now: number): void;
  /** Whether it lasts, or ended less than `moreMs` ago. */
  isActive(now: number, moreMs?: number): boolean;
  /** The next one is as short as the first. */
  reset(): void;
};

/** @param firstMs the first cool-down; each further one is twice as long, up to a minute */
export function coolDowns(firstMs = FIRST_MS): CoolDowns {
  let count = 0;
  let until = 0;
  let ms = 0;

  /** The database's clock may be set back: then a cool-down ends early rather than hours late. */
  const isActive = (now: number, moreMs = 0): boolean => now < until + moreMs && until - now <= ms;

  return {
    start(now) {
      ms = Math.min(LONGEST_MS, firstMs * 2 ** count);
      count += 1;
      until = now + ms;
      return ms;
    },
    extend(end, now) {
      if (!isActive(now) || end > until) [until, ms] = [end, end - now];
    },
    isActive,
    reset() {
      count = 0;
    },
  };
}
