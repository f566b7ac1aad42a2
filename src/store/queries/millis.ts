/** SQL for a time in milliseconds since 1970, as a `Date` counts them; null for none. */
export const millis = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::bigint`;
