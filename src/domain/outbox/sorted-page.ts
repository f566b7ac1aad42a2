import { uuidTime } from "#lib/ids";

import type { FoundEntry, OutboxKey } from "./outbox-store.ts";
import { statusOf } from "./status.ts";

/** The entry after which to continue. */
export type SortedPosition = {
  readonly key: OutboxKey;
  /** The entry's sort value; empty if the order is that of the keys. */
  readonly value: string;
  /** Milliseconds since 1970 from which entries are newer than those that were sorted; null if nothing was sorted. */
  readonly until: number | null;
};

export type SortedPageOptions = {
  readonly by: "sender" | "status";
  readonly descending: boolean;
  readonly skip: number;
  readonly perPage: number;
  readonly at: { readonly page: number | null } | SortedPosition;
};

/**
 * One page of entries that are sorted here. Among equal entries the newest comes first, in either order.
 *
 * @param found newest first
 */
export function sortedPage(
  found: readonly FoundEntry[],
  { by, descending, skip, perPage, at }: SortedPageOptions,
): { keys: readonly OutboxKey[]; next: SortedPosition | null } {
  const sign = descending ? -1 : 1;
  const valueOf =
    by === "sender" ? (entry: FoundEntry) => entry.sender ?? "" : (entry: FoundEntry) => statusOf(entry.state);
  const rows = found.map((entry) => ({ value: valueOf(entry), messageId: entry.messageId, phone: entry.phone }));
  const order = (a: Row, b: Row): number =>
    sign * compare(a.value, b.value) || compare(b.messageId, a.messageId) || compare(b.phone, a.phone);
  rows.sort(order);
  const start = "page" in at ? skip : rows.findIndex((row) => order(row, { value: at.value, ...at.key }) > 0);
  const page = start < 0 ? [] : rows.slice(start, start + perPage);
  const last = page.at(-1);
  if (!last || start + perPage >= rows.length) return { keys: page, next: null };
  const until = "page" in at ? uuidTime(found[0]!.messageId) + 1 : at.until;
  return { keys: page, next: { key: { messageId: last.messageId, phone: last.phone }, value: last.value, until } };
}

type Row = OutboxKey & { readonly value: string };

/** By code point: the same on every machine, regardless of its locale. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
