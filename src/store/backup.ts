import pg from "pg";

import { errorText } from "#lib/error-text";
import { uuidFloor } from "#lib/ids";
import { hour, minute, second } from "#lib/time";

import { copyIn, copyOut } from "./copy.ts";
import { addressOf, type Connection } from "./connection.ts";
import { MIGRATION_LOCK } from "./advisory-locks.ts";
import { migrate, migrationFiles, schemaState } from "./migrate.ts";
import { DELIVERIES_STORAGE, ensurePartitions } from "./partitions.ts";
import { setUpSession } from "./session.ts";
import { doubtful } from "./queries/deliveries/event-data.ts";
import { stateChanged } from "./queries/deliveries/state-changes.ts";
import { IS_OPEN } from "./queries/messages/open-fragment.ts";

/** A table of a backup. `columns` omits those that the database computes. */
export type TableShape = { readonly name: string; readonly columns: readonly string[] };

/** Everything a backup states before its rows. */
export type Shape = {
  /** Newest migration of the database it was made from. */
  readonly schema: number;
  readonly installation: string;
  readonly at: string;
  /** Tables that others refer to come first. */
  readonly tables: readonly TableShape[];
  /** By name: the last value issued. */
  readonly sequences: Readonly<Record<string, string>>;
  readonly partitions: readonly { readonly name: string; readonly parent: string; readonly bound: string }[];
  /** Newest root of the consent ledger, in hexadecimal; null if there is none. */
  readonly consentRoot?: string | null;
};

/**
 * The oldest schema that a restore can fill: its last step counts what was on the wire, for which older schemas lack
 * tables.
 */
const OLDEST_SCHEMA = 36;

/** A backup that takes longer is aborted: its snapshot prevents deleted rows from being cleaned up. */
const LONGEST_BACKUP_MS = 2 * hour;
const LONGEST_RESTORE_MS = 12 * hour;

/** Names come from the catalog, or from a backup whose names were found in the catalog. */
const quoted = (name: string): string => pg.escapeIdentifier(name);
const listOf = (columns: readonly string[]): string => columns.map(quoted).join(", ");

/**
 * Reads the whole database as of one instant, while the service may be running.
 *
 * @param use receives the shape and a function that returns a table's rows by name, to be called in the order of the
 *   shape
 * @throws if the schema is being changed
 */
export async function readSnapshot<T>(
  connection: Connection,
  use: (shape: Shape, rows: (table: TableShape) => AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  return withSession(connection, LONGEST_BACKUP_MS, async (client) => {
    // Shared between backups: a migration waits for them, and they do not start during one.
    const { rows: locks } = await client.query("select pg_try_advisory_lock_shared($1) as got", [MIGRATION_LOCK]);
    if (!locks[0]!.got) throw new Error("The schema is being changed. Try again when that is done.");
    await client.query("begin isolation level repeatable read read only");
    const shape = await shapeOf(client);
    return use(shape, ({ name, columns }) =>
      copyOut(client, `copy (select ${listOf(columns)} from ${quoted(name)}) to stdout`),
    );
  });
}

const TABLES = `
select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  -- What a crash may lose is not part of a backup.
  and c.relpersistence = 'p'
  and c.relname <> 'schema_migrations'
group by c.relname order by c.relname`;

const REFERENCES = `
select r.conrelid::regclass::text as table, r.confrelid::regclass::text as needs from pg_constraint r
where r.contype = 'f' and r.connamespace = quote_ident(current_schema())::regnamespace and r.conparentid = 0`;

const PARTITIONS = `
select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind = 'r' order by c.relname`;

async function shapeOf(client: pg.Client): Promise<Shape> {
  const { current: schema } = await schemaState(client);
  const { rows: tables } = await client.query<TableShape>(TABLES);
  const { rows: references } = await client.query<{ table: string; needs: string }>(REFERENCES);
  const { rows: partitions } = await client.query<Shape["partitions"][number]>(PARTITIONS);
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = current_schema() and last_value is not null",
  );
  const { rows } = await client.query<{ id: string; at: Date }>("select id, now() as at from installation");
  return {
    schema,
    installation: rows[0]!.id,
    at: rows[0]!.at.toISOString(),
    tables: ordered(tables, references),
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
    partitions,
    consentRoot: schema < LEDGER_SCHEMA ? null : await newestRoot(client),
  };
}

