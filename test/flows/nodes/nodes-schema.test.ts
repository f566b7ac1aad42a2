import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterEach, expect, test } from "vitest";

import { runCli } from "#cli/main";
import { migrate, migrationFiles, schemaState, type Migration } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";
import { acceptQueries } from "#store/queries/accept/accept";

import {
  createDatabase,
  dropDatabase,
  freshDatabase,
  openPool,
  type TestDatabase,
} from "../../support/database/database.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually, numbers, startEngine, textTo } from "../../support/engine/engine.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { callService, startProvider, startServiceProcess } from "../../support/service/service.ts";

let db: TestDatabase | null = null;
afterEach(async () => {
  await db?.drop();
  db = null;
});

const files = migrationFiles();
const newest = files.at(-1)!.number;
const needs = Math.max(...files.map((file) => file.needs));
/** What a later release may bring. */
const later = (sql: string, needs = 0): Migration => ({ number: newest + 1, name: "later.sql", sql, needs });

const blocked = async (pool: pg.Pool): Promise<boolean> => (await sessionsWaiting(pool)) > 0;

test("a node beside a database of a later release changes nothing and works", async () => {
  db = await freshDatabase();
  await migrate(db.pool, { files: [...files, later("alter table messages add column tomorrow text")] });
  const before = (await db.pool.query("select * from schema_migrations order by number")).rows;
  expect(await migrate(db.pool)).toEqual({ current: newest + 1, needs });
  expect((await db.pool.query("select * from schema_migrations order by number")).rows).toEqual(before);

  const provider = await startScriptedProvider(() => ({}));
  const node = await startEngine(db, provider.dsn());
  await node.messages.accept(textTo(numbers(5)));
  await eventually(async () => provider.seen.length === 5);
  await node.engine.stop();
  await provider.close();
});

test("a license that was installed before the field's names is found under the new one", async () => {
  db = await freshDatabase();
  await db.pool.query("drop schema public cascade; create schema public");
  await migrate(db.pool, { files: files.filter(({ number }) => number < 20) });
  await db.pool.query("insert into settings (name, value) values ($1, $2)", ["licence", JSON.stringify("a token")]);
  await migrate(db.pool);
  const { rows } = await db.pool.query("select name, value from settings where value = to_jsonb('a token'::text)");
  expect(rows).toEqual([{ name: "license", value: "a token" }]);
});

test("a node that is too old for the schema refuses to start and says what to start", async () => {
  db = await freshDatabase();
  await migrate(db.pool, { files: [...files, later("select 1", newest + 1)] });
  const words = `The schema is at ${newest + 1} and no node older than ${newest + 1} can work on it; this Tidings supports up to ${newest}. Start a newer Tidings.`;
  await expect(migrate(db.pool)).rejects.toThrow(words);
  const start = startServiceProcess({
    DATABASE_URL: "url" in db.connection ? db.connection.url : "",
    TIDINGS_DATA: "/tmp",
  });
  await expect(start).rejects.toThrow(words);
});

