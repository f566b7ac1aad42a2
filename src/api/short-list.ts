import { limits } from "#contract/limits";
import type { Detail } from "#domain/error";

export type ShortPage = {
  readonly limit: number;
  readonly after: string | null;
  /** What its cursors begin with. */
  readonly list: string;
};

type Fields = { readonly per_page?: number | undefined; readonly cursor?: string | undefined };

/**
 * Which page of a short list is asked for; what is no cursor of it is added to the issues. All of it, as far as a page
 * goes, where nothing is said.
 *
 * @param list its name in cursors, unlike that of every other: theirs would leave out what they happen to stand behind
 */
export function readShortPage(list: string, fields: Fields, issues: Detail[]): ShortPage {
  const { cursor, per_page: limit = limits.perPage } = fields;
  const after = cursor === undefined ? null : placeOf(list, cursor);
  if (cursor !== undefined && after === null) {
    issues.push({ field: "cursor", code: "invalid_format", message: "is not a cursor of this list" });
  }
  return { limit, after, list };
}

/**
 * A page of a list that is in memory as a whole: settings, and what people make by hand.
 *
 * @param keyOf unlike for any two; the list is put into its order, so that a cursor still leads on when its item is gone
 */
export function shortPage<Item>(
  all: readonly Item[],
  keyOf: (item: Item) => string,
  { limit, after, list }: ShortPage,
): {
  readonly items: readonly Item[];
  readonly pagination: { readonly per_page: number; readonly next_cursor: string | null };
} {
  const keyed = all.map((item) => [keyOf(item), item] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rest = keyed.filter(([key]) => after === null || key > after);
  const page = rest.slice(0, limit);
  const next = rest.length > page.length ? cursorOf(list, page.at(-1)![0]) : null;
  return { items: page.map(([, item]) => item), pagination: { per_page: limit, next_cursor: next } };
}

/** A cursor of the list, behind the entry with this key. */
export function cursorOf(list: string, key: string): string {
  return Buffer.from(`${list} ${key}`).toString("base64url");
}

/** The key that a cursor of the list was made of; null: it is none of this list. */
function placeOf(list: string, cursor: string): string | null {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const key = text.slice(list.length + 1);
  return cursorOf(list, key) === cursor ? key : null;
}
