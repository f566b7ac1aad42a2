import { counters, incoming } from "#domain/stats/counters";
import { LATENCY_BUCKETS } from "#domain/stats/latency";

const numbered = (letter: string): readonly string[] =>
  Array.from({ length: LATENCY_BUCKETS }, (_, bucket) => `${letter}${bucket}`);

/** Acceptance to sending, and sending to delivery: one column for each bucket of the histogram, null for none. */
export const TO_SENT = numbered("s");
export const TO_DELIVERED = numbered("d");

export const SPLIT_COLUMNS: readonly string[] = counters;
export const COUNT_COLUMNS: readonly string[] = [...counters, ...incoming];
export const LATENCY_COLUMNS: readonly string[] = [...TO_SENT, ...TO_DELIVERED];