test("a running node that becomes too old for the schema lets its work finish, says what to start, and ends", async () => {
  db = await freshDatabase();
  const url = "url" in db.connection ? db.connection.url : "";
  const folder = await mkdtemp(join(tmpdir(), "tidings-outdated-"));
  const provider = await startProvider(300);
  const settings = { DATABASE_URL: url, TIDINGS_DATA: folder, TIDINGS_GATEWAY: provider.dsn("&max_in_flight=1") };
  const node = await startServiceProcess(settings);
  const people = numbers(200);
  const call = { numbers: people, message: "Hello" };
  expect((await callService(node, node.admin!, "/send", call)).status).toBe(200);
  await provider.reached(1);
  await migrate(db.pool, { files: [...files, later("select 1", newest + 1)] });
  await eventually(async () => !isRunning(node.pid));
  expect(node.output()).toContain(`no node older than ${newest + 1} can work on it`);
  expect(await node.kill("SIGTERM")).toBe(1);
  const { rows } = await db.pool.query("select state, count(*)::int as n from deliveries group by 1 order by 1");
  expect(rows).toEqual([
    { state: "queued", n: people.length - provider.seen.length },
    { state: "sent", n: provider.seen.length },
  ]);
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("a command migrates nothing beside a service of an earlier release, which would have to stop; migrate does", async () => {
  db = await freshDatabase();
  await db.pool.query("drop schema public cascade; create schema public");
  const earlier = files.filter(({ number }) => number < needs);
  const before = await migrate(db.pool, { files: earlier });
  const folder = await mkdtemp(join(tmpdir(), "tidings-behind-"));
  const environment = { DATABASE_URL: "url" in db.connection ? db.connection.url : "", TIDINGS_DATA: folder };
  const commanded = async (...args: string[]): Promise<readonly [number, string]> => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    return [await runCli(args, { out: print, err: print, environment }), lines.join("\n")];
  };
  const sentence = `tidings: The schema is at ${before.current}, this Tidings needs ${newest}: the next start migrates it, or run \`tidings migrate\` now. A running service that is older than this Tidings stops then.`;
  for (const args of [
    ["messages", "list"],
    ["user", "list"],
    ["license", "show"],
    ["send", "+15005550000", "--message", "x"],
  ]) {
    expect(await commanded(...args)).toEqual([1, sentence]);
    expect(await schemaState(db.pool)).toEqual(before);
  }
  expect(await readdir(folder)).toEqual([]);
  expect((await commanded("migrate"))[0]).toBe(0);
  expect(await schemaState(db.pool)).toEqual({ current: newest, needs });
  expect((await commanded("user", "list"))[0]).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

test("a start that upgrades the schema says so before it begins, and a start on a current schema does not", async () => {
  const connection = await createDatabase();
  const pool = openPool(connection);
  await pool.query("drop schema public cascade; create schema public");
  const before = await migrate(pool, { files: files.slice(0, -1) });
  const folder = await mkdtemp(join(tmpdir(), "tidings-upgrade-"));
  const settings = { DATABASE_URL: connection.url, TIDINGS_DATA: folder };
  for (const upgrades of [true, false]) {
    const service = await startServiceProcess(settings);
    const said = service.output().includes("upgrading the schema");
    await service.kill("SIGTERM");
    expect(said).toBe(upgrades);
    if (upgrades) expect(service.output()).toMatch(new RegExp(`"from":${before.current},"to":${newest},`));
  }
  await pool.end();
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

test("a node whose role may not change the schema says so, and works once another role did", async () => {
  const connection = await createDatabase();
  const pool = openPool(connection);
  const role = `r_${Math.random().toString(36).slice(2)}`;
  await pool.query(`create role ${role} login; grant select, insert on all tables in schema public to ${role}`);
  const poor = openPool({ url: connection.url.replace(/\/\/[^@/]*@/, `//${role}@`) });
  await expect(migrate(poor, { files: [...files, later("select 1")] })).rejects.toThrow(
    `The schema is at ${newest}, this Tidings needs ${newest + 1}, and its database role may not change it.`,
  );
  await migrate(pool, { files: [...files, later("select 1")] });
  expect(await migrate(poor, { files: [...files, later("select 1")] })).toEqual({ current: newest + 1, needs });
  await poor.end();
  await pool.query(`drop owned by ${role}; drop role ${role}`);
  await pool.end();
  await dropDatabase(connection);
});

test("nodes that start at once migrate once", async () => {
  db = await freshDatabase();
  const slow = later("create table tomorrow (x int); select pg_sleep(0.5)");
  const states = await Promise.all([1, 2, 3, 4].map(() => migrate(db!.pool, { files: [...files, slow] })));
  expect(states).toEqual(states.map(() => ({ current: newest + 1, needs })));
});

test("missing partitions are created once by six nodes at once", async () => {
  db = await freshDatabase();
  const { rows } = await db.pool.query(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent in ('deliveries'::regclass, 'events'::regclass, 'provider_refs'::regclass)",
  );
  const names = rows.map(({ name }) => name as string).toSorted();
  await db.pool.query(`drop table ${names.join(", ")}`);
  await Promise.all(Array.from({ length: 6 }, () => ensurePartitions(db!.pool, db!.now())));
  const again = await db.pool.query(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent in ('deliveries'::regclass, 'events'::regclass, 'provider_refs'::regclass)",
  );
  expect(again.rows.map(({ name }) => name as string).toSorted()).toEqual(names);
  expect((await acceptQueries(db, () => undefined).accept(textTo(numbers(1)))).kind).toBe("accepted");
});

test("a migration that cannot get its lock yields, and gets it when the table is free", async () => {
  db = await freshDatabase();
  const holder = await db.pool.connect();
  await holder.query("begin");
  await holder.query("select count(*) from messages");
  const migration = migrate(db.pool, { files: [...files, later("alter table messages add column tomorrow text")] });
  await eventually(async () => blocked(db!.pool));
  // Sessions behind it wait a fifth of a second at most, not for the holder.
  await db.pool.query("set statement_timeout = '2s'; select count(*) from messages");
  await holder.query("commit");
  holder.release();
  expect(await migration).toEqual({ current: newest + 1, needs });
});

test("the index that stops changes of the log while it is built is built once, whatever else is being read", async () => {
  db = await freshDatabase();
  await db.pool.query("drop schema public cascade; create schema public");
  await migrate(db.pool, { files: files.filter(({ number }) => number < 66) });
  const reader = await db.pool.connect();
  await reader.query("begin; lock table webhook_deliveries, messages, users in access share mode");
  // It is retried as a whole if it waits for a lock at its end: here it has one try.
  await migrate(db.pool, { files: files.filter(({ number }) => number < 66 || number === 67), mostTries: 1 });
  expect((await db.pool.query("select to_regclass('deliveries_failure') is not null as built")).rows[0].built).toBe(
    true,
  );
  await reader.query("commit");
  reader.release();
});

test("a migration whose lock never becomes free fails with its name, and leaves nothing behind", async () => {
  db = await freshDatabase();
  const holder = await db.pool.connect();
  await holder.query("begin");
  await holder.query("select count(*) from messages");
  const sql = "create table half (x int); alter table messages add column tomorrow text";
  await expect(migrate(db.pool, { files: [...files, later(sql)], mostTries: 2 })).rejects.toThrow(
    "migration later.sql failed: canceling statement due to lock timeout",
  );
  await holder.query("commit");
  holder.release();
  expect(await schemaState(db.pool)).toEqual({ current: newest, needs });
  expect((await db.pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
});

test("migrations while a node accepts and sends fail no call and lose no message", async () => {
  db = await freshDatabase();
  const provider = await startScriptedProvider(() => ({}));
  const node = await startEngine(db, provider.dsn("&window=20"));
  const { accept } = acceptQueries(db, () => node.engine.wake.dispatch());
  let over = false;
  const accepted: string[] = [];
  const failed: unknown[] = [];
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    for (let call = 0; !over; call += 1) {
      const [phone] = numbers(1, caller * 100_000 + call);
      await accept(textTo([phone!])).then(
        () => accepted.push(phone!),
        (error: unknown) => failed.push(error),
      );
    }
  });
  const steps = [
    "alter table messages add column tomorrow text",
    "alter table deliveries add column tomorrow integer",
    "create table tomorrow (id bigint primary key); alter table chunks add column tomorrow integer",
    "alter table events add column tomorrow text; alter table messages alter column tomorrow set default 'x'",
  ];
  const list = [...files];
  for (const [index, sql] of steps.entries()) {
    const before = accepted.length;
    await eventually(async () => accepted.length > before + 50);
    list.push({ number: newest + 1 + index, name: `step${index}.sql`, sql, needs });
    expect((await migrate(db.pool, { files: list })).current).toBe(newest + 1 + index);
  }
  const before = accepted.length;
  await eventually(async () => accepted.length > before + 50);
  over = true;
  await Promise.all(callers);
  expect(failed).toEqual([]);
  await eventually(async () => provider.seen.length >= accepted.length);
  await node.engine.stop();
  expect(provider.seen.map(({ to }) => to).sort()).toEqual(accepted.sort());
  expect(node.logged.filter(({ level }) => level === "error")).toEqual([]);
  await provider.close();
});

test("a license that was installed before its setting had this name still counts", async () => {
  const connection = await createDatabase();
  const pool = openPool(connection);
  await pool.query("drop schema public cascade; create schema public");
  await migrate(pool, { files: files.filter(({ number }) => number < 20) });
  // It was spelled with a "c" in place of the "s".
  await pool.query(
    "insert into settings (name, value) values (translate('license', 's', 'c'), to_jsonb('token'::text))",
  );
  await migrate(pool);
  expect((await pool.query("select name, value from settings")).rows).toEqual([{ name: "license", value: "token" }]);
  await pool.end();
  await dropDatabase(connection);
});
