import type { Detail } from "#domain/error";

/** How many entries a page has if the call does not say. */
export const PER_PAGE = 20;

/**
 * The place in a list where the requested page begins; null: at its start. A cursor that is not one of this list is
 * added to the issues.
 *
 * @param placeOf the place that a cursor of this list encodes; null: it is not a cursor of this list
 */
export function readCursor<Place>(
  cursor: string | undefined,
  placeOf: (cursor: string) => Place | null,
  issues: Detail[],
): Place | null {
  const place = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && place === null) {
    issues.push({ field: "cursor", code: "invalid_format", message: "is not a cursor of this list" });
  }
  return place;
}

/** Reads the cursors of a list whose entries have numbers: 17 from `grp_17`. */
export function numberIn(prefix: string): (cursor: string) => number | null {
  const form = new RegExp(`^${prefix}_(\\d{1,15})$`);
  return (cursor) => {
    const digits = form.exec(cursor)?.[1];
    return digits === undefined ? null : Number(digits);
  };
}

export type Pagination = { readonly per_page: number; readonly next_cursor: string | null };

/**
 * One page of a list.
 *
 * @param found one entry more than the page shows, if there are that many: it tells whether another page follows
 * @param cursorOf the cursor that continues after an entry
 */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  cursorOf: (last: Item) => string,
): {
  readonly items: readonly Item[];
  readonly pagination: Pagination;
} {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, pagination: { per_page: limit, next_cursor: last === undefined ? null : cursorOf(last) } };
}
