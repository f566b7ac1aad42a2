import { readPhpArray } from "#lib/php-array";
import type { DumpRow } from "#lib/sql-dump";

import { mediaIn, numbersIn } from "./wp-sms-log.ts";

/** Of `sms_scheduled.status`. */
const SENT = "2";

/** A row of `sms_scheduled`, for `POST /schedules/import`: once, and in UTC. */
export const scheduledOf = (row: DumpRow): object => ({
  reference: `scheduled ${row.get("ID") ?? ""}`,
  ...contentOf(row),
  numbers: numbersIn(row.get("recipient") ?? ""),
  start: `${row.get("date") ?? ""}Z`,
  done: row.get("status") === SENT,
});

/** A row of `sms_repeating`: instants in seconds, an interval, and an end or none. */
export const repeatingOf = (row: DumpRow): object => ({
  reference: `repeating ${row.get("ID") ?? ""}`,
  ...contentOf(row),
  numbers: [...(readPhpArray(row.get("recipient") ?? "")?.values() ?? [])].map(String),
  start: instantOf(row.get("starts_at")),
  repeat: {
    value: row.get("interval") ?? "",
    unit: row.get("interval_unit") ?? "",
    end: row.get("ends_at") === null || row.get("ends_at") === undefined ? null : instantOf(row.get("ends_at")),
  },
});

const contentOf = (row: DumpRow): object => ({
  message: row.get("message") ?? "",
  sender: row.get("sender") ?? null,
  media_urls: mediaIn(row),
});

const instantOf = (seconds: string | null | undefined): string =>
  /^\d{1,10}$/.test(seconds ?? "") ? new Date(Number(seconds) * 1_000).toISOString() : "";
