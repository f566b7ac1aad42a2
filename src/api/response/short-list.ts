import { limits } from "#contract/limits";
import type { Detail } from "#domain/error";

import { pageOf, readCursor } from "./paged-list.ts";

export type ShortPage = {
  readonly limit: number;
  readonly after: string | null;
  /** The prefix of its cursors. */
  readonly list: string;
};

type Fields = { readonly per_page?: number | undefined; readonly cursor?: string | undefined };

/**
 * Which page of a short list is requested; an invalid cursor is added to the issues. By default the first page, with
 * the maximum page size.
 *
 * @param list its name in cursors, unique: another list's cursor would skip arbitrary entries
 */
export function readShortPage(list: string, fields: Fields, issues: Detail[]): ShortPage {
  const { cursor, per_page: limit = limits.perPage } = fields;
  return { limit, after: readCursor(cursor, (text) => placeOf(list, text), issues), list };
}

/**
 * A page of a list that is entirely in memory: settings, and objects that people create one at a time.
 *
 * @param keyOf unique key; the list is sorted by it, so that a cursor still works when its item is gone
 */
export function shortPage<Item>(
  all: readonly Item[],
  keyOf: (item: Item) => string,
  { limit, after, list }: ShortPage,
) {
  const keyed = all.map((item) => [keyOf(item), item] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rest = keyed.filter(([key]) => after === null || key > after);
  const { items, pagination } = pageOf(rest, limit, ([key]) => cursorOf(list, key));
  return { items: items.map(([, item]) => item), pagination };
}

/** A cursor of the list, pointing after the entry with this key. */
export function cursorOf(list: string, key: string): string {
  return Buffer.from(`${list} ${key}`).toString("base64url");
}

/** The key in a cursor of the list; null: it is not a cursor of this list. */
function placeOf(list: string, cursor: string): string | null {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const key = text.slice(list.length + 1);
  return cursorOf(list, key) === cursor ? key : null;
}
