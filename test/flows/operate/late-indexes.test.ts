import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";

import { checkIndexes } from "#app/doctor/indexes";
import { indexKeeper } from "#app/service/index-keeper";
import { buildIndexes, lateIndexes, missingIndexes, type LateIndex } from "#store/indexes";

import { migrate } from "#store/migrate";

import { freshDatabase, openPool, type TestDatabase } from "../../support/database/database.ts";
import { startOwnPostgres } from "../../support/database/own-postgres.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startServiceProcess } from "../../support/service/service.ts";
import { startTestService } from "../../support/service/test-service.ts";

let db: TestDatabase;
const clients: pg.Client[] = [];
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await db.drop();
});

const never = new AbortController().signal;
const [person, search] = lateIndexes as [LateIndex, LateIndex];
const urlOf = (): string => (db.connection as { url: string }).url;
const build = (indexes?: readonly LateIndex[]) => buildIndexes(db.connection, never, indexes);
const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;

/** As an upgrade finds it. */
async function withoutIndexes(): Promise<void> {
  await rows("drop extension pg_trgm cascade");
  await rows("drop index memberships_person");
  await rows("create index memberships_subscriber on memberships (subscriber_id)");
}

const namesOf = (outcomes: Awaited<ReturnType<typeof build>>) =>
  outcomes.map(({ index, outcome }) => `${index.name} ${outcome}`);
const present = async (name: string) => (await rows("select to_regclass($1) is not null as is", [name]))[0].is;

/** A transaction that building an index has to wait for. */
async function holdTable(): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: urlOf() });
  clients.push(holder);
  await holder.connect();
  await holder.query("begin; insert into subscribers (phone, name) values ('+491511', 'Held')");
  return holder;
}
const builders = () =>
  rows(
    "select pid, query from pg_stat_activity where application_name = 'tidings indexes' and state = 'active' and datname = current_database()",
  );
const waits = () => eventually(async () => (await builders()).some(({ query }) => query.startsWith("create index")));

test("missing indexes are built, those that they replace are dropped, and then nothing is missing", async () => {
  expect(await missingIndexes(db.pool)).toEqual([]);
  expect(namesOf(await build())).toEqual(["memberships_person present", "subscribers_parts present"]);
  await withoutIndexes();
  expect(await missingIndexes(db.pool)).toEqual([person, search]);
  expect(namesOf(await build())).toEqual(["memberships_person built", "subscribers_parts built"]);
  expect(await missingIndexes(db.pool)).toEqual([]);
  expect(await present("memberships_subscriber")).toBe(false);
});

test("of processes that start at once one builds, and the others do not wait for it", async () => {
  await withoutIndexes();
  const holder = await holdTable();
  const first = build([search]);
  await waits();
  expect(namesOf(await build())).toEqual(["memberships_person busy", "subscribers_parts busy"]);
  await holder.query("commit");
  expect(namesOf(await first)).toEqual(["subscribers_parts built"]);
  expect(namesOf(await build())).toEqual(["memberships_person built", "subscribers_parts present"]);
});

test("people are read and written while an index is being built, and found by it afterwards", async () => {
  await withoutIndexes();
  const holder = await holdTable();
  const building = build([search]);
  await waits();
  await rows("insert into subscribers (phone, name) values ('+491512', 'Meanwhile')");
  expect(await rows("select name from subscribers")).toEqual([{ name: "Meanwhile" }]);
  await holder.query("commit");
  await building;
  await rows("set enable_seqscan = off");
  expect(await rows("select phone from subscribers where name ilike '%eanwhi%'")).toEqual([{ phone: "+491512" }]);
});

test("a stop ends a build at once, and the next one replaces what it left", async () => {
  await withoutIndexes();
  const holder = await holdTable();
  const stop = new AbortController();
  const building = buildIndexes(db.connection, stop.signal, [search]);
  await waits();
  stop.abort();
  await expect(building).rejects.toThrow(/aborted/i);
  await eventually(async () => (await builders()).length === 0);
  expect(await rows("select indisvalid from pg_index where indexrelid = 'subscribers_parts'::regclass")).toEqual([
    { indisvalid: false },
  ]);
  await holder.query("commit");
  expect(await missingIndexes(db.pool)).toEqual([person, search]);
  expect(namesOf(await build())).toEqual(["memberships_person built", "subscribers_parts built"]);
  expect(await missingIndexes(db.pool)).toEqual([]);
  await expect(buildIndexes(db.connection, stop.signal)).rejects.toThrow(/aborted/i);
});

test("a build whose process is gone is ended by the server", async () => {
  await withoutIndexes();
  const holder = await holdTable();
  const building = build([search]);
  await waits();
  const [{ pid }] = await builders();
  // It may end before the server has answered whoever ended it.
  const ended = expect(building).rejects.toThrow(/terminat/i);
  await rows("select pg_terminate_backend($1)", [pid]);
  await ended;
  await holder.query("rollback");
  expect(namesOf(await build())).toEqual(["memberships_person built", "subscribers_parts built"]);
});

