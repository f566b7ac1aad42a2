import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { eventually, numbers, startEngine, textTo } from "../support/engine.ts";
import { startScriptedProvider, type ProviderReply } from "../support/scripted-provider.ts";

let db: TestDatabase;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await db.pool.query("truncate messages, deliveries, chunks, retries, events, provider_refs, throttles");
});
afterAll(() => db.drop());

const HALF_A_DAY = 12 * 3_600;

async function provider(first: ProviderReply) {
  let answer = first;
  const one = await startScriptedProvider(async () => answer);
  closing.push(() => one.close());
  return { ...one, be: (reply: ProviderReply) => (answer = reply) };
}

async function node(dsn: string, times?: Parameters<typeof startEngine>[2]) {
  const one = await startEngine(db, dsn, times);
  closing.push(() => one.engine.stop());
  return one;
}

const states = async (): Promise<string[]> =>
  (await db.pool.query("select state::text from deliveries order by phone")).rows.map((row) => row.state);
const doubted = async (): Promise<number> =>
  (await db.pool.query("select 1 from deliveries where doubted_at is not null")).rowCount!;
const ended = () => eventually(async () => (await states()).every((state) => !["queued", "sending"].includes(state)));
/** As if the first doubt were so much older. */
const age = (seconds: number) =>
  db.pool.query("update deliveries set doubted_at = doubted_at - make_interval(secs => $1)", [seconds]);

test("a text in doubt is not repeated by a gateway that has forgotten it by then, nor by another", async () => {
  const [a, b] = [await provider({ status: 500 }), await provider({})];
  const one = await node(`failover(${a.dsn(`&name=a&dedup=true&dedup_for=${HALF_A_DAY}`)} ${b.dsn("&name=b")})`);
  await one.messages.accept(textTo(numbers(1), { route: "a" }));
  await eventually(async () => (await doubted()) === 1);
  one.paused.set("a", Date.now() + 2_500);
  await age(HALF_A_DAY + 1);
  a.be({});
  await ended();
  expect(await states()).toEqual(["unknown"]);
  expect([a.seen.length, b.seen.length]).toEqual([1, 0]);
  expect(one.engine.healthOf("a").fitness).not.toBe("down");
});

test("one that is still known there is repeated, and its first doubt is what counts", async () => {
  const a = await provider({ status: 500 });
  const one = await node(a.dsn(`&name=a&dedup=true&dedup_for=${HALF_A_DAY}`));
  await one.messages.accept(textTo(numbers(1)));
  await eventually(async () => (await doubted()) === 1);
  const { rows } = await db.pool.query("select doubted_at from deliveries");
  await eventually(async () => a.seen.length >= 2);
  expect((await db.pool.query("select doubted_at from deliveries")).rows).toEqual(rows);
  a.be({});
  await ended();
  expect(await states()).toEqual(["sent"]);
});

test("what a dead worker left in doubt is judged by the time of its own mark", async () => {
  const a = await provider(null);
  const dsn = a.dsn(`&name=a&window=10&timeout=30&dedup=true&dedup_for=${HALF_A_DAY}`);
  const dead = await startEngine(db, dsn, { times: { leaseMs: 1_000, drainMs: 1 } });
  await dead.messages.accept(textTo(numbers(60)));
  await eventually(async () => a.seen.length >= 5);
  await dead.engine.stop();
  const seen = a.seen.map(({ to }) => to);
  // As after kill -9: marked long ago, under a lease that is over, and nobody has said how it ended.
  await db.pool.query("delete from retries where phone = any($1)", [seen]);
  await db.pool.query(
    `update deliveries set state = 'sending', bound_to = null, doubted_at = null, marked_at = now() - interval '13 hours'
     where phone = any($1)`,
    [seen],
  );
  a.be({});
  await node(dsn);
  await ended();
  expect((await states()).filter((state) => state === "unknown")).toHaveLength(seen.length);
  expect((await states()).filter((state) => state === "sent")).toHaveLength(60 - seen.length);
  expect(a.seen).toHaveLength(60);
});

test("a gateway that is set to merge no more repeats nothing that it may have taken", async () => {
  const a = await provider({ status: 500 });
  const before = await startEngine(db, a.dsn("&name=a&dedup=true"));
  await before.messages.accept(textTo(numbers(1)));
  await eventually(async () => (await doubted()) === 1);
  await before.engine.stop();
  const seen = a.seen.length;
  a.be({});
  await node(a.dsn("&name=a"));
  await ended();
  expect(await states()).toEqual(["unknown"]);
  expect(a.seen).toHaveLength(seen);
});

test("a text that runs out of tries after a doubt stays in doubt: it may have been taken", async () => {
  const a = await provider({ status: 500 });
  const one = await node(a.dsn("&name=a&dedup=true"));
  await one.messages.accept(textTo(numbers(1)));
  await eventually(async () => (await doubted()) === 1);
  await db.pool.query("update deliveries set attempt = 11");
  a.be({ status: 503 });
  await ended();
  expect(await states()).toEqual(["unknown"]);
});
