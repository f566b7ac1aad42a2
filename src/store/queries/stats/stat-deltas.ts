import { callingPrefixes } from "#domain/recipients/country";
import { LATENCY_SCALE } from "#domain/stats/latency";

let twoDigits: string | null = null;

function twoDigitCodes(): string {
  const codes = (): readonly string[] => callingPrefixes().filter((prefix) => prefix.length === 3);
  twoDigits ??= codes()
    .map((prefix) => `'${prefix}'`)
    .join(", ");
  return twoDigits;
}

/**
 * SQL for the part of a number that tells its country: the calling code, for +1 with the area code, for +7 with one
 * more digit. The fold makes a country of it.
 */
export const areaOf = (phone: string): string => `case
    when left(${phone}, 2) = '+1' then left(${phone}, 5)
    when left(${phone}, 2) = '+7' or left(${phone}, 3) in (${twoDigitCodes()}) then left(${phone}, 3)
    else left(${phone}, 4) end`;

/** SQL for the place of a latency, given in seconds, in the histogram. Rows from the future count as the shortest. */
export const lagOf = (seconds: string): string =>
  `width_bucket(log(greatest(${seconds}, 0.001)::float8), ${LATENCY_SCALE.from}, ${LATENCY_SCALE.to}, ${LATENCY_SCALE.steps})::smallint`;

const COLUMNS = "bucket, category, message_id, gateway, area, state";

/**
 * Adds the CTE `stat_rows`. `source`: bucket, category, message_id, gateway, area, state, from_unknown, lag, count,
 * segments, and if it is priced, currency and cost.
 */
export function counted(source: string, priced = false): string {
  return `
stat_rows as (
  insert into stat_deltas (${COLUMNS}, from_unknown, lag, count, segments${priced ? ", currency, cost" : ""})${source}
)`;
}

/**
 * Adds the CTE `stat_rows` of what has no previous state. `source`: bucket, category, message_id, gateway, area, state,
 * count.
 */
export function countedNew(source: string): string {
  return `
stat_rows as (
  insert into stat_deltas (${COLUMNS}, count)${source}
)`;
}
