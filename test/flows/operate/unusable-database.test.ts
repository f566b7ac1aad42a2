import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { runChecks } from "#app/doctor/doctor";

import { createDatabase, dropDatabase, emptyDatabase, openPool } from "../../support/database/database.ts";
import { startServiceProcess } from "../../support/service/service.ts";

let folder: string;
let database: { url: string };
let pool: pg.Pool;
const own: { readonly url: string }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-unusable-"));
});
afterAll(async () => {
  for (const one of own) await dropDatabase(one);
  await rm(folder, { recursive: true, force: true });
});

async function open(made: Promise<{ url: string }>): Promise<void> {
  database = await made;
  own.push(database);
  pool = openPool(database, 1);
}

async function start(settings: Record<string, string> = {}): Promise<string> {
  const started = startServiceProcess({ DATABASE_URL: database.url, TIDINGS_DATA: folder, ...settings });
  const { message } = await started.then(
    async (service) => {
      await service.kill("SIGTERM");
      return new Error("it started");
    },
    (reason: Error) => reason,
  );
  return message;
}

/** What `tidings doctor` reports as an error. */
async function doctorErrors(settings: Record<string, string> = {}): Promise<string[]> {
  const found = await runChecks({
    DATABASE_URL: database.url,
    TIDINGS_DATA: folder,
    TIDINGS_LISTEN: "127.0.0.1:0",
    ...settings,
  });
  return found.flatMap(({ level, text }) => (level === "error" ? [text] : []));
}

const SHAPE = `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') group by c.relname order by c.relname`;

test.each([
  ["tables that have our names", "create table users (id int); create table messages (body text)", "messages, users"],
  ["the list of another program's migrations", "create table schema_migrations (version text)", "schema_migrations"],
  [
    "tables that have names of their own",
    "create table a (x int); create table b (x int); create table c (x int); create view d as select 1 as x",
    "a, b, c and 1 other",
  ],
])("a database with %s is refused by the start and by doctor, and left as it was", async (_, tables, names) => {
  await open(emptyDatabase());
  await pool.query(tables);
  const before = (await pool.query(SHAPE)).rows;
  const sentence = `The database has tables of another program: ${names}. Give Tidings a database of its own: createdb --owner`;
  expect(await start()).toMatch(new RegExp(`^serve ended \\(1\\):[^]*\\ntidings: ${sentence}`));
  expect(await doctorErrors()).toEqual([expect.stringContaining(sentence)]);
  expect((await pool.query(SHAPE)).rows).toEqual(before);
  expect(await readdir(folder)).toEqual([]);
  await pool.end();
});

test("what an extension created is no other program's table", async () => {
  await open(emptyDatabase());
  await pool.query("create extension pg_stat_statements");
  expect((await pool.query(SHAPE)).rows.length).toBeGreaterThan(0);
  expect(await doctorErrors()).toEqual([]);
  const data = await mkdtemp(join(tmpdir(), "tidings-extension-"));
  const service = await startServiceProcess({ DATABASE_URL: database.url, TIDINGS_DATA: data });
  expect(await service.kill("SIGTERM")).toBe(0);
  await pool.end();
  await rm(data, { recursive: true, force: true });
});

test("a database that accepts no writes is an error for doctor, as it is for the start", async () => {
  await open(createDatabase());
  const { rows } = await pool.query<{ name: string }>("select current_database() as name");
  await pool.query(`alter database ${rows[0]!.name} set default_transaction_read_only = on`);
  expect(await start()).toContain("It accepts no writes: use the address of the primary.");
  expect(await doctorErrors()).toEqual([expect.stringMatching(/^It accepts no writes: .* the primary\.$/)]);
  await pool.end();
});

test("a role that may not read the tables is told which one to use", async () => {
  await open(createDatabase());
  const role = `r_${(await pool.query<{ name: string }>("select current_database() as name")).rows[0]!.name}`;
  await pool.query(`create role ${role} login`);
  const url = `${database.url}${database.url.includes("?") ? "&" : "?"}options=-crole%3D${role}`;
  const sentence =
    /The database at DATABASE_URL cannot be used: permission denied for table \w+\. Use the role that owns the database and its tables\./;
  expect(await start({ DATABASE_URL: url })).toMatch(sentence);
  expect(await doctorErrors({ DATABASE_URL: url })).toEqual([expect.stringMatching(sentence)]);
  await pool.query(`drop role ${role}`);
  await pool.end();
});

