import { readdirSync, readFileSync } from "node:fs";

import type pg from "pg";

import { backoff } from "#lib/backoff";
import { counted } from "#lib/counted";
import { codeOf } from "#lib/error-text";
import { signal } from "#lib/signal";
import { minute } from "#lib/time";

import { lacksRights } from "./pg-errors.ts";
import { MIGRATION_LOCK } from "./advisory-locks.ts";

const FOLDER = new URL("./migrations/", import.meta.url);

/**
 * A statement that waits for a table's lock makes everything queued behind it wait, too. So it waits this long, gives
 * up, and is retried: running nodes are delayed by a fifth of a second at most.
 */
const LOCK_MS = 200;
const TRY_AGAIN_MS = { first: 200, most: 2_000 };
/** About five minutes. */
const MAX_TRIES = 180;
const LONGEST_STATEMENT_MS = 30 * minute;

export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** Nodes whose newest migration is below this cannot work on this schema; 0: all can. From the line `-- needs: 3`. */
  readonly needs: number;
};

export type MigrationState = {
  /** Newest migration in the database, 0 if it is empty. */
  readonly current: number;
  /** Newest migration that a node must have to work on this database. */
  readonly needs: number;
};

/** The schema and this code are incompatible; the message says what to do. */
class SchemaError extends Error {
  override readonly name = "SchemaError";
}

/** The migrations in this code, in order: `0001-foundation.sql` has number 1. */
export function migrationFiles(): readonly Migration[] {
  const names = readdirSync(FOLDER).filter((name) => /^\d{4}-.*\.sql$/.test(name));
  return names.sort().map((name) => {
    const sql = readFileSync(new URL(name, FOLDER), "utf8");
    return { number: Number(name.slice(0, 4)), name, sql, needs: Number(/^-- needs: (\d+)/m.exec(sql)?.[1] ?? 0) };
  });
}

/** What the database states about its schema. */
export async function schemaState(pool: Pick<pg.Pool, "query">): Promise<MigrationState> {
  const { rows: made } = await pool.query<{ columns: number }>(
    "select count(*)::int as columns from pg_attribute where attrelid = to_regclass('schema_migrations') and attname in ('number', 'needs')",
  );
  // Before the column `needs` existed, every node could work on every schema.
  if (made[0]!.columns < 1) return { current: 0, needs: 0 };
  const needs = made[0]!.columns === 2 ? "needs" : "0";
  const { rows } = await pool.query<MigrationState>(
    `select coalesce(max(number), 0) as current, coalesce(max(${needs}), 0) as needs from schema_migrations`,
  );
  return rows[0]!;
}

/**
 * Upgrades the schema, each file in a transaction of its own, while other nodes run. A database newer than this code is
 * left alone: an old node beside new ones continues to work as long as the schema permits.
 *
 * @throws SchemaError if this code is too old for the schema, its role may not upgrade it, or a database without a
 *   schema does not store UTF-8 or has tables of another program
 */
