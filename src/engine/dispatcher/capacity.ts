import type { InFlightDelivery } from "./in-flight.ts";
import type { NamedGateway } from "./options.ts";

/** How much a gateway is given at once. */
export type Capacity = {
  /** Deliveries per call. */
  readonly batch: number;
  /**
   * Segments or messages, as its rate counts them, per call with several deliveries; a single delivery may have more.
   */
  readonly units: number;
  /** Concurrent calls. */
  readonly window: number;
  /** Deliveries marked and not settled: two windows, one on the wire and one ready behind it. */
  readonly rows: number;
  /** Calls reserved for one-time passwords. */
  readonly reservedCalls: number;
  /** Of `rows`, those reserved for one-time passwords. */
  readonly reservedRows: number;
  /** A smaller mark is not worth its commit while others are under way. */
  readonly minMark: number;
};

/**
 * The larger the window, the sooner one of its calls ends, and the next one-time password takes its place: so a reserve
 * need not grow with it. Rows become free many at a time, when a settle is committed, so their reserve is a tenth.
 */
const MAX_RESERVED_CALLS = 2;

/**
 * No more deliveries are kept ready for a rate-limited gateway than it can send in a second, and a call has a hundredth
 * of that: a batch leaves at one instant, and no second may exceed the rate by more than a twentieth.
 */
export function capacityOf({ gateway, rate, maxInFlight }: NamedGateway): Capacity {
  const window = Math.max(1, Math.min(gateway.window, maxInFlight ?? Infinity));
  const units = rate === null ? Infinity : Math.max(1, Math.floor(rate / 100));
  const batch = Math.max(1, Math.min(gateway.batchSize, units));
  const rows = Math.min(2 * window * batch, rate === null ? Infinity : Math.max(2 * batch, Math.ceil(rate)));
  const tenth = window > 1 ? Math.max(1, Math.floor(window / 10)) : 0;
  return {
    batch,
    units,
    window,
    rows,
    reservedCalls: Math.min(tenth, MAX_RESERVED_CALLS),
    reservedRows: tenth * batch,
    minMark: Math.min(rows / 4, 250),
  };
}

/** Segments or messages, as the provider counts. */
export function unitsOf(deliveries: readonly InFlightDelivery[], { ratePer }: NamedGateway): number {
  if (ratePer === "message") return deliveries.length;
  return deliveries.reduce((sum, { message }) => sum + message.content.segments, 0);
}

/** The first deliveries, as many as one call may have. */
export function fitting(
  deliveries: readonly InFlightDelivery[],
  { units }: Capacity,
  via: NamedGateway,
): readonly InFlightDelivery[] {
  if (unitsOf(deliveries, via) <= units) return deliveries;
  let left = units;
  const end = deliveries.findIndex((delivery) => (left -= unitsOf([delivery], via)) < 0);
  return deliveries.slice(0, Math.max(1, end));
}
