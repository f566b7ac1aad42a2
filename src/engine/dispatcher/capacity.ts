import type { NamedGateway } from "./options.ts";

/** How much a gateway is given at once. */
export type Capacity = {
  /** Texts in one call. */
  readonly batch: number;
  /** Segments or texts, as its rate counts them, in one call of several texts; a text alone may have more. */
  readonly units: number;
  /** Calls at once. */
  readonly window: number;
  /** Texts marked and not settled: two windows, one on the wire and one ready behind it. */
  readonly rows: number;
  /** Calls and texts of it that only one-time passwords may take. */
  readonly reservedCalls: number;
  readonly reservedRows: number;
  /** A mark of less than this is not worth its commit while others are under way. */
  readonly worthwhile: number;
};

/**
 * A limited gateway gets no more ready than it can send in a second, and a hundredth of it in a call: a batch leaves at
 * one instant, and no second may be too full by more than a twentieth.
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
