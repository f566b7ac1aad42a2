import { defineSection, isWithin } from "../settings/section.ts";

/** Retention of the calls of the API: docs/decisions/0066-request-log.md. */
export type RequestLogSettings = {
  readonly enabled: boolean;
  /** Entries are deleted after so many days, and the oldest ones when there are more than `rows`. */
  readonly days: number;
  readonly rows: number;
  /** Calls that succeeded which one node records in a second; the others are counted. */
  readonly successesPerSecond: number;
};

export const LONGEST_REQUEST_DAYS = 90;
export const LEAST_REQUEST_ROWS = 1_000;
export const MAX_REQUEST_ROWS = 1_000_000;
export const MAX_SUCCESSES_PER_SECOND = 200;

export const requestLogSection = defineSection<RequestLogSettings>({
  name: "request_log",
  defaults: { enabled: true, days: 7, rows: 100_000, successesPerSecond: 20 },
  usable: {
    days: isWithin(1, LONGEST_REQUEST_DAYS),
    rows: isWithin(LEAST_REQUEST_ROWS, MAX_REQUEST_ROWS),
    successesPerSecond: isWithin(0, MAX_SUCCESSES_PER_SECOND),
  },
});
