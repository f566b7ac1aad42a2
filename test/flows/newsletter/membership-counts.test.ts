import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { MembershipCounts } from "#domain/newsletter/membership-counts";
import { addressOf } from "#store/connection";
import { migrate, migrationFiles } from "#store/migrate";
import { membershipCountQueries } from "#store/queries/newsletter/membership-counts";

import { openDb } from "../../support/database/open-db.ts";
import { eventually } from "../../support/engine/engine.ts";
import { seeded } from "../../support/engine/seeded.ts";
import { wrongCounts } from "../../support/people/membership-counts.ts";
import { freshPhone, openNewsletter, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
let counts: MembershipCounts;
beforeAll(async () => {
  service = await openNewsletter();
  counts = membershipCountQueries(service.db);
});
afterEach(async () => {
  expect(await wrongCounts(service.db.pool)).toEqual([]);
});
afterAll(() => service.close());

const sessions: pg.Client[] = [];
async function openSession(): Promise<pg.Client & { pid: number }> {
  const client = new pg.Client(addressOf(service.db.connection));
  sessions.push(client);
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  return Object.assign(client, { pid: rows[0].pid as number });
}
afterEach(() => Promise.all(sessions.splice(0).map((client) => client.end())));

async function isOver(pid: number): Promise<boolean> {
  return (await service.rows("select from pg_stat_activity where pid = $1", [pid])).length === 0;
}
const end = async (session: pg.Client & { pid: number }): Promise<void> => {
  await session.end();
  await eventually(() => isOver(session.pid));
};

/** $1 how many, $2 group, $3 state. */
const JOIN = `
with people as (insert into subscribers (phone, name) select '+1' || nextval('delivery_ids') || n, 'P' from generate_series(1, $1::int) n returning id, phone)
insert into memberships (group_id, subscriber_id, phone, state) select $2, id, phone, $3 from people`;

const rowsOf = (group: number) =>
  service.rows("select state, session, count::int from membership_counts where group_id = $1 order by 1, 2", [group]);
const groupOf = async (id: number) => (await service.groups.find(id))!;

test("calls that subscribe, confirm, leave, remove and delete at once leave exact counts, beside folds on two nodes", async () => {
  const random = seeded(65);
  const groups = [await service.group("one"), await service.group("two"), await service.group("three")];
  const phones = Array.from({ length: 12 }, freshPhone);
  const steps: (() => Promise<unknown>)[] = [
    () => service.subscribe({ name: "A", mobile: random.pick(phones), group_id: random.pick(groups) }),
    () =>
      service.subscribe({ name: "A", mobile: random.pick(phones), group_id: groups.slice(1), double_opt_in: false }),
    () => service.post("/newsletter/unsubscribe", { mobile: random.pick(phones), group_id: random.pick(groups) }),
    () => service.post("/newsletter/unsubscribe", { mobile: random.pick(phones) }),
    async () => service.verify(random.pick(phones), "000000"),
    () => service.rows("delete from subscribers where phone = $1", [random.pick(phones)]),
  ];
  const other = await openDb(service.db.connection, { max: 2 });
  let working = true;
  const folding = [counts, membershipCountQueries(other)].map(async (each) => {
    while (working) await each.fold(3);
  });
  const worker = async (): Promise<void> => {
    for (let call = 0; call < 60; call += 1) await random.pick(steps)();
  };
  /** Each of its calls is a session of its own, which ends. */
  const guest = async (): Promise<void> => {
    for (let call = 0; call < 15; call += 1) {
      const session = await openSession();
      await session.query(JOIN, [2, random.pick(groups), "active"]);
      await session.end();
      expect(await wrongCounts(service.db.pool)).toEqual([]);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker(), guest(), guest()]);
  working = false;
  await Promise.all(folding);
  await other.close();
  expect(await wrongCounts(service.db.pool)).toEqual([]);
  expect((await groupOf(groups[1]!)).members).toBeGreaterThan(0);
});

test("deleting many people at once, or a group, is counted through the cascade", async () => {
  const [kept, doomed] = [await service.group("kept"), await service.group("doomed")];
  await service.rows(JOIN, [40, kept, "active"]);
  await service.rows(
    "insert into memberships (group_id, subscriber_id, phone, state) select $2, subscriber_id, phone, 'pending' from memberships where group_id = $1",
    [kept, doomed],
  );
  await service.rows(
    "delete from subscribers where id in (select subscriber_id from memberships where group_id = $1 limit 15)",
    [kept],
  );
  expect([await groupOf(kept), await groupOf(doomed)]).toMatchObject([
    { members: 25, active: 25 },
    { members: 25, active: 0 },
  ]);
  const evidence = { source: "api", actor: null, ip: null } as never;
  expect(await service.groups.remove(doomed, false, evidence)).toEqual({ kind: "has_members", members: 25 });
  expect(await service.groups.remove(doomed, true, evidence)).toEqual({ kind: "removed", members: 25 });
  expect(await wrongCounts(service.db.pool)).toEqual([]);
  await counts.fold(1_000);
  expect(await rowsOf(doomed)).toEqual([]);
});

test("one statement that adds, changes and removes memberships is counted once, and no change not at all", async () => {
  const group = await service.group("mixed");
  const session = await openSession();
  await session.query(JOIN, [9, group, "active"]);
  await session.query(
    `with members as materialized (select subscriber_id, row_number() over () as nth from memberships where group_id = $1),
     gone as (delete from memberships where group_id = $1 and subscriber_id in (select subscriber_id from members where nth < 3)),
     left_group as (update memberships set state = 'left' where group_id = $1 and subscriber_id in (select subscriber_id from members where nth between 3 and 5)),
     people as (insert into subscribers (phone, name) values ('+33611', 'New') returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state)
     select $1, id, phone, 'pending'::membership_state from people
     union all select $1, subscriber_id, '', 'pending' from members where nth > 7
     on conflict (group_id, subscriber_id) do update set state = excluded.state`,
    [group],
  );
  const expected = [
    { state: "pending", session: session.pid, count: 3 },
    { state: "active", session: session.pid, count: 2 },
    { state: "left", session: session.pid, count: 3 },
  ];
  expect(await rowsOf(group)).toEqual(expected);
  const version = () =>
    service.rows("select ctid, xmin from membership_counts where group_id = $1 order by 1", [group]);
  const before = await version();
  await session.query("update memberships set since = now() where group_id = $1", [group]);
  await session.query("update memberships set state = 'left' where group_id = $1 and false", [group]);
  expect(await version()).toEqual(before);
});

test("changes that are rolled back, even to a savepoint, are not counted", async () => {
  const group = await service.group("rolled back");
  const session = await openSession();
  await session.query("begin");
  await session.query(JOIN, [4, group, "active"]);
  await session.query("savepoint here");
  await session.query("update memberships set state = 'left' where group_id = $1", [group]);
  await session.query("rollback to here");
  await session.query("commit");
  await session.query("begin");
  await session.query("delete from memberships where group_id = $1", [group]);
  expect(await wrongCounts(session as never)).toEqual([]);
  await session.query("rollback");
  expect(await groupOf(group)).toMatchObject({ members: 4, active: 4 });
});

test("sessions that change the same group do not wait for each other", async () => {
  const group = await service.group("shared");
  const [first, second] = [await openSession(), await openSession()];
  await first.query("begin");
  await first.query(JOIN, [1, group, "active"]);
  await second.query("set lock_timeout = '1s'");
  await second.query(JOIN, [1, group, "active"]);
  await counts.fold(1_000);
  await first.query("commit");
  expect(await rowsOf(group)).toHaveLength(2);
});

test("counts of sessions that ended are added up, and those of open sessions are left alone", async () => {
  const group = await service.group("folded");
  const [open, one, two] = [await openSession(), await openSession(), await openSession()];
  for (const session of [open, one, two]) await session.query(JOIN, [5, group, "active"]);
  await two.query(
    "update memberships set state = 'left' where group_id = $1 and ctid = any(array(select ctid from memberships where group_id = $1 limit 2))",
    [group],
  );
  await end(one);
  await end(two);
  while ((await counts.fold(2)) > 0);
  expect(await rowsOf(group)).toEqual([
    { state: "active", session: 0, count: 8 },
    { state: "active", session: open.pid, count: 5 },
    { state: "left", session: 0, count: 2 },
  ]);
  await service.rows("delete from memberships where group_id = $1 and state = 'left'", [group]);
  await end(open);
  await service.rows("update membership_counts set session = 2147483647 where group_id = $1 and session <> 0", [group]);
  await counts.fold(1_000);
  expect(await rowsOf(group)).toEqual([{ state: "active", session: 0, count: 13 }]);
});

test("a process id that is used again goes on counting where the ended session stopped", async () => {
  const group = await service.group("again");
  const session = await openSession();
  // As if an earlier session had had its id.
  await service.rows(JOIN, [6, group, "active"]);
  const adopt = "update membership_counts set session = $2 where group_id = $1 and session <> $2";
  await service.rows(adopt, [group, session.pid]);
  await counts.fold(1_000);
  expect(await rowsOf(group)).toEqual([{ state: "active", session: session.pid, count: 6 }]);
  await session.query(JOIN, [1, group, "active"]);
  expect(await rowsOf(group)).toEqual([{ state: "active", session: session.pid, count: 7 }]);

  // A fold that began before the id was used again holds its row.
  const fold = await openSession();
  await fold.query("begin");
  await fold.query("delete from membership_counts where group_id = $1", [group]);
  await fold.query("insert into membership_counts values ($1, 'active', 0, 7)", [group]);
  const joined = session.query(JOIN, [1, group, "active"]);
  await eventually(async () => (await service.rows("select from pg_locks where not granted")).length > 0);
  await fold.query("commit");
  await joined;
  expect(await rowsOf(group)).toEqual([
    { state: "active", session: 0, count: 7 },
    { state: "active", session: session.pid, count: 1 },
  ]);
});

test("a fold passes over a row that is being written", async () => {
  const group = await service.group("written");
  await service.rows(
    "insert into membership_counts values ($1, 'active', 2147483646, 3), ($1, 'left', 2147483646, -3)",
    [group],
  );
  const writer = await openSession();
  await writer.query("begin");
  await writer.query("update membership_counts set count = count - 3 where group_id = $1 and state = 'active'", [
    group,
  ]);
  await counts.fold(1_000);
  await writer.query("commit");
  expect(await rowsOf(group)).toEqual([
    { state: "active", session: 2147483646, count: 0 },
    { state: "left", session: 0, count: -3 },
  ]);
  await service.rows("delete from membership_counts where group_id = $1", [group]);
});

test("an emptied table is counted as empty", async () => {
  const group = await service.group("emptied");
  await service.rows(JOIN, [3, group, "active"]);
  await service.rows("truncate memberships");
  expect(await groupOf(group)).toMatchObject({ members: 0, active: 0 });
});

test("an upgrade counts existing memberships, and those that the previous release writes meanwhile", async () => {
  const files = migrationFiles();
  const before = files.filter(({ number }) => number < 65);
  await service.db.pool.query("drop schema public cascade; create schema public");
  await migrate(service.db.pool, { files: before });
  const [{ id: group }] = await service.rows("insert into groups (name) values ('old') returning id");
  await service.rows(JOIN, [7, group, "active"]);
  await service.rows(JOIN, [2, group, "left"]);
  const old = await openSession();
  await old.query("begin");
  await old.query(JOIN, [1, group, "pending"]);
  const upgrade = migrate(service.db.pool, { files });
  await eventually(async () => (await service.rows("select from pg_locks where not granted")).length > 0);
  await old.query("commit");
  await upgrade;
  expect(await wrongCounts(service.db.pool)).toEqual([]);
  await old.query(JOIN, [1, group, "active"]);
  expect(await groupOf(group)).toMatchObject({ members: 9, active: 8 });
});
