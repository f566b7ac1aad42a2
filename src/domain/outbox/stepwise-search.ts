import type { Clock } from "#lib/time";

import type { FoundEntry, OutboxKey, OutboxStep, OutboxStore, OutboxTally } from "./outbox-store.ts";

export type Walk = Omit<OutboxStep, "rows"> & {
  /** How long to search for the requested entries. */
  readonly searchMs: number;
  /** How long to continue for the count alone. */
  readonly countMs: number;
};

export type Walked = {
  readonly found: readonly FoundEntry[];
  readonly tally: OutboxTally;
  /** More entries match than the maximum to count. */
  readonly more: boolean;
  /** The time was up before enough were found. */
  readonly cut: boolean;
  /** The time was up before all were counted. */
  readonly uncounted: boolean;
  readonly last: OutboxKey | null;
};

/**
 * Sizes of the steps. The first is usually the last; each has its own prepared statement, so there are few. The largest
 * takes about 50 ms with a search: that is the precision of the time budget.
 */
const STEPS = [128, 2_048, 16_384] as const;

/**
 * How many rows the next step reads: more each time, but not the most if that would take longer than what is left, at
 * the pace of the last one. In the order of numbers each row is elsewhere on the disk, and the largest step took
 * seconds while the disk had to be read.
 *
 * @param taken steps so far
 */
export function rowsOfStep(
  taken: number,
  last: { readonly rows: number; readonly ms: number } | null,
  leftMs: number,
): number {
  const [first, second, largest] = STEPS;
  if (taken === 0 || last === null) return first;
  return taken > 1 && (largest / last.rows) * last.ms <= leftMs ? largest : second;
}

/** Searches for entries step by step until enough are found and counted, there are no more, or the time is up. */
export async function walk(outbox: OutboxStore, clock: Clock, wanted: Walk): Promise<Walked> {
  const start = clock.now();
  const found: FoundEntry[] = [];
  let tally: OutboxTally = { total: 0, success: 0, failed: 0 };
  let last = wanted.after;
  let pace: { rows: number; ms: number } | null = null;
  let now = start;
  for (let step = 0; ; step += 1) {
    const began = now;
    const budgetMs = found.length >= wanted.keep ? wanted.countMs : wanted.searchMs;
    const rows = rowsOfStep(step, pace, start + budgetMs - began);
    const finds = await outbox.find({
      ...wanted,
      after: last,
      rows,
      keep: wanted.keep - found.length,
      count: wanted.count - tally.total,
    });
    now = clock.now();
    pace = { rows, ms: now - began };
    found.push(...finds.found);
    last = finds.last ?? last;
    tally = add(tally, finds.tally);
    // If exactly the maximum was counted, only the next step can tell whether there are more.
    const more = wanted.count > 0 && finds.more;
    const full = found.length >= wanted.keep;
    const counted = wanted.count === 0 || more;
    const late = now - start >= (full ? wanted.countMs : wanted.searchMs);
    if (finds.ended || (full && counted) || late) {
      const stopped = !finds.ended && late;
      return { found, tally, more, cut: stopped && !full, uncounted: stopped && !counted, last };
    }
  }
}

function add(left: OutboxTally, right: OutboxTally): OutboxTally {
  return {
    total: left.total + right.total,
    success: left.success + right.success,
    failed: left.failed + right.failed,
  };
}
