import type { Uuid } from "#lib/ids";

import type { Counts } from "./counters.ts";
import type { Departures } from "./departures.ts";
import type { Histogram } from "./latency.ts";

export const statIntervals = ["hour", "day"] as const;
export type StatInterval = (typeof statIntervals)[number];

export const statParts = ["gateway", "country", "category"] as const;
export type StatPart = (typeof statParts)[number];

/** Milliseconds since 1970, start inclusive and end exclusive, at the bounds of hours or days of the site. */
export type StatRange = { readonly from: number; readonly to: number; readonly interval: StatInterval };

/** The counts, and the latencies from acceptance to sending and from sending to delivery. */
export type StatSums = { readonly counts: Counts; readonly toSent: Histogram; readonly toDelivered: Histogram };

/** A part of one message. `gateway` and `country` are empty for what has none. */
export type MessageSplit = { readonly gateway: string; readonly country: string; readonly counts: Counts };

/** Reads roll-ups, which may be a few seconds old. */
export type StatStore = {
  /** By time; hours and days without anything are absent. */
  read(range: StatRange): Promise<readonly ({ readonly startsAt: number } & StatSums)[]>;
  /** All of a range; null: nothing was counted. */
  total(range: StatRange): Promise<StatSums | null>;
  /** All of a range by part, which is empty for what belongs to none. */
  totals(range: StatRange, by: StatPart): Promise<readonly ({ readonly part: string } & StatSums)[]>;
  /** Some parts by time; `part` null sums up all others. */
  partsByTime(
    range: StatRange,
    by: StatPart,
    parts: readonly string[],
  ): Promise<readonly { readonly startsAt: number; readonly part: string | null; readonly counts: Counts }[]>;
  /** One message by gateway and country. */
  readMessage(id: Uuid): Promise<readonly MessageSplit[]>;
  /**
   * When the texts of one message left. `until`: the intervals reach to then, milliseconds since 1970; null: to the
   * last one.
   */
  readDepartures(id: Uuid, until: number | null): Promise<Departures>;
};
