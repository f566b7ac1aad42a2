import type { Step, Walk } from "#domain/privacy/pruning-store";

import type { Db } from "../../database.ts";

export type Page = { removed: number; seen: number; last: string | null; old: boolean | null };

/** Where a walk continues: after a full page, as long as all of it was old enough. */
export function stepOf({ removed, seen, last, old }: Page, limit: number): Step {
  return { removed, next: seen === limit && old === true ? last : null };
}

/**
 * @param text $1: days, $2: the position to begin after, $3: maximum rows; returns a page
 * @param first the position before all others
 */
export function walkOf(db: Db, name: string, text: string, first: string): Walk {
  return async (days, after, limit) => {
    const [page] = await db.query<Page>(name, text, [days, after || first, limit]);
    return stepOf(page!, limit);
  };
}
