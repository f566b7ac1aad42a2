import type pg from "pg";

/** Rows of these are equal if their sums are. */
const SUMMED: Readonly<Record<string, string>> = {
  membership_counts:
    "(select group_id, state, sum(count) from membership_counts group by group_id, state having sum(count) <> 0)",
};

/** Every row of every table as text, by table, in an order of its own: equal databases have equal contents. */
export async function allTables(pool: pg.Pool): Promise<Record<string, readonly string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
     and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const contents: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${SUMMED[name] ?? `"${name}"`} t order by 1`,
    );
    contents[name] = rows.map(({ row }) => row);
  }
  return contents;
}
