import { readPhpArray } from "#lib/php-array";
import type { DumpRow } from "#lib/sql-dump";

/** More than a message here can have. */
const MAX_MEDIA = 10;

/**
 * A row of `sms_send`, for `POST /outbox/import`. All recipients of a message are in one row, and older versions have
 * no status. The provider's response stays there: it is a dump that may contain the numbers of other people and the
 * account's secrets, and an erasure would not find them.
 */
export const logEntryOf = (row: DumpRow): object => ({
  reference: row.get("ID") ?? "",
  date: row.get("date") ?? "",
  sender: row.get("sender") ?? null,
  message: row.get("message") ?? "",
  numbers: numbersIn(row.get("recipient") ?? ""),
  failed: /^(error|failed)$/.test(row.get("status") ?? ""),
  media_urls: mediaIn(row),
});

/** With commas between them. */
export const numbersIn = (text: string): readonly string[] =>
  text
    .split(",")
    .map((number) => number.trim())
    .filter((number) => number !== "");

/** The addresses in a list that PHP has serialized. */
export function mediaIn(row: DumpRow): readonly string[] {
  const values = [...(readPhpArray(row.get("media") ?? "")?.values() ?? [])];
  return values.filter((url) => typeof url === "string" && /^https?:\/\//i.test(url)).slice(0, MAX_MEDIA) as string[];
}
