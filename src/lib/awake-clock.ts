import { second } from "./time.ts";

/** Measures how old something is in a process that may have been paused in the meantime, and detects such pauses. */
export type AwakeClock = {
  /**
   * Milliseconds of a clock that never goes back and includes the time for which the process was stopped or the machine
   * was suspended, as far as one of its two clocks does.
   */
  now(): number;
  /** How often the process has been paused for longer than {@link GAP_MS} so far. */
  gaps(): number;
  /** Reads the clocks. Called by a heartbeat, so that an idle period does not look like a gap. */
  beat(): void;
};

/** The heartbeat must come more often; a longer interval means that the process was paused. */
export const GAP_MS = second;
export const BEAT_MS = GAP_MS / 4;
/** The two clocks drift apart and are slewed; a larger difference between two readings is a jump. */
const JUMP_MS = 100;

/**
 * @param clocks.monotonic milliseconds of a monotonic clock: it includes the time of a stopped process, a throttled
 *   cgroup and a long garbage collection, and does not advance while the machine is suspended
 * @param clocks.wall milliseconds of the time of day: it is set forward after a suspension. Setting it forward manually
 *   makes things look older than they are, which costs an extra check; setting it back is ignored.
 */
export function awakeClock(clocks: { readonly monotonic: () => number; readonly wall: () => number }): AwakeClock {
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