/** The first schema with the consent ledger. */
const LEDGER_SCHEMA = 24;

async function newestRoot(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ root: Buffer }>("select root from consent_seals order by number desc limit 1");
  return rows[0]?.root.toString("hex") ?? null;
}

function ordered(tables: readonly TableShape[], references: readonly { table: string; needs: string }[]): TableShape[] {
  const left = [...tables];
  const done: TableShape[] = [];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const free = left.findIndex(
      ({ name }) => !references.some(({ table, needs }) => table === name && needs !== name && waiting.has(needs)),
    );
    done.push(...left.splice(Math.max(0, free), 1));
  }
  return done;
}

/** @throws if the backup's schema is newer than this code, or older than {@link OLDEST_SCHEMA} */
export function requireRestorable(shape: Pick<Shape, "schema">): void {
  const newest = migrationFiles().at(-1)!.number;
  if (shape.schema > newest) {
    throw new Error(
      `The backup has schema ${shape.schema}, but this Tidings supports up to ${newest}. Restore with a newer Tidings.`,
    );
  }
  if (shape.schema < OLDEST_SCHEMA) {
    throw new Error(
      `The backup has schema ${shape.schema}, and this Tidings restores ${OLDEST_SCHEMA} and later. Restore it with a Tidings of that schema, and start this one on that database: it upgrades the schema.`,
    );
  }
}

/**
 * Fills an empty database with a backup: all of it or nothing. The database is then a standby, and deliveries that were
 * on the wire are `unknown`; the schema stays as old as the backup until a service starts on it.
 *
 * @param rows a table's rows, requested in the order of the shape
 * @throws if the database is not empty, or the backup is not {@link requireRestorable restorable}
 */
export async function loadSnapshot(
  connection: Connection,
  shape: Shape,
  rows: (table: TableShape) => AsyncIterable<Buffer>,
  now: number,
): Promise<void> {
  requireRestorable(shape);
  const files = migrationFiles();
  await withSession(connection, LONGEST_RESTORE_MS, async (client) => {
    await requireEmpty(client);
    await withPool(connection, async (pool) => {
      await migrate(pool, { files: files.filter(({ number }) => number <= shape.schema) });
      await ensurePartitions(pool, now);
    });
    await client.query("begin");
    await client.query("set local timezone = 'UTC'");
    await fill(client, shape, rows);
    await client.query(UNSETTLED);
    await client.query("update form_requests set at = now() - interval '1 ms' where at >= now()");
    const { rows: clock } = await client.query<{ now: number }>(
      "select floor(extract(epoch from now()) * 1000)::float8 as now",
    );
    await client.query(STANDBY, [shape.at, uuidFloor(clock[0]!.now)]);
    await client.query("commit");
    await client.query("analyze");
  });
}

/**
 * What the copy accepts later is its own, by its time. The clock of the original may have been ahead of this database's:
 * what it dated later than now is listed, so that it does not count as the copy's.
 */
const STANDBY = `
insert into settings (name, value) values ('standby', jsonb_build_object('backup_of', $1::text, 'restored_at', now(),
  'dated_later', (select coalesce(jsonb_agg(id), '[]') from (
    select id from messages where ${IS_OPEN} and id >= $2::uuid
    union all select id from schedules where created_at >= now()) later)))
on conflict (name) do update set value = excluded.value`;

async function withPool(connection: Connection, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ ...addressOf(connection), max: 1 });
  // The statement that it interrupts reports it; an error without a listener would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

