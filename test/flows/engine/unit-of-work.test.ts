import { afterAll, beforeAll, expect, test } from "vitest";

import { workerLoop } from "#engine/worker-loop";
import { signal } from "#lib/signal";
import { receiptQueries } from "#store/queries/receipts/receipts";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { suppress } from "../../support/database/ledger.ts";
import { openDb } from "../../support/database/open-db.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query("create table notes (text text unique deferrable initially deferred)");
});
afterAll(() => db.close());

const note = (text: string) => db.query("note", "insert into notes (text) values ($1)", [text]);
const notes = async () => (await db.pool.query<{ text: string }>("select text from notes order by 1")).rows;

test("writes within one are part of it, and are rolled back with it", async () => {
  const failed = db.transaction(async () => {
    await note("outer");
    await db.transaction(() => note("inner"));
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await notes()).toEqual([]);
});

test("one that needs its own transaction throws within another, and does nothing", async () => {
  let done = false;
  const within = db.transaction(() => db.ownTransaction(async () => void (done = true)));
  await expect(within).rejects.toThrow("a transaction of its own");
  expect(done).toBe(false);
  await db.ownTransaction(() => db.transaction(() => note("own")));
  expect(await notes()).toEqual([{ text: "own" }]);
});

test("what is written beside a transaction is committed at once and stays, whatever becomes of the transaction", async () => {
  const within = db.transaction(async () => {
    await note("rolled back");
    await db.beside(async () => {
      expect(db.inTransaction()).toBe(true);
      await note("beside");
    });
    expect(await notes()).toContainEqual({ text: "beside" });
    await expect(db.beside(() => Promise.reject(new Error("alone")))).rejects.toThrow("alone");
    // The failure beside it did not end it.
    await note("rolled back, too");
    throw new Error("no");
  });
  await expect(within).rejects.toThrow("no");
  expect(await notes()).toContainEqual({ text: "beside" });
  expect(await notes()).not.toContainEqual({ text: "rolled back" });
  await db.pool.query("delete from notes where text = 'beside'");
});

test("only a commit beside a transaction does not wait for the disk", async () => {
  const setting = async () => (await db.query("commits", "show synchronous_commit", []))[0];
  await db.transaction(async () => {
    await db.beside(async () => {
      expect(await setting()).toEqual({ synchronous_commit: "off" });
    });
    expect(await setting()).toEqual({ synchronous_commit: "on" });
  });
  // On both sessions, whichever it was.
  const settings = await Promise.all([setting(), setting()]);
  expect(settings).toEqual(settings.map(() => ({ synchronous_commit: "on" })));
});

test("a statement of a transaction sees what others committed before it, whatever isolation the database has as its default", async () => {
  const strict = await freshDatabase();
  const { rows } = await strict.pool.query<{ name: string }>("select current_database() as name");
  await strict.pool.query(`alter database ${rows[0]!.name} set default_transaction_isolation = 'repeatable read'`);
  const opened = await openDb(strict.connection, { max: 2 });
  const isListed = async (): Promise<boolean> =>
    (await opened.query("listed", "select from suppressions where phone = '+4915112345678'", [])).length === 1;
  await opened.transaction(async () => {
    expect(await isListed()).toBe(false);
    await suppress(strict.pool, "+4915112345678");
    expect(await isListed()).toBe(true);
  });
  await opened.close();
  await strict.drop();
});

test("a statement that was prepared before a migration added a column to what it returns still works", async () => {
  const node = await openDb(db.connection, { max: 1 });
  await db.pool.query("create table grown (a integer)");
  const write = () => node.query("write grown", "insert into grown (a) values (1) returning *", []);
  expect(await write()).toEqual([{ a: 1 }]);
  await db.pool.query("alter table grown add column b text default 'new'");
  for (let nth = 0; nth < 2; nth += 1) expect(await write()).toEqual([{ a: 1, b: "new" }]);
  await db.pool.query("alter table grown add column c text");
  // A transaction has failed with it, as with any other error.
  await expect(node.transaction(write)).rejects.toThrow();
  expect((await db.pool.query("select count(*)::int as n from grown")).rows).toEqual([{ n: 3 }]);
  await node.close();
});

test("listeners for the commit are called when it succeeds, and a failed commit is an error", async () => {
  const heard: string[] = [];
  const twice = db.transaction(async () => {
    db.afterCommit(() => heard.push("failed"));
    await note("twice");
    await note("twice");
  });
  await expect(twice).rejects.toThrow("duplicate key");
  await db.transaction(async () => db.afterCommit(() => heard.push("committed")));
  expect(heard).toEqual(["committed"]);
  expect(db.inTransaction()).toBe(false);
});

test("a transaction that goes on after a failed statement does not pass for committed", async () => {
  const heard: string[] = [];
  const swallowing = db.transaction(async () => {
    db.afterCommit(() => heard.push("committed"));
    await note("swallowed");
    await db.unnamed("select no_such_column", []).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow("rolled back");
  expect(await notes()).not.toContainEqual({ text: "swallowed" });
  expect(heard).toEqual([]);
  expect(await db.unnamed("select 1 as one", [])).toEqual([{ one: 1 }]);
});

test("a session whose transaction failed serves the next caller", async () => {
  const one = async () => db.transaction(() => db.unnamed("select no_such_column", []));
  for (let nth = 0; nth < 20; nth += 1) await expect(one()).rejects.toThrow("no_such_column");
  expect(await db.unnamed("select 1 as one", [])).toEqual([{ one: 1 }]);
  expect(db.pool.idleCount).toBe(db.pool.totalCount);
});

test("receipts, which are written together with those of other calls, are not stored within one", async () => {
  const ignore = () => undefined;
  const receipts = receiptQueries(db, { stored: ignore, hooked: ignore });
  const receipt = { providerId: "1", state: "delivered" } as const;
  await expect(db.transaction(() => receipts.store("main", [receipt]))).rejects.toThrow("within a transaction");
  await receipts.store("main", [receipt]);
  expect(await db.unnamed("select gateway from receipts", [])).toEqual([{ gateway: "main" }]);
});

test.each([
  ["committed", async () => undefined],
  [
    "rolled back",
    async () => {
      throw new Error("no");
    },
  ],
])("what a transaction that was %s left behind writes nothing more", async (_, end) => {
  const over = signal();
  let late: Promise<unknown> = Promise.resolve();
  const work = db.transaction(async () => {
    late = over.wait(60_000).then(() => note("late"));
    await end();
  });
  await work.catch(() => undefined);
  over.notify();
  await expect(late).rejects.toThrow("The transaction of this statement is over.");
  expect(await notes()).not.toContainEqual({ text: "late" });
});

test("a loop that is started within one is not part of it, however the transaction ends", async () => {
  const seen: unknown[] = [];
  const twice = signal();
  const loop = workerLoop({
    name: "loop",
    log: () => undefined,
    random: () => 0,
    async step() {
      seen.push(db.inTransaction(), (await db.unnamed("select 1 as one", []))[0]);
      if (seen.length > 2) twice.notify();
      return 1;
    },
  });
  await db.transaction(async () => loop.start());
  await twice.wait(10_000);
  await loop.stop();
  expect(seen.slice(0, 4)).toEqual([false, { one: 1 }, false, { one: 1 }]);
});
