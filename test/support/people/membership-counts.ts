import type pg from "pg";

/** Groups and states whose kept count is not the number of memberships. */
export async function wrongCounts(pool: Pick<pg.Pool, "query">): Promise<unknown[]> {
  const { rows } = await pool.query(
    `with counted as (select group_id, state, count(*) as counted from memberships group by group_id, state),
     kept as (select group_id, state, sum(count)::bigint as kept from membership_counts group by group_id, state)
     select group_id, state, counted, kept from counted full join kept using (group_id, state)
     where coalesce(counted, 0) <> coalesce(kept, 0)`,
  );
  return rows;
}
