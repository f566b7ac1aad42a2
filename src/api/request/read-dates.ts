import type { Detail } from "#domain/error";
import { BOUND_ISSUE, readBound } from "#domain/outbox/site-time";

/** Replies repeat the range, rounded, or one of the same length before it, and RFC 3339 has four digits for a year. */
const FIRST = Date.UTC(1000, 0);
const LAST = Date.UTC(9999, 0);

type Fields = { readonly date_from?: string | undefined; readonly date_to?: string | undefined };

/**
 * A range of dates, as every list accepts it; errors are added to the issues.
 *
 * @param zone the site's time zone, for days and for times without an offset
 * @returns milliseconds since 1970, start inclusive and end exclusive; null if not given or invalid
 */
export function readDates(
  fields: Fields,
  zone: string,
  issues: Detail[],
): { readonly from: number | null; readonly to: number | null } {
  const from = readDate("date_from", fields.date_from, zone, issues);
  const to = readDate("date_to", fields.date_to, zone, issues);
  // A day that a zone skipped (Samoa, 30 December 2011) starts where it ends, and is not reversed.
  if (from !== null && to !== null && (from > to || (from === to && fields.date_from !== fields.date_to))) {
    issues.push({ field: "date_to", code: "end_before_start", message: "is before date_from", value: fields.date_to });
  }
  return { from: bounded(from), to: bounded(to) };
}

function readDate(
  field: "date_from" | "date_to",
  text: string | undefined,
  zone: string,
  issues: Detail[],
): number | null {
  if (text === undefined) return null;
  const bound = readBound(text.trim(), zone, field === "date_from" ? "from" : "to");
  if (bound === null) {
    issues.push({ field, code: "invalid_date", message: BOUND_ISSUE, value: text });
  }
  return bound;
}

const bounded = (millis: number | null): number | null => millis && Math.min(Math.max(millis, FIRST), LAST);