test("a role that may create no tables in an empty database is an error for doctor, as it is for the start", async () => {
  await open(emptyDatabase());
  const role = `r_${(await pool.query<{ name: string }>("select current_database() as name")).rows[0]!.name}`;
  await pool.query(`create role ${role} login`);
  const url = `${database.url}${database.url.includes("?") ? "&" : "?"}options=-crole%3D${role}`;
  const sentence = /The role of DATABASE_URL may create no tables in this database\. Make it the owner /;
  expect(await start({ DATABASE_URL: url })).toMatch(sentence);
  expect(await doctorErrors({ DATABASE_URL: url })).toEqual([expect.stringMatching(sentence)]);
  await pool.query(`drop role ${role}`);
  await pool.end();
});

test("a role that is admitted with fewer sessions than a node may open is a warning, with both numbers", async () => {
  await open(createDatabase());
  const role = `r_${(await pool.query<{ name: string }>("select current_database() as name")).rows[0]!.name}`;
  await pool.query(`create role ${role} login connection limit 30`);
  await pool.query(`grant all on all tables in schema public to ${role}`);
  const url = database.url.replace(/\/\/[^@/]*@/, `//${role}@`);
  const warnings = async (sessions: string): Promise<string[]> =>
    (await runChecks({ DATABASE_URL: url, TIDINGS_DATA: folder, TIDINGS_DATABASE_SESSIONS: sessions })).flatMap(
      ({ level, text }) => (level === "warning" && text.includes("sessions of this role") ? [text] : []),
    );
  try {
    expect(await warnings("29")).toEqual([]);
    expect(await warnings("30")).toEqual([
      expect.stringMatching(/^It admits at most 30 sessions of this role, and a node opens up to 31: /),
    ]);
  } finally {
    await pool.query(`drop owned by ${role}; drop role ${role}`);
    await pool.end();
  }
});

test("a role that may write but owns nothing is an error before the month ends, when it could create no partition", async () => {
  await open(createDatabase());
  const role = `r_${(await pool.query<{ name: string }>("select current_database() as name")).rows[0]!.name}`;
  await pool.query(`create role ${role} login`);
  await pool.query(`grant all on all tables in schema public to ${role}`);
  await pool.query(`grant all on all sequences in schema public to ${role}`);
  await pool.query(`grant all on schema public to ${role}`);
  const url = `${database.url}${database.url.includes("?") ? "&" : "?"}options=-crole%3D${role}`;
  const sentence = /does not own the table \w+, so it cannot create the partitions of the next month/;
  const data = await mkdtemp(join(tmpdir(), "tidings-unowned-"));
  const service = await startServiceProcess({ DATABASE_URL: url, TIDINGS_DATA: data });
  try {
    expect(service.output()).toMatch(sentence);
    expect(await doctorErrors({ DATABASE_URL: url, TIDINGS_DATA: data })).toEqual([expect.stringMatching(sentence)]);
  } finally {
    await service.kill("SIGTERM");
    await rm(data, { recursive: true, force: true });
    await pool.query(`drop owned by ${role}`);
    await pool.query(`drop role ${role}`);
    await pool.end();
  }
});

test.each(["require", "prefer", "verify-ca"])(
  "a server without TLS is refused with sslmode=%s in one sentence, and the driver's own warning is not printed",
  async (mode) => {
    await open(emptyDatabase());
    await pool.end();
    const url = `${database.url}${database.url.includes("?") ? "&" : "?"}sslmode=${mode}`;
    const output = await start({ DATABASE_URL: url });
    expect(output).toContain("The server does not support SSL connections. Turn on TLS there, or remove sslmode");
    expect(output).not.toContain("SECURITY WARNING");
  },
);
