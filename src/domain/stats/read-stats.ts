import { Temporal } from "temporal-polyfill";

import { day, hour } from "#lib/time";

import { addHistograms, EMPTY_HISTOGRAM, latencyOf, type Histogram, type Latency } from "./latency.ts";
import { NO_COUNTS, type Counter, type Counts } from "./counters.ts";
import type { StatInterval, StatPart, StatRange, StatRow, StatStore } from "./stat-store.ts";

/** Hours are kept this many days; days are kept. */
export const HOURS_KEPT_DAYS = 90;
/** The most points of a series: hours of 90 days, days of six years. */
export const MOST_POINTS = 2_200;
/** Parts with the most deliveries that are shown by name; the others are summed up. */
export const MOST_PARTS = 20;

/** Shares from 0 to 1; null: there is nothing that they could be a share of. */
export type Rates = {
  /** Of what was sent. */
  readonly delivered: number | null;
  /** Failed and undelivered, of what was sent or failed. */
  readonly errors: number | null;
  /** Opt-outs, of what was sent. */
  readonly optOuts: number | null;
};

/** Above these lines carriers begin to filter, and something should be done. */
export const LINES = { errors: 0.05, optOuts: 0.01 } as const;

export type Figures = {
  readonly counts: Counts;
  readonly rates: Rates;
  /** From acceptance to sending, and from sending to delivery. */
  readonly toSent: Latency;
  readonly toDelivered: Latency;
};

export type Series = readonly ({ readonly startsAt: number } & Figures)[];

export type Stats = {
  /** The bounds of the first and the last hour or day, milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly series: Series;
  readonly totals: Figures;
  /** The range of the same length before it. */
  readonly before: { readonly from: number; readonly totals: Figures };
  /** Those with the most first. `part` null: what belongs to none; `rest`: how many parts the last group sums up. */
  readonly groups: readonly { readonly part: string | null; readonly rest: number; readonly totals: Figures; readonly series: Series }[];
};

/** What was requested; null is the default: the last 24 hours, or the last 30 days. */
export type StatsQuery = {
  readonly from: number | null;
  readonly to: number | null;
  readonly interval: StatInterval;
  readonly groupBy: StatPart | null;
};

/** The whole hours or days of the site that a query covers. */
export function rangeOf(query: StatsQuery, now: number, zone: string): { readonly from: number; readonly to: number } {
  const span = query.interval === "hour" ? day : 30 * day;
  const to = ceilTo(query.interval, query.to ?? now, zone);
  return { from: floorTo(query.interval, query.from ?? to - span, zone), to };
}

/** How many hours or days a range may have at most, judged by its length. */
export const pointsOf = ({ from, to }: { from: number; to: number }, interval: StatInterval): number =>
  (to - from) / (interval === "hour" ? hour : day);

/** Reads the statistics of a range from roll-ups. */
export async function readStats(
  store: Pick<StatStore, "read">,
  query: StatsQuery,
  { now, zone }: { readonly now: number; readonly zone: string },
): Promise<Stats> {
  const { from, to } = rangeOf(query, now, zone);
  const range: StatRange = { from, to, interval: query.interval, groupBy: query.groupBy };
  const earlier = floorTo(query.interval, from - (to - from), zone);
  const rows = await store.read(range);
  const before = await store.read({ ...range, groupBy: null, from: earlier, to: from });
  return {
    from,
    to,
    series: seriesOf(rows),
    totals: figuresOf(rows),
    before: { from: earlier, totals: figuresOf(before) },
    groups: query.groupBy === null ? [] : groupsOf(rows),
  };
}

function groupsOf(rows: readonly StatRow[]): Stats["groups"] {
  const parts = Map.groupBy(rows, ({ part }) => part);
  const size = (part: readonly StatRow[]): number =>
    part.reduce((all, { counts }) => all + counts.accepted + counts.sent + counts.replies, 0);
  const sorted = [...parts].toSorted(([a, aRows], [b, bRows]) => size(bRows) - size(aRows) || (a < b ? -1 : 1));
  const rest = sorted.slice(MOST_PARTS).flatMap(([, some]) => some);
  return [
    ...sorted.slice(0, MOST_PARTS).map(([part, some]) => ({ part: part === "" ? null : part, rest: 0, ...shown(some) })),
    ...(rest.length > 0 ? [{ part: null, rest: sorted.length - MOST_PARTS, ...shown(rest) }] : []),
  ];
}

const shown = (rows: readonly StatRow[]) => ({ totals: figuresOf(rows), series: seriesOf(rows) });

/** Hours and days without anything are absent. */
function seriesOf(rows: readonly StatRow[]): Series {
  return [...Map.groupBy(rows, ({ startsAt }) => startsAt)]
    .toSorted(([a], [b]) => a - b)
    .map(([startsAt, some]) => ({ startsAt, ...figuresOf(some) }));
}

function figuresOf(rows: readonly StatRow[]): Figures {
  const counts = { ...NO_COUNTS } as Record<Counter, number>;
  let toSent: Histogram = EMPTY_HISTOGRAM;
  let toDelivered: Histogram = EMPTY_HISTOGRAM;
  for (const row of rows) {
    for (const name of Object.keys(counts) as Counter[]) counts[name] += row.counts[name];
    toSent = addHistograms(toSent, row.toSent);
    toDelivered = addHistograms(toDelivered, row.toDelivered);
  }
  return { counts, rates: ratesOf(counts), toSent: latencyOf(toSent), toDelivered: latencyOf(toDelivered) };
}

function ratesOf({ sent, delivered, undelivered, failed, opt_outs: optOuts }: Counts): Rates {
  const share = (part: number, whole: number): number | null => (whole <= 0 ? null : part / whole);
  return {
    delivered: share(delivered, sent),
    errors: share(undelivered + failed, sent + failed),
    optOuts: share(optOuts, sent),
  };
}

function floorTo(interval: StatInterval, millis: number, zone: string): number {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(millis)).toZonedDateTimeISO(zone);
  return interval === "day"
    ? at.startOfDay().epochMilliseconds
    : at.round({ smallestUnit: "hour", roundingMode: "floor" }).epochMilliseconds;
}

function ceilTo(interval: StatInterval, millis: number, zone: string): number {
  const start = floorTo(interval, millis, zone);
  if (start === millis) return start;
  const next = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
  return next.add(interval === "day" ? { days: 1 } : { hours: 1 }).epochMilliseconds;
}
