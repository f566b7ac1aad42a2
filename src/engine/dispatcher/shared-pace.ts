import type { Throttles } from "#domain/deliveries/throttle";
import type { Log } from "#lib/log";
import { second, type Clock } from "#lib/time";

import { failureLog } from "../failure-log.ts";

/** Spaces what leaves through one gateway, from all nodes together. */
export type Pace = {
  /**
   * Takes this many units if they may leave now.
   *
   * @param demand all units that are ready, called only if a slice is needed
   * @returns 0 if they were taken; else milliseconds after which a retry is worthwhile, Infinity if `changed` will be
   *   called
   */
  take(units: number, demand: () => number): number;
};

/** A node requests the next slice when its current one lasts no longer than this. */
const LEAD_MS = 150;
/**
 * A slot missed by more is forfeited: used late, it would overfill a second. What leaves late by this much is part of
 * the overshoot, and so is the difference between the nodes' estimates of the database's clock: with 30 ms the fullest
 * second of two nodes at 1,000/s was 105-109 %, with 15 ms 101-102 %.
 */
const LATE_MS = 15;
/** The longest wait for a granted slice: the database's clock may have been set back. */
const FARTHEST_MS = second;

type Slice = { from: number; units: number };

/**
 * At most `rate` units per second over all nodes, evenly, with nothing saved up in quiet periods. Slices of up to a
 * tenth of a second are reserved in the database, only for ready deliveries; within a slice this node paces itself.
 *
 * @param changed called when another request may get more
 */
export function sharedPace(options: {
  readonly key: string;
  readonly rate: number;
  readonly throttles: Throttles;
  readonly clock: Clock;
  readonly log: Log;
  readonly changed: () => void;
}): Pace {
  const { key, rate, throttles, clock, log, changed } = options;
  const unitMs = second / rate;
  const slices: Slice[] = [];
  let requesting = false;
  const outage = failureLog(log, {
    fails: "slots of a rate could not be reserved",
    works: "slots of a rate are reserved again",
  });
  let notBefore = -Infinity;
  let seen = -Infinity;

  /** Anything computed by a clock that has since been set back would block everything for that long. */
  function adjustToClock(now: number): void {
    if (now < seen - second) {
      slices.length = 0;
      notBefore = -Infinity;
    }
    seen = now;
  }

  function forfeitLate(now: number): void {
    for (let [first] = slices; first; [first] = slices) {
      const lost = Math.min(first.units, Math.ceil((now - LATE_MS - first.from) / unitMs));
      if (lost < 1) return;
      first.units -= lost;
      first.from += lost * unitMs;
      if (first.units > 0) return;
      slices.shift();
    }
  }

  async function request(units: number, least: number): Promise<void> {
    requesting = true;
    try {
      const [slots] = await throttles.reserve([{ key, rate, units, least }]);
      outage.worked({ key });
      const now = clock.now();
      if (slots && slots.units > 0) slices.push({ from: Math.min(slots.from, now + FARTHEST_MS), units: slots.units });
      else notBefore = now + Math.max(1, slots?.waitMs ?? second);
    } catch (error) {
      // After a restart the database may not have the last slices: waiting a second lets them run out.
      notBefore = clock.now() + second;
      outage.failed({ key }, error, second);
    }
    requesting = false;
    changed();
  }

  return {
    take(units, demand) {
      const now = clock.now();
      adjustToClock(now);
      forfeitLate(now);
      const reserved = slices.reduce((sum, slice) => sum + slice.units, 0);
      const wait = notBefore - now;
      if (!requesting && wait <= 0 && (reserved < units || reserved * unitMs < LEAD_MS)) {
        const wanted = demand() - reserved;
        if (wanted > 0) void request(wanted, Math.max(1, units - reserved));
      }
      if (reserved < units) return requesting ? Infinity : Math.max(1, wait);
      const early = slices[0]!.from - now;
      if (early > 0) return early;
      for (let left = units; left > 0;) {
        const slice = slices[0]!;
        const taken = Math.min(slice.units, left);
        slice.units -= taken;
        slice.from += taken * unitMs;
        left -= taken;
        if (slice.units < 1e-9) slices.shift();
      }
      return 0;
    },
  };
}
