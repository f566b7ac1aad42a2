import type { Uuid } from "#lib/ids";

import type { Counts } from "./counters.ts";
import type { Histogram } from "./latency.ts";

export const statIntervals = ["hour", "day"] as const;
export type StatInterval = (typeof statIntervals)[number];

export const statParts = ["gateway", "country", "category"] as const;
export type StatPart = (typeof statParts)[number];

/** Milliseconds since 1970, start inclusive and end exclusive, at the bounds of hours or days of the site. */
export type StatRange = {
  readonly from: number;
  readonly to: number;
  readonly interval: StatInterval;
  readonly groupBy: StatPart | null;
};

/** One hour or day, or one part of it; `part` is empty for what belongs to none, and if there is no grouping. */
export type StatRow = {
  readonly startsAt: number;
  readonly part: string;
  readonly counts: Counts;
  readonly toSent: Histogram;
  readonly toDelivered: Histogram;
};

/** A part of one message. `gateway` and `country` are empty for what has none. */
export type MessageSplit = { readonly gateway: string; readonly country: string; readonly counts: Counts };

/** Reads roll-ups, which may be a few seconds old. */
export type StatStore = {
  /** By time and part; hours and days without anything are absent. */
  read(range: StatRange): Promise<readonly StatRow[]>;
  /** One message by gateway and country. */
  readMessage(id: Uuid): Promise<readonly MessageSplit[]>;
};