test("a service builds missing indexes after its start, and its stop does not wait for them", async () => {
  const service = await startTestService({}, { workerLoops: false });
  const { pool } = service;
  const missing = () => missingIndexes(pool);
  await pool.query("drop index memberships_person, subscribers_parts");
  const holder = await pool.connect();
  try {
    await holder.query("begin; insert into subscribers (phone, name) values ('+491511', 'Held')");
    service.engine.start();
    await eventually(async () => (await sessionsWaiting(pool, "create index")) === 1);
    expect((await service.call("POST", "/groups", { name: "Meanwhile" })).status).toBe(201);
    await service.engine.stop();
    expect((await missing()).map(({ name }) => name)).toContain("subscribers_parts");
    expect(service.logged.filter(({ message }) => /index/.test(String(message)))).toMatchObject([]);
  } finally {
    await holder.query("rollback");
    holder.release();
    await service.end();
  }
});

test("SIGTERM ends a build with the process, which has nothing left to give up", async () => {
  await rows("drop index subscribers_parts");
  const holder = await holdTable();
  const folder = await mkdtemp(join(tmpdir(), "tidings-indexes-"));
  try {
    const node = await startServiceProcess({ DATABASE_URL: urlOf(), TIDINGS_DATA: folder });
    await waits();
    expect(await node.kill("SIGTERM")).toBe(0);
    expect(node.output()).not.toContain("exited before all work was released");
    await eventually(async () => (await builders()).length === 0);
  } finally {
    await holder.query("rollback");
    await rm(folder, { recursive: true, force: true });
  }
});

test("a role that may not build it, or a server without the extension, is logged once and fails nothing", async () => {
  await withoutIndexes();
  const role = `r_${Math.random().toString(36).slice(2)}`;
  await rows(`create role ${role} login; grant select, insert on all tables in schema public to ${role}`);
  const url = urlOf().replace(/\/\/[^@/]*@/, `//${role}@`);
  const poor = openPool({ url });
  const logged: string[] = [];
  const indexes = [person, search, { ...search, name: "strange", extension: "no_such_extension" }];
  let looks = 0;
  const keeper = indexKeeper(
    {
      db: { pool: poor },
      buildIndexes: async (stopping) => {
        const outcomes = await buildIndexes({ url }, stopping, indexes);
        looks += 1;
        return outcomes;
      },
    },
    {
      log: (level, message, detail) => void logged.push(`${level} ${message} ${JSON.stringify(detail)}`),
      random: Math.random,
    },
  );
  keeper.start();
  await eventually(async () => looks === 1);
  keeper.wake();
  await eventually(async () => looks === 2);
  await keeper.stop();
  expect(logged).toEqual([
    expect.stringMatching(/^info an index cannot be built .*memberships_person.*must be owner.*read every membership/),
    expect.stringMatching(
      /^info an index cannot be built .*subscribers_parts.*permission denied.*reads every subscriber/,
    ),
    expect.stringMatching(/^info an index cannot be built .*strange.*no_such_extension.*not available/),
  ]);
  await poor.end();
  await rows(`drop owned by ${role}; drop role ${role}`);
});

test("the embedded server has the extension, and its role may create it", async () => {
  const server = await startOwnPostgres();
  const pool = openPool(server);
  try {
    await migrate(pool);
    expect((await pool.query("select rolsuper from pg_roles where rolname = current_user")).rows).toEqual([
      { rolsuper: false },
    ]);
    expect(namesOf(await buildIndexes({ url: server.url }, never))).toEqual([
      "memberships_person built",
      "subscribers_parts built",
    ]);
  } finally {
    await pool.end();
    await server.stop();
  }
});

test("an extension that is in another schema is used there", async () => {
  await withoutIndexes();
  await rows("create schema extensions; create extension pg_trgm schema extensions");
  expect(namesOf(await build([search]))).toEqual(["subscribers_parts built"]);
});

test("in a schema whose name has capitals and spaces indexes are found and built", async () => {
  const [{ name }] = await rows("select current_database() as name");
  await rows('alter schema public rename to "Tenant A"');
  await rows(`alter database ${name} set search_path = "Tenant A"`);
  // Sessions that begin now.
  const pool = openPool({ url: urlOf() });
  try {
    expect(await missingIndexes(pool)).toEqual([]);
    await pool.query("drop index memberships_person, subscribers_parts");
    expect(namesOf(await build())).toEqual(["memberships_person built", "subscribers_parts built"]);
    expect(await missingIndexes(pool)).toEqual([]);
  } finally {
    await pool.end();
  }
});

test("doctor says what a missing index means, once there are many subscribers", async () => {
  await rows("drop index subscribers_parts");
  expect(await checkIndexes(db)).toEqual([]);
  await rows("insert into subscribers (phone, name) select '+1' || n, 'P' from generate_series(1, 50000) n");
  expect(await checkIndexes(db)).toEqual([
    {
      level: "warning",
      about: "database",
      text: "The index subscribers_parts is missing or being built: until then a search for part of a name or number reads every subscriber. A running service builds it within an hour if its role owns the tables; otherwise run as their owner: tidings migrate",
    },
  ]);
});
