import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { laneOf, type NewMessage } from "#domain/messages/message";
import type { Claim, Marked, Settlement } from "#domain/ports/queue";
import { acceptQueries } from "#store/queries/accept";
import { queueQueries } from "#store/queries/queue";

import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { numbers, textTo } from "../support/engine.ts";

let db: TestDatabase;
let queue: ReturnType<typeof queueQueries>;
beforeAll(async () => {
  db = await freshDatabase();
});
afterEach(() =>
  db.pool.query("truncate messages, deliveries, chunks, retries, events, provider_refs, outbox_deltas, throttles"),
);
afterAll(() => db.drop());

const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await db.pool.query(sql)).rows;

async function accept(phones: readonly string[], more: Partial<NewMessage> = {}): Promise<void> {
  const result = await acceptQueries(db, laneOf, () => undefined).accept(textTo(phones, more));
  expect(result.kind).toBe("accepted");
}

/** A queue that has looked at nothing yet. */
function fresh(): void {
  queue = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
}

const claim = (more: { lanes?: number[]; rows?: number; limit?: number } = {}): Promise<readonly Claim[]> =>
  queue.claim({
    routes: ["main", "default"],
    lanes: [0, 1, 2],
    owner: "test",
    leaseMs: 60_000,
    rows: 10_000,
    limit: 64,
    repeatable: [],
    mostAttempts: 12,
    ...more,
  });

const portions = (claims: readonly Claim[]) => claims.map(({ chunk }) => ({ chunk, keys: chunk.keys, prolong: false }));
const endings = (claims: readonly Claim[], clean: boolean) => claims.map(({ chunk }) => ({ chunk, clean }));

function sent(claims: readonly Claim[], marked: readonly Marked[], more: Partial<Settlement> = {}): Settlement[] {
  return marked.map(({ messageId, phone, chunkId }) => {
    const { token, route, lane } = claims.find(({ chunk }) => chunk.id === chunkId)!.chunk;
    return { messageId, phone, chunkId, token, route, lane, gateway: "main", state: "sent", counts: true, ...more };
  });
}

test("a claim takes urgent lanes first, and no more than fills what was asked for", async () => {
  fresh();
  for (let index = 0; index < 4; index += 1) {
    await accept(numbers(10, 100 * index), { category: "marketing" });
    await accept(numbers(10, 1_000 + 100 * index));
  }
  await accept(numbers(1, 5_000), { category: "otp" });
  const claims = await claim({ rows: 25 });
  expect(claims.map(({ chunk }) => [chunk.lane, chunk.keys.length])).toEqual([
    [0, 1],
    [1, 10],
    [1, 10],
    [1, 10],
  ]);
  expect((await claim({ lanes: [2] })).map(({ chunk }) => chunk.lane)).toEqual([2, 2, 2, 2]);
});

test("a mark over several chunks leaves out those that are lost or taken back, row by row", async () => {
  fresh();
  for (let index = 0; index < 4; index += 1) await accept(numbers(5, 100 * index));
  const claims = await claim();
  expect(claims).toHaveLength(4);
  await db.pool.query("update chunks set token = token + 1 where id = $1", [claims[0]!.chunk.id]);
  await db.pool.query("update chunks set claimable = false where id = $1", [claims[1]!.chunk.id]);
  await db.pool.query("delete from chunks where id = $1", [claims[2]!.chunk.id]);
  const marked = await queue.mark(portions(claims), "main", 60_000);
  expect(new Set(marked.map(({ chunkId }) => chunkId))).toEqual(new Set([claims[3]!.chunk.id]));
  expect(marked).toHaveLength(5);
  expect(await rows("select state::text, count(*)::int as n from deliveries group by 1 order by 1")).toEqual([
    { state: "queued", n: 15 },
    { state: "sending", n: 5 },
  ]);
});

test("marks and endings of overlapping batches on two nodes wait for each other and never deadlock", async () => {
  fresh();
  const [before] = await rows("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  for (let index = 0; index < 30; index += 1) await accept(numbers(20, 100 * index));
  const claims = await claim();
  const shuffled = () => claims.toSorted(() => Math.random() - 0.5);
  const marked = await Promise.all(Array.from({ length: 6 }, () => queue.mark(portions(shuffled()), "main", 60_000)));
  expect(marked.flat()).toHaveLength(600);
  const settlements = sent(claims, marked.flat());
  await Promise.all([queue.settle(settlements.toReversed()), queue.settle(settlements)]);
  await Promise.all(Array.from({ length: 4 }, (_, index) => queue.finish(endings(shuffled(), index % 2 === 0))));
  expect(await rows("select 1 from chunks union all select 1 from retries")).toEqual([]);
  expect(await rows("select count(*)::int as n from messages where state = 'completed'")).toEqual([{ n: 30 }]);
  expect(await rows("select count(*)::int as n from events where kind = 'message.completed'")).toEqual([{ n: 30 }]);
  const [after] = await rows("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  expect(after).toEqual(before);
});

test("a message with one recipient is completed by its settle, once, and not while it waits for another try", async () => {
  fresh();
  for (const phone of numbers(3)) await accept([phone]);
  const claims = await claim();
  const marked = await queue.mark(portions(claims), "main", 60_000);
  const settlements = sent(claims, marked);
  const [first, second, third] = settlements as [Settlement, Settlement, Settlement];
  await queue.settle([first, { ...second, state: "queued", retryMs: 0 }, { ...third, state: "failed", failure: "x" }]);
  expect(await rows("select state::text from messages order by id")).toEqual([
    { state: "completed" },
    { state: "running" },
    { state: "completed" },
  ]);
  await queue.settle(settlements);
  await queue.finish(endings(claims, true));
  expect(await rows("select count(*)::int as n from events where kind = 'message.completed'")).toEqual([{ n: 2 }]);
  expect(await rows("select 1 from retries")).toHaveLength(1);
  // Of one text, its events stand in the order in which they are read.
  expect(
    await rows(
      "select kind from events where message_id = (select min(id::text)::uuid from messages) and kind <> 'message.accepted' order by id",
    ),
  ).toEqual([{ kind: "new_sms" }, { kind: "message.sent" }, { kind: "message.completed" }]);
});

test("the end of a chunk that somebody else holds by now ends nothing", async () => {
  fresh();
  await accept(numbers(3));
  await accept(numbers(3, 100));
  const claims = await claim();
  await db.pool.query("update chunks set token = token + 1");
  await queue.finish(endings(claims, true));
  await queue.finish(endings(claims, false));
  expect(await rows("select 1 from chunks")).toHaveLength(2);
  expect(await rows("select 1 from retries")).toEqual([]);
  expect(await rows("select 1 from messages where state = 'completed'")).toEqual([]);
});

test("what was given back far behind the newest chunk is found again", async () => {
  fresh();
  await accept(numbers(2));
  const old = await claim();
  await db.pool.query("select setval(pg_get_serial_sequence('chunks', 'id'), 100000)");
  await accept(numbers(2, 100));
  await queue.finish(endings(await claim(), true));
  await queue.release(old.map(({ chunk }) => chunk));
  const deadline = performance.now() + 5_000;
  let again: readonly Claim[] = [];
  while (again.length === 0 && performance.now() < deadline) again = await claim();
  expect(again.map(({ chunk }) => chunk.id)).toEqual(old.map(({ chunk }) => chunk.id));
});
