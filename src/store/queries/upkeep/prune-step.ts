import type { Step, Walk } from "#domain/privacy/pruning-store";

import type { Db } from "../../database.ts";

export type Page = { removed: number; seen: number; last: string | null; old: boolean | null };

/**
 * The end of a statement with the CTEs `page` and `gone`: what it did, as a {@link Page}.
 *
 * @param old whether all of the page was old enough
 */
export const pageWalked = (last: string, old = "true"): string => `
select (select count(*) from gone)::int as removed, count(*)::int as seen, ${old} as old, ${last} as last from page`;

/** Walks ended schedules by id: by the key, because no index is kept for what happens once an hour. */
export const walkEndedSchedules = (change: string, condition: string): string => `
with page as materialized (
  select id from schedules where id > $2::uuid order by id limit $3
),
gone as (
  ${change} where id = any(array(
    select s.id from schedules s join page on page.id = s.id
    where s.state in ('completed', 'canceled') and s.updated_at < now() - make_interval(days => $1) and ${condition}
    order by s.id for update of s skip locked))
  returning 1
)${pageWalked("max(id::text)")}`;

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
