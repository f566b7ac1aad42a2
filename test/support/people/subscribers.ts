import type pg from "pg";

/**
 * Fills a group with confirmed subscribers, set-based: as many as a campaign needs, in seconds. Their numbers are those
 * of `numbers(count, from)`.
 *
 * @returns the group's id
 */
export async function loadSubscribers(pool: pg.Pool, name: string, count: number, from = 0): Promise<number> {
  const { rows } = await pool.query<{ id: string }>("insert into groups (name) values ($1) returning id", [name]);
  const group = Number(rows[0]!.id);
  await fillGroup(pool, group, count, from);
  await pool.query("analyze subscribers, memberships");
  return group;
}

/** Makes these the only members of a group. */
export async function fillGroup(pool: pg.Pool, group: number, count: number, from = 0): Promise<void> {
  await pool.query("delete from memberships where group_id = $1", [group]);
  await pool.query(
    `with people as (
       insert into subscribers (phone, name)
       select '+4915' || (100000000 + $1::bigint + n)::text, 'Person ' || n from generate_series(0, $2::bigint - 1) n
       on conflict (phone) do update set name = excluded.name returning id, phone
     )
     insert into memberships (group_id, subscriber_id, phone, state) select $3, id, phone, 'active' from people`,
    [from, count, group],
  );
}
