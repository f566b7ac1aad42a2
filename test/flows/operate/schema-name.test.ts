import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { backUp, restore } from "#app/backup/backup";
import { readConfig } from "#app/config/config";
import { uuidFloor } from "#lib/ids";
import { migrate } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";

/** A database whose sessions find their tables in this schema. */
async function databaseWith(schema: string): Promise<{ url: string }> {
  const connection = await createDatabase();
  const pool = openPool(connection, 1);
  await pool.query(`drop schema public cascade; create schema "${schema}"`);
  const { rows } = await pool.query("select current_database() as name");
  await pool.query(`alter database ${rows[0].name} set search_path = "${schema}"`);
  await pool.end();
  return connection;
}

test("a database whose schema has a name with capitals and spaces is backed up, and restored to one with another name", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tidings-schema-"));
  const [from, to] = [await databaseWith("Tenant A"), await databaseWith("Tenant B")];
  const configOf = ({ url }: { url: string }) =>
    readConfig({ TIDINGS_SECRET_KEY: "k".repeat(40), DATABASE_URL: url, TIDINGS_DATA: folder });
  const pools = [openPool(from), openPool(to)] as const;
  try {
    await migrate(pools[0]);
    await ensurePartitions(pools[0], Date.now());
    await pools[0].query(
      `with person as (insert into subscribers (phone, name) values ('+4915112345678', 'Ada') returning id, phone),
       log as (insert into deliveries (message_id, phone) select $1, phone from person)
       insert into memberships (group_id, subscriber_id, phone, state) select g.id, person.id, phone, 'active' from groups g, person`,
      [uuidFloor(Date.now())],
    );
    const file = join(folder, "a.backup");
    await backUp(configOf(from), file, { withKey: false }, () => undefined);
    await restore(configOf(to), file, () => undefined);
    const counts =
      "select (select count(*)::int from memberships) as members, (select count(*)::int from deliveries) as log";
    expect((await pools[1].query(counts)).rows).toEqual((await pools[0].query(counts)).rows);
    expect((await pools[1].query("select name from subscribers")).rows).toEqual([{ name: "Ada" }]);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await Promise.all([from, to].map(dropDatabase));
    await rm(folder, { recursive: true, force: true });
  }
});
