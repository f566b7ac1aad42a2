import { Temporal } from "temporal-polyfill";

import { day, hour } from "#lib/time";

import { NO_COUNTS, type Counter, type Counts } from "./counters.ts";
import { addHistograms, EMPTY_HISTOGRAM, latencyOf, type Latency } from "./latency.ts";
import type { StatInterval, StatPart, StatRange, StatStore, StatSums } from "./stat-store.ts";

type StatReader = Pick<StatStore, "read" | "total" | "totals" | "partsByTime">;

/** Hours are kept this many days; days are kept. */
export const HOURS_KEPT_DAYS = 90;
/** The most points of a series: hours of 90 days, days of six years. */
export const MAX_POINTS = 2_200;
/** Parts with the most deliveries that are shown by name; the others are summed up. */
export const MAX_PARTS = 20;

/** Shares from 0 to 1; null: there is nothing that they could be a share of. */
export type Rates = {
  /** Of what was sent. */
  readonly delivered: number | null;
  /**
   * Of what has a final state that a gateway gave it: delivered, undelivered or failed. null, too, as long as no
   * receipt has come: some gateways send none, and what they accepted is then not known to have arrived or not.
   */
  readonly deliveredOfFinal: number | null;
  /** Failed and undelivered, of what was sent or failed. */
  readonly errors: number | null;
  /** Opt-outs, of what was sent. */
  readonly optOuts: number | null;
};

/** Above these limits carriers begin to filter, and the operator should act. */
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
  /** The largest first. `part` null: what belongs to none; `rest`: how many parts the last group sums up. */
  readonly groups: readonly {
    readonly part: string | null;
    readonly rest: number;
    readonly totals: Figures;
    readonly series: readonly { readonly startsAt: number; readonly counts: Counts }[];
  }[];
};

/** The requested range; null is the default: the last 24 hours, or the last 30 days. */
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
  store: StatReader,
  query: StatsQuery,
  { now, zone }: { readonly now: number; readonly zone: string },
): Promise<Stats> {
  const { interval, groupBy } = query;
  const { from, to } = rangeOf(query, now, zone);
  const range: StatRange = { from, to, interval };
  const earlier = floorTo(interval, from - (to - from), zone);
  const rows = await store.read(range);
  const before = await store.total({ interval, from: earlier, to: from });
  return {
    from,
    to,
    series: rows.map(({ startsAt, ...sums }) => ({ startsAt, ...figuresOf(sums) })),
    totals: figuresOf(sumOf(rows)),
    before: { from: earlier, totals: figuresOf(before ?? NOTHING) },
    groups: groupBy === null ? [] : await groupsOf(store, range, groupBy),
  };
}

async function groupsOf(store: StatReader, range: StatRange, by: StatPart): Promise<Stats["groups"]> {
  const size = ({ counts }: StatSums): number => counts.accepted + counts.sent + counts.replies;
  const sorted = (await store.totals(range, by)).toSorted((a, b) => size(b) - size(a) || (a.part < b.part ? -1 : 1));
  const largest = sorted.slice(0, MAX_PARTS);
  const rest = sorted.slice(MAX_PARTS);
  const names = largest.map(({ part }) => part);
  const points = Map.groupBy(await store.partsByTime(range, by, names), ({ part }) => part);
  const seriesOf = (part: string | null) =>
    (points.get(part) ?? []).map(({ startsAt, counts }) => ({ startsAt, counts }));
  const fits =
    (name: string | null) =>
    ({ part }: { readonly part: string }): boolean =>
      name === null ? !names.includes(part) : part === name;
  const group = (name: string | null) => ({
    totals: figuresOf(sumOf(sorted.filter(fits(name)))),
    series: seriesOf(name),
  });
  return [
    ...names.map((part) => ({ part: part === "" ? null : part, rest: 0, ...group(part) })),
    ...(rest.length > 0 ? [{ part: null, rest: rest.length, ...group(null) }] : []),
  ];
}

const NOTHING: StatSums = { counts: NO_COUNTS, toSent: EMPTY_HISTOGRAM, toDelivered: EMPTY_HISTOGRAM };

function sumOf(rows: readonly StatSums[]): StatSums {
  const counts = { ...NO_COUNTS } as Record<Counter, number>;
  for (const row of rows) for (const name of Object.keys(counts) as Counter[]) counts[name] += row.counts[name];
  return {
    counts,
    toSent: rows.reduce((sum, row) => addHistograms(sum, row.toSent), EMPTY_HISTOGRAM),
    toDelivered: rows.reduce((sum, row) => addHistograms(sum, row.toDelivered), EMPTY_HISTOGRAM),
  };
}

const figuresOf = ({ counts, toSent, toDelivered }: StatSums): Figures => ({
  counts,
  rates: ratesOf(counts),
  toSent: latencyOf(toSent),
  toDelivered: latencyOf(toDelivered),
});

function ratesOf({ sent, delivered, undelivered, failed, opt_outs: optOuts }: Counts): Rates {
  const share = (part: number, whole: number): number | null => (whole <= 0 ? null : part / whole);
  return {
    delivered: share(delivered, sent),
    deliveredOfFinal: delivered + undelivered > 0 ? share(delivered, delivered + undelivered + failed) : null,
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
