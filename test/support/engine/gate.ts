import type pg from "pg";

const KEY = 22;

/** Holds up the nth update of a column of a table, as if the database were slow at exactly that moment. */
export async function gateAt(
  pool: pg.Pool,
  {
    table,
    column,
    when,
    nth,
  }: { readonly table: string; readonly column: string; readonly when: string; readonly nth: number },
) {
  await pool.query(`
create sequence gate_updates;
create function gate() returns trigger language plpgsql as $$ begin
  if nextval('gate_updates') = ${nth} then perform pg_advisory_xact_lock(${KEY}); end if;
  return new;
end $$;
create trigger gate before update of ${column} on ${table} for each row when (${when}) execute function gate()`);
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("select pg_advisory_xact_lock($1)", [KEY]);
  return {
    /** Whether the update has arrived and waits. */
    async isReached(): Promise<boolean> {
      const { rows } = await pool.query(
        `select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted
           and database = (select oid from pg_database where datname = current_database())`,
        [KEY],
      );
      return rows.length > 0;
    },
    async open(): Promise<void> {
      await holder.query("rollback");
      await holder.query(`drop trigger gate on ${table}; drop function gate; drop sequence gate_updates`);
      holder.release();
    },
  };
}