/** What an aborted restore left behind counts as empty. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const ours = tables.some(({ name }) => name === "installation");
  const used = ours
    ? (await client.query("select from installation where key_fingerprint is not null union all select from users"))
        .rows
    : tables;
  if (used.length > 0)
    throw new Error("The database is not empty. Restore into a new database, or an empty TIDINGS_DATA.");
}

async function fill(
  client: pg.Client,
  shape: Shape,
  rows: (table: TableShape) => AsyncIterable<Buffer>,
): Promise<void> {
  const { rows: present } = await client.query<TableShape>(TABLES);
  const columns = new Map(present.map((table) => [table.name, new Set(table.columns)]));
  for (const table of shape.tables) {
    const missing = table.columns.find((column) => !columns.get(table.name)?.has(column));
    if (missing !== undefined)
      throw new Error(`The backup has ${table.name}.${missing}, which schema ${shape.schema} does not have.`);
  }
  const { rows: there } = await client.query<{ name: string }>(PARTITIONS);
  for (const { name, parent, bound } of shape.partitions) {
    if (there.some((one) => one.name === name)) continue;
    if (!columns.has(parent) || !BOUND.test(bound)) throw new Error("The backup's partitions are not valid.");
    const options = parent === "deliveries" ? DELIVERIES_STORAGE : "";
    await client.query(`create table ${quoted(name)} partition of ${quoted(parent)} ${bound} ${options}`);
  }
  await client.query(`truncate ${listOf(present.map(({ name }) => name))} cascade`);
  // Rows that a trigger would derive from others, such as threads of the inbox, are in the backup themselves.
  const triggers = async (action: "disable" | "enable"): Promise<void> => {
    for (const { name } of present) await client.query(`alter table ${quoted(name)} ${action} trigger user`);
  };
  await triggers("disable");
  for (const table of shape.tables) {
    await copyIn(client, `copy ${quoted(table.name)} (${listOf(table.columns)}) from stdin`, rows(table));
  }
  const ended = REVOCABLE.filter((name) => columns.has(name));
  if (ended.length > 0) await client.query(`delete from ${ended.map(quoted).join("; delete from ")}`);
  await triggers("enable");
  for (const [name, value] of Object.entries(shape.sequences)) {
    await client.query("select setval($1::regclass, $2::bigint)", [quoted(name), value]);
  }
}

/**
 * What signs a user in, and may have been used up or revoked since the backup: a password that was changed because a
 * session was stolen must not be undone by a restore.
 */
export const REVOCABLE = ["sessions", "platform_sessions", "setup_links", "sign_in_challenges", "passkey_challenges"];

const BOUND = /^FOR VALUES FROM \('[\w :.+-]+'\) TO \('[\w :.+-]+'\)$/;

/** As after a worker died: it is unknown whether these left. */
const UNSETTLED = `
with stale as (
  select message_id, phone from deliveries where state = 'sending' order by message_id, phone for update
),
moved as (
  update deliveries d
  set state = 'unknown', attempt = d.attempt + 1, response = 'It was on the wire when the backup was made.'
  from stale where d.message_id = stale.message_id and d.phone = stale.phone
  returning d.message_id, d.phone, d.gateway
),${stateChanged({
  rows: "moved",
  was: ["sending"],
  becomes: ["unknown"],
  data: doubtful("restored"),
  ordered: true,
})}
select count(*) from moved`;

async function withSession<T>(
  connection: Connection,
  longestMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...addressOf(connection),
    application_name: "tidings backup",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  let lostBy: Error | null = null;
  client.on("error", (error) => (lostBy ??= error));
  try {
    await client.connect();
    await setUpSession(client, {
      statement_timeout: longestMs,
      lock_timeout: minute,
      idle_in_transaction_session_timeout: 5 * minute,
      client_connection_check_interval: 5 * second,
      timezone: "UTC",
      client_encoding: "UTF8",
    });
    return await work(client);
  } catch (error) {
    // If the session ended between two statements, the next one fails without the reason.
    throw lostBy !== null && NOT_QUERYABLE.test(errorText(error)) ? lostBy : error;
  } finally {
    void client.end().catch(() => undefined);
  }
}

const NOT_QUERYABLE = /is not queryable$/;
