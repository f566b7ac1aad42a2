import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { acceptQueries } from "#store/queries/accept/accept";
import { queueQueries } from "#store/queries/queue/queue";
import { cancellationQueries } from "#store/queries/messages/cancellations";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually, numbers, startEngine, textTo, type TestEngine } from "../../support/engine/engine.ts";
import { claimAll } from "../../support/engine/queue-fixture.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";

let db: TestDatabase;
let engines: TestEngine[] = [];
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
const times = new Map<string, number>();
/** How long the provider waits before it answers. */
let gate: Promise<void> | null = null;
beforeAll(async () => {
  db = await freshDatabase({ max: 20 });
  provider = await startScriptedProvider(async ({ to }) => {
    times.set(to, performance.now());
    await gate;
    return {};
  });
});
afterEach(async () => {
  const issues = engines.flatMap(({ logged }) => logged).filter(({ level }) => level !== "info");
  await Promise.all(engines.map(({ engine }) => engine.stop()));
  engines = [];
  gate = null;
  provider.seen.length = 0;
  times.clear();
  await db.pool.query(
    "truncate messages, deliveries, chunks, retries, events, provider_refs, throttles, outbox_deltas",
  );
  expect(issues).toEqual([]);
});
afterAll(async () => {
  await db.drop();
  await provider.close();
});

const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await db.pool.query(sql, values)).rows;

async function node(): Promise<TestEngine> {
  const started = await startEngine(db, provider.dsn("&window=20"));
  engines.push(started);
  return started;
}

/** A message that leaves at its own rate from the beginning: accepted before any worker sends. */
async function rated(phones: readonly string[], perMinute: number | null) {
  const result = await acceptQueries(db, () => undefined).accept(textTo(phones));
  if (result.kind !== "accepted") throw new Error(result.kind);
  await db.pool.query("update messages set rate_per_minute = $2 where id = $1", [result.message.id, perMinute]);
  return result.message.id;
}

const sentOf = (phones: readonly string[]): number => phones.filter((phone) => times.has(phone)).length;
const ended = async (): Promise<boolean> =>
  (await rows("select 1 from messages where state <> 'completed'")).length === 0;

test("a message with a rate leaves no faster on two nodes, and others overtake it", async () => {
  const slow = numbers(40);
  // One a second: a busy machine sends the others in less than forty.
  const id = await rated(slow, 60);
  const quick = numbers(300, 1_000);
  await rated(quick, null);
  await node();
  await node();
  await eventually(async () => sentOf(quick) === quick.length);
  expect(sentOf(slow)).toBeLessThan(40);
  // Five a second: eight seconds in all.
  await db.pool.query("update messages set rate_per_minute = 300 where id = $1", [id]);
  await eventually(ended);
  // Without the first second, in which a slow start delays the first ones and so shortens the interval to the last.
  const at = slow.map((phone) => times.get(phone)!).toSorted((a, b) => a - b);
  expect(at[39]! - at[10]!).toBeGreaterThan(5_200);
  expect([...provider.times().values()].filter((count) => count > 1)).toEqual([]);
});

test("a changed rate applies to deliveries that already wait: slower, faster, none", async () => {
  const people = numbers(400);
  const id = await rated(people, 1);
  await node();
  await eventually(async () => sentOf(people) === 1);
  const change = (rate: number | null) =>
    db.pool.query("update messages set rate_per_minute = $2 where id = $1", [id, rate]);
  // Otherwise each would have to wait for a minute.
  await change(3_000);
  await eventually(async () => sentOf(people) >= 10);
  await change(1);
  await eventually(async () => (await rows("select 1 from throttles where rate < 1")).length === 1);
  const then = sentOf(people);
  await eventually(
    async () => (await rows("select 1 from throttles where next > now() + interval '50 seconds'")).length === 1,
  );
  // What was reserved at the old rate still leaves: a slice of five, and as many that were marked. A second of it is
  // 50.
  expect(sentOf(people)).toBeLessThanOrEqual(then + 12);
  await change(null);
  await eventually(ended);
  expect(provider.seen).toHaveLength(400);
});

test("a rate given to a message that is leaving already slows it down", async () => {
  const people = numbers(1_500);
  const id = await rated(people, null);
  await node();
  await eventually(async () => sentOf(people) > 50);
  // Otherwise a quick one would be over before its rate arrives.
  let release = (): void => undefined;
  gate = new Promise((resolve) => (release = resolve));
  await db.pool.query("update messages set rate_per_minute = 60 where id = $1", [id]);
  const then = sentOf(people);
  release();
  const chunks = await eventually(async () => {
    const found = await rows("select claimable, throttled from chunks where message_id = $1", [id]);
    return found.some(({ throttled }) => throttled) && found;
  });
  // What waits is not in the claim index, except what may leave in the next seconds.
  expect(chunks.filter(({ claimable }) => claimable).length).toBeLessThanOrEqual(3);
  // What was marked already still leaves, two windows of twenty; not the rest of its chunk of five hundred.
  expect(sentOf(people)).toBeLessThan(then + 200);
  await db.pool.query("update messages set rate_per_minute = null where id = $1", [id]);
  await eventually(ended);
  expect(provider.seen).toHaveLength(1_500);
});

