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
  /** Calls, and the deliveries in them, reserved for one-time passwords. */
  readonly reservedCalls: number;
  readonly reservedRows: number;
  /** A smaller mark is not worth its commit while others are under way. */
  readonly worthwhile: number;
};

/**
 * A rate-limited gateway gets no more ready than it can send in a second, and a hundredth of that per call: a batch
 * leaves at one instant, and no second may exceed its rate by more than a twentieth.
 */
export function capacityOf({ gateway, rate, maxInFlight }: NamedGateway): Capacity {
  const window = Math.max(1, Math.min(gateway.window, maxInFlight ?? Infinity));
  const units = rate === null ? Infinity : Math.max(1, Math.floor(rate / 100));
  const batch = Math.max(1, Math.min(gateway.batchSize, units));
  const rows = Math.min(2 * window * batch, rate === null ? Infinity : Math.max(2 * batch, Math.ceil(rate)));
  const reservedCalls = window > 1 ? Math.max(1, Math.floor(window / 10)) : 0;
  return {
    batch,
    units,
    window,
    rows,
    reservedCalls,
    reservedRows: reservedCalls * batch,
    worthwhile: Math.min(rows / 4, 250),
  };
}
