import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";

import { checkDurability } from "#app/doctor/durability";
import { migrate } from "#store/migrate";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { openDb } from "../../support/database/open-db.ts";
import { startThrowawayPostgres } from "../../support/database/throwaway-postgres.ts";
import { eventually } from "../../support/service/processes.ts";
import { startTestService } from "../../support/service/test-service.ts";
import { withDatabase } from "../../support/service/urls.ts";

let connection: { url: string };
beforeEach(async () => {
  connection = await createDatabase();
});
afterEach(() => dropDatabase(connection));

/** What an administrator of the server may have set for this database. */
async function setForAll(settings: Readonly<Record<string, string>>): Promise<void> {
  const pool = openPool(connection, 1);
  const { rows } = await pool.query("select current_database() as name");
  for (const [name, value] of Object.entries(settings)) {
    await pool.query(`alter database ${rows[0].name} set ${name} = '${value}'`);
  }
  await pool.end();
}

async function inOurSession<Row extends object>(text: string): Promise<Row> {
  const db = await openDb(connection, { max: 1 });
  try {
    return (await db.unnamed<Row>(text, []))[0]!;
  } finally {
    await db.close();
  }
}

test.each([
  ["off", "on"],
  ["local", "local"],
  ["remote_apply", "remote_apply"],
])("a commit is on the disk before anything follows from it: synchronous_commit %s becomes %s", async (given, used) => {
  await setForAll({ synchronous_commit: given });
  expect(await inOurSession("select current_setting('synchronous_commit') as used")).toEqual({ used });
});

test("dates, bytes, texts and lists are read as they were written, whatever the server's formats are", async () => {
  await setForAll({
    datestyle: "German",
    intervalstyle: "iso_8601",
    bytea_output: "escape",
    standard_conforming_strings: "off",
    array_nulls: "off",
    transform_null_equals: "on",
  });
  const read = await inOurSession(
    `select '2027-03-04T05:06:07Z'::timestamptz as at, '\\x00ff5c'::bytea as bytes, 'a\\.b' as text,
       '{a,NULL}'::text[] as list, (null = null) as same, make_interval(hours => 1)::text as span`,
  );
  expect(read).toEqual({
    at: new Date("2027-03-04T05:06:07Z"),
    bytes: Buffer.from([0, 0xff, 0x5c]),
    text: "a\\.b",
    list: ["a", null],
    same: null,
    span: "01:00:00",
  });
});

test("a server that ends idle sessions ends none of ours, neither those of the pool nor the one that listens", async () => {
  await setForAll({ idle_session_timeout: "1s" });
  // With a pool of its own, on another database.
  const service = await startTestService({ DATABASE_URL: connection.url });
  try {
    const database = new URL(connection.url.replace("@/", "@localhost/")).pathname.slice(1);
    const idle = `select application_name as name from pg_stat_activity
      where datname = $1 and state = 'idle' and state_change < now() - interval '2 seconds'`;
    await eventually(async () => {
      const { rows } = await service.pool.query<{ name: string }>(idle, [database]);
      return new Set(rows.map(({ name }) => name)).size === 2;
    });
    expect(service.logged).not.toContainEqual(expect.objectContaining({ level: "warn" }));
  } finally {
    await service.end();
  }
});

test.each(["SQL_ASCII", "LATIN1"])(
  "an empty database in %s is refused before anything is created in it",
  async (encoding) => {
    const server = openPool({ url: withDatabase(connection.url, "postgres") }, 1);
    const name = `t_encoding_${encoding.toLowerCase()}`;
    await server.query(`create database ${name} encoding '${encoding}' locale 'C' template template0`);
    const pool = openPool({ url: withDatabase(connection.url, name) }, 1);
    try {
      await expect(migrate(pool)).rejects.toThrow(
        `The database stores text as ${encoding}, and messages and names need UTF8.`,
      );
      const { rows } = await pool.query("select count(*)::int as tables from pg_tables where schemaname = 'public'");
      expect(rows).toEqual([{ tables: 0 }]);
    } finally {
      await pool.end();
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    }
  },
);

async function durability(at: { readonly url: string }): Promise<readonly string[]> {
  const db = await openDb(at, { max: 1 });
  try {
    return (await checkDurability(db)).map(({ level, text }) => `${level}: ${text}`);
  } finally {
    await db.close();
  }
}

test("doctor warns of a server that flushes nothing", async () => {
  // As the servers of all tests are.
  expect(await durability(connection)).toEqual([
    expect.stringMatching(/^warning: fsync and full_page_writes are off on the server/),
  ]);
});

test("doctor warns of standbys that commits do not wait for, and of nothing where there are none", async () => {
  const server = await startThrowawayPostgres([
    "fsync=on",
    "full_page_writes=on",
    "wal_level=replica",
    "max_wal_senders=1",
  ]);
  const standby = new pg.Client({ connectionString: server.url, replication: "database" } as pg.ClientConfig);
  try {
    expect(await durability(server)).toEqual([]);
    await standby.connect();
    expect(await durability(server)).toEqual([
      expect.stringMatching(/^warning: Standbys copy the server, and no commit/),
    ]);
    await standby.query("alter system set synchronous_standby_names = '*'");
    await standby.query("select pg_reload_conf()");
    expect(await durability(server)).toEqual([]);
  } finally {
    await standby.end();
    await server.stop();
  }
});
