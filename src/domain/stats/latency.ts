/**
 * Latencies are counted in a histogram whose bounds are spaced evenly on a logarithmic scale, four to a factor of ten:
 * bucket 0 is below 0.1 s, bucket n ends at 10 ^ (n / 4 - 1) seconds, the last one has no end (from 28 hours on).
 */
export const LATENCY_BUCKETS = 26;

/** Decimal exponents of the bounds in seconds, for PostgreSQL's width_bucket. */
export const LATENCY_SCALE = { from: -1, to: 5, steps: LATENCY_BUCKETS - 2 } as const;

/** The bucket boundary at ten seconds. */
const WITHIN_10_S = 8;

/** How many latencies are in each bucket. */
export type Histogram = readonly number[];

export type Latency = {
  readonly count: number;
  /** Milliseconds, interpolated within a bucket; null: there is no latency. */
  readonly p50: number | null;
  readonly p95: number | null;
  /** The share that took less than 10 s, from 0 to 1; null: there is none. */
  readonly within10s: number | null;
};

export const EMPTY_HISTOGRAM: Histogram = Array.from({ length: LATENCY_BUCKETS }, () => 0);

export function latencyOf(histogram: Histogram): Latency {
  const count = sum(histogram);
  if (count === 0) return { count, p50: null, p95: null, within10s: null };
  return {
    count,
    p50: percentile(histogram, count * 0.5),
    p95: percentile(histogram, count * 0.95),
    within10s: sum(histogram.slice(0, WITHIN_10_S + 1)) / count,
  };
}

export const addHistograms = (a: Histogram, b: Histogram): Histogram => a.map((count, at) => count + b[at]!);

/** The bound below which `rank` latencies are, in whole milliseconds. */
function percentile(histogram: Histogram, rank: number): number {
  let below = 0;
  for (const [bucket, count] of histogram.entries()) {
    if (count > 0 && below + count >= rank) return Math.round(within(bucket, (rank - below) / count));
    below += count;
  }
  return Math.round(boundOf(LATENCY_BUCKETS - 2));
}

/**
 * The first bucket is divided evenly, the others logarithmically; the last one has no end, and its beginning is given.
 */
function within(bucket: number, share: number): number {
  if (bucket === 0) return boundOf(0) * share;
  if (bucket === LATENCY_BUCKETS - 1) return boundOf(bucket - 1);
  return boundOf(bucket - 1 + share);
}

/** Milliseconds at which a bucket ends. */
const boundOf = (bucket: number): number => 10 ** (bucket / 4 - 1) * 1_000;

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
