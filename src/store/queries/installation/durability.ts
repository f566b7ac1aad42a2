import type { Db } from "../../database.ts";

/** What the database server is not configured to do so that commits survive a failure. */
export type Durability = {
  /** Settings that are off, and that only the server's administrator can change. */
  readonly off: readonly string[];
  /** Other servers copy this one, and a commit waits for none of them. */
  readonly hasLaggingStandby: boolean;
};

export async function readDurability(db: Pick<Db, "query">): Promise<Durability> {
  const [row] = await db.query<Durability>("durability", DURABILITY, []);
  return row!;
}

/** Only names and processes of `pg_stat_replication` are shown to every role. */
const DURABILITY = `
select array(select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name) as off,
  exists (select from pg_stat_replication) and (current_setting('synchronous_standby_names') = ''
    or current_setting('synchronous_commit') = 'local') as "hasLaggingStandby"`;

/** A standby, or a database or role with `default_transaction_read_only`. */
export async function isReadOnly(db: Pick<Db, "query">): Promise<boolean> {
  const [row] = await db.query<{ is: boolean }>(
    "read only",
    "select current_setting('transaction_read_only')::boolean as is",
    [],
  );
  return row!.is;
}

/** A partitioned table that the session's role may not attach partitions to; null: there is none. */
export async function unownedTable(db: Pick<Db, "query">): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(
    "unowned table",
    `select relname as name from pg_class
     where relkind = 'p' and relnamespace = current_schema()::regnamespace and not pg_has_role(relowner, 'usage')
     order by relname limit 1`,
    [],
  );
  return row?.name ?? null;
}

/** How many sessions the session's role can have in this database at most; other programs and nodes share them. */
export async function mostSessions(db: Pick<Db, "query">): Promise<number> {
  const [row] = await db.query<{ most: number }>("most sessions", MOST_SESSIONS, []);
  return row!.most;
}

/** The limits of a role and of a database do not apply to superusers; -1 means none. */
const MOST_SESSIONS = `
select least(
    case when not rolsuper then nullif(rolconnlimit, -1) end, case when not rolsuper then nullif(datconnlimit, -1) end,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int) as most
from pg_roles, pg_database where rolname = session_user and datname = current_database()`;
