/** An instant as the API writes it and as statements take it in JSON: RFC 3339 in UTC, with milliseconds. */
export function isoTime(millis: number): string;
export function isoTime(millis: number | null): string | null;
export function isoTime(millis: number | null): string | null {
  return millis === null ? null : new Date(millis).toISOString();
}