test("a message with a rate does not delay the others in its chunk", async () => {
  const store = acceptQueries(db, () => undefined);
  const slow = numbers(5);
  await Promise.all([
    store.accept(textTo(slow, { createdBy: "slow" })),
    ...numbers(10, 100).map((phone) => store.accept(textTo([phone]))),
  ]);
  expect(await rows("select 1 from chunks")).toHaveLength(1);
  const rate = (perMinute: number) =>
    db.pool.query("update messages set rate_per_minute = $1 where created_by = 'slow'", [perMinute]);
  await rate(6);
  await node();
  await eventually(async () => sentOf(numbers(10, 100)) === 10);
  expect(sentOf(slow)).toBeLessThan(5);
  const waiting = slow.length - sentOf(slow);
  const from = performance.now();
  await rate(120);
  await eventually(ended);
  const last = Math.max(...slow.map((phone) => times.get(phone)!));
  // Two a second, the first of them at once: delays of this machine only add to it.
  expect(last - from).toBeGreaterThan((waiting - 1) * 500 - 50);
});

test("deliveries that are paused while they wait for their rate are released, and continue when they are resumed", async () => {
  const people = numbers(40);
  const id = await rated(people, 600);
  await node();
  await eventually(async () => sentOf(people) > 3);
  await db.transaction(async () => {
    await db.query("pause", "update messages set state = 'paused' where id = $1", [id]);
    await db.query("hold", "update chunks set claimable = false where message_id = $1", [id]);
  });
  await eventually(async () => (await rows("select 1 from chunks where due <= now()")).length === 1);
  await eventually(async () => (await deliveriesOf(db.pool, { state: "sending" })).length === 0);
  const then = sentOf(people);
  expect(then).toBeLessThan(40);
  expect(await rows("select 1 from retries")).toEqual([]);
  await db.pool.query("update chunks set claimable = true where message_id = $1", [id]);
  await db.pool.query("update messages set state = 'running', rate_per_minute = null where id = $1", [id]);
  await eventually(ended);
  expect(provider.seen).toHaveLength(40);
});

test("rows of a paused message in a shared chunk are parked, not claimed again and again", async () => {
  const store = acceptQueries(db, () => undefined);
  await Promise.all(
    numbers(6).map((phone, index) => store.accept(textTo([phone], { createdBy: index < 3 ? "a" : "b" }))),
  );
  await db.pool.query("update messages set state = 'paused' where created_by = 'a'");
  const one = await node();
  await eventually(async () => sentOf(numbers(6)) === 3);
  await eventually(async () => (await rows("select 1 from retries where due = 'infinity'")).length === 3);
  // What crossed a resume is found by the cancellation worker's sweep.
  await db.pool.query("update messages set state = 'running' where created_by = 'a'");
  await cancellationQueries(db, { woken: () => undefined, hooked: () => undefined }).sweep();
  one.engine.wake.dispatch();
  await eventually(ended);
  expect(provider.seen).toHaveLength(6);
});

test("deliveries sent from a chunk before its worker died cost a slow campaign no slot", async () => {
  const id = await rated(numbers(5), 60);
  const queue = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
  const [first] = await queue.claim(claimAll);
  const { chunk } = first!;
  const [sent, wired, ...rest] = chunk.keys;
  await queue.mark([{ chunk, keys: [sent!, wired!], prolong: false }], "main", 60_000);
  await queue.settle([
    {
      ...sent!,
      chunkId: chunk.id,
      token: 1,
      gateway: "main",
      route: "default",
      priority: 1,
      state: "sent",
      counts: true,
    },
  ]);
  await db.pool.query("update chunks set due = now() - interval '1 second'");
  const [next] = await queue.claim({ ...claimAll, owner: "another" });
  expect(next!.chunk.keys).toEqual(rest);
  await queue.mark([{ chunk: next!.chunk, keys: rest, prolong: false }], "main", 60_000);
  await db.pool.query("update chunks set due = now() - interval '1 second'");
  // Nothing is left in it: it ends, and its message with it.
  const [last] = await queue.claim(claimAll);
  await queue.finish([{ chunk: last!.chunk, clean: true }]);
  expect(await rows("select state::text from messages where id = $1", [id])).toEqual([{ state: "completed" }]);
});
