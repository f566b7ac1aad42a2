import { categories } from "#domain/messages/message";

/** Upper bounds in seconds; a last bucket counts what took longer. */
export const BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Results of an attempt. `retried` counts as an attempt, `returned` does not: throttled, or never sent. */
export const OUTCOMES = ["sent", "failed", "unknown", "retried", "returned"] as const;
export type CountedOutcome = (typeof OUTCOMES)[number];

/** Where the count of an outcome is in {@link GatewayCounts.outcomes}. */
export const outcomeIndex = (priority: number, outcome: CountedOutcome): number =>
  priority * OUTCOMES.length + OUTCOMES.indexOf(outcome);

const PRIORITIES = categories.length;

/** A histogram of durations: counts by bucket, and the sum in seconds. */
export type Durations = { readonly buckets: Float64Array; sum: number };

/** Numbers of one gateway. Arrays are by priority; `outcomes` as {@link outcomeIndex} says. */
export type GatewayCounts = {
  readonly marked: Float64Array;
  readonly outcomes: Float64Array;
  readonly calls: Durations;
  /** Deliveries that the gateway was given and has not answered yet. */
  inFlight: number;
  throttleWaits: number;
  throttleWaitMs: number;
  /** Calls of its provider that could not be read. */
  unread: number;
};

/** Calls of one route of the API. */
export type RouteCounts = {
  readonly method: string;
  readonly route: string;
  readonly statuses: Map<number, number>;
  readonly durations: Durations;
};

/**
 * What this process has counted since it started, as plain numbers: an increment takes a few nanoseconds, while a
 * labeled counter of a metrics library takes 200, because it builds a string of its labels each time. They become
 * metrics at a scrape.
 */
export type Counts = {
  readonly gateways: ReadonlyMap<string, GatewayCounts>;
  readonly routes: Iterable<RouteCounts>;
  /** By route of the queue, then by priority: recipients in accepted calls; numbers read from audiences. */
  readonly accepted: ReadonlyMap<string, Float64Array>;
  readonly resolved: ReadonlyMap<string, Float64Array>;
  gateway(name: string): GatewayCounts;
  accept(route: string, priority: number, count: number): void;
  resolve(route: string, priority: number, count: number): void;
  /** Counts the start of a call; the returned function ends it. */
  call(method: string, route: string): (status: number) => void;
};

/** @param now milliseconds of a monotonic clock */
export function openCounts(now: () => number): Counts {
  const gateways = new Map<string, GatewayCounts>();
  const routes = new Map<string, Map<string, RouteCounts>>();
  const accepted = new Map<string, Float64Array>();
  const resolved = new Map<string, Float64Array>();

  const add = (to: Map<string, Float64Array>, route: string, priority: number, count: number): void => {
    let priorities = to.get(route);
    if (!priorities) to.set(route, (priorities = new Float64Array(PRIORITIES)));
    priorities[priority]! += count;
  };

  return {
    gateways,
    accepted,
    resolved,
    routes: { [Symbol.iterator]: () => routes.values().flatMap((methods) => methods.values()) },
    gateway(name) {
      let counts = gateways.get(name);
      if (!counts) gateways.set(name, (counts = newGateway()));
      return counts;
    },
    accept: (route, priority, count) => add(accepted, route, priority, count),
    resolve: (route, priority, count) => add(resolved, route, priority, count),
    call(method, route) {
      let methods = routes.get(route);
      if (!methods) routes.set(route, (methods = new Map()));
      let counts = methods.get(method);
      if (!counts) methods.set(method, (counts = { method, route, statuses: new Map(), durations: newDurations() }));
      const { statuses, durations } = counts;
      const from = now();
      return (status) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        observe(durations, now() - from);
      };
    },
  };
}

/** Records a duration in milliseconds. */
export function observe(durations: Durations, ms: number): void {
  const seconds = ms / 1_000;
  let bucket = 0;
  while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]!) bucket += 1;
  durations.buckets[bucket]! += 1;
  durations.sum += seconds;
}

function newGateway(): GatewayCounts {
  return {
    marked: new Float64Array(PRIORITIES),
    outcomes: new Float64Array(PRIORITIES * OUTCOMES.length),
    calls: newDurations(),
    inFlight: 0,
    throttleWaits: 0,
    throttleWaitMs: 0,
    unread: 0,
  };
}

function newDurations(): Durations {
  return { buckets: new Float64Array(BUCKETS.length + 1), sum: 0 };
}
