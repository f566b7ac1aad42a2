import { second } from "./time.ts";

/** Tells how old something is for a process that may have stood still meanwhile, and whether it has. */
export type Wakefulness = {
  /**
   * Milliseconds of a clock that never goes back and counts what the process was stopped and the machine was suspended
   * for, as far as one of its two clocks does.
   */
  now(): number;
  /** How often it stood still for longer than {@link GAP_MS} so far. */
  gaps(): number;
  /** Looks at the clocks. Called by a heartbeat, so that a quiet time is no gap. */
  beat(): void;
};

/** A heartbeat must come more often; a process that was not seen for longer stood still. */
export const GAP_MS = second;
export const BEAT_MS = GAP_MS / 4;
/** The two clocks drift apart and are slewed; what is more than this between two looks was a jump. */
const JUMP_MS = 100;

/**
 * @param clocks.monotonic milliseconds of a clock that never jumps: it counts a stopped process, a throttled cgroup and a
 *   long collection, and stands still while the machine is suspended
 * @param clocks.wall milliseconds of the time of day: after a suspension it is set forward. Set forward by hand it makes
 *   things look older than they are, which costs a look; set back it is not heeded.
 */
export function wakefulness(clocks: { readonly monotonic: () => number; readonly wall: () => number }): Wakefulness {
  let ahead = clocks.wall() - clocks.monotonic();
  let suspendedMs = 0;
  let seen = clocks.monotonic();
  let gaps = 0;

  function now(): number {
    const steady = clocks.monotonic();
    const distance = clocks.wall() - steady;
    if (distance - ahead > JUMP_MS) suspendedMs += distance - ahead;
    ahead = distance;
    const at = steady + suspendedMs;
    if (at - seen > GAP_MS) gaps += 1;
    seen = at;
    return at;
  }

  return {
    now,
    gaps() {
      now();
      return gaps;
    },
    beat: () => void now(),
  };
}