export async function migrate(
  pool: pg.Pool,
  options: { readonly files?: readonly Migration[]; readonly mostTries?: number } = {},
): Promise<MigrationState> {
  const files = options.files ?? migrationFiles();
  const newest = files.at(-1)?.number ?? 0;
  const before = await schemaState(pool);
  checkRange(before, newest);
  // A role that may not change the schema can still run a node.
  if (before.current >= newest) return before;
  if (before.current === 0) await requireOwn(pool);
  const mostTries = options.mostTries ?? MAX_TRIES;
  const client = await pool.connect();
  try {
    await takeLock(client, mostTries);
    await client.query(
      "create table if not exists schema_migrations (number integer primary key, name text not null, at timestamptz not null default now())",
    );
    await client.query("alter table schema_migrations add column if not exists needs integer not null default 0");
    const { current } = await schemaState(client);
    for (const file of files) if (file.number > current) await applyPatiently(client, file, mostTries);
    return await schemaState(client);
  } catch (error) {
    if (!lacksRights(error instanceof Error ? (error.cause ?? error) : error)) throw error;
    throw new SchemaError(
      `The schema is at ${before.current}, this Tidings needs ${newest}, and its database role may not change it. Run \`tidings migrate\` as the owner of the database.`,
      { cause: error },
    );
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

const CREATE_ANOTHER = "createdb --owner ROLE --encoding UTF8 --template template0 NAME";

/**
 * Refuses a database in which a schema may not be created.
 *
 * In a new database only its owner may create tables since PostgreSQL 15. A server that was installed without a locale
 * stores bytes of any encoding: it would split characters, and case-insensitive searches would fail. Another program's
 * tables may have the same names as ours, such as `users`, or `schema_migrations` with other columns. Our
 * `schema_migrations` is created first, so a database that has it has no foreign tables; tables of extensions are
 * accepted.
 *
 * @throws SchemaError
 */
export async function requireOwn(pool: Pick<pg.Pool, "query">): Promise<void> {
  const { rows } = await pool.query<{ encoding: string; mayCreate: boolean; tables: readonly string[] }>(
    `select current_setting('server_encoding') as encoding,
       coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate", array(
       select relname::text from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname = current_schema() and relkind in ('r', 'p', 'v', 'm', 'f')
          and not exists (
            select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
          and not exists (
            select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'number')
        order by relname) as tables`,
  );
  const { encoding, mayCreate, tables } = rows[0]!;
  if (encoding !== "UTF8") {
    throw new SchemaError(
      `The database stores text as ${encoding}, and messages and names need UTF8. Create another one: ${CREATE_ANOTHER}.`,
    );
  }
  if (tables.length > 0) {
    const more = tables.length > 3 ? ` and ${counted(tables.length - 3, "other")}` : "";
    throw new SchemaError(
      `The database has tables of another program: ${tables.slice(0, 3).join(", ")}${more}. Give Tidings a database of its own: ${CREATE_ANOTHER}.`,
    );
  }
  if (!mayCreate) {
    throw new SchemaError(
      `The role of DATABASE_URL may create no tables in this database. Make it the owner (alter database NAME owner to ROLE), or create another database: ${CREATE_ANOTHER}.`,
    );
  }
}

/** Why a node with this newest migration cannot work on the schema; null: it can. */
export function tooOldFor({ current, needs }: MigrationState, newest: number): string | null {
  if (needs <= newest) return null;
  return `The schema is at ${current} and no node older than ${needs} can work on it; this Tidings supports up to ${newest}. Start a newer Tidings.`;
}

function checkRange(state: MigrationState, newest: number): void {
  const reason = tooOldFor(state, newest);
  if (reason !== null) throw new SchemaError(reason);
}

/** Polls for the lock: waiting inside the server would hit the session's timeout while another node migrates. */
async function takeLock(client: pg.PoolClient, mostTries: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [MIGRATION_LOCK]);
    if (rows[0]!.got) return;
    if (attempt >= 10 * mostTries) throw new SchemaError("Another node has been migrating the schema for too long.");
    await signal().wait(LOCK_MS);
  }
}

async function applyPatiently(client: pg.PoolClient, file: Migration, mostTries: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, file);
    } catch (error) {
      const busy = /^(55P03|40P01)$/.test(codeOf(error));
      if (!busy || attempt >= mostTries) {
        throw new Error(`migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
      }
      await signal().wait(backoff(attempt, TRY_AGAIN_MS.first, TRY_AGAIN_MS.most, 0.5));
    }
  }
}

async function apply(client: pg.PoolClient, file: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}; set local statement_timeout = ${LONGEST_STATEMENT_MS}`);
    // The pool's own timeout is for calls; this statement may have to process a large table.
    const query = { text: file.sql, query_timeout: LONGEST_STATEMENT_MS };
    await client.query(query);
    await client.query("insert into schema_migrations (number, name, needs) values ($1, $2, $3)", [
      file.number,
      file.name,
      file.needs,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
