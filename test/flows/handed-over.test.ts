import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { categoryOfLane, laneOf } from "#domain/messages/message";
import type { ClaimRequest } from "#domain/ports/queue";
import type { Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept";
import { messageControlQueries } from "#store/queries/message-control";
import { queueQueries } from "#store/queries/queue";
import { sortQueries } from "#store/queries/sort";
import { withdrawalQueries } from "#store/queries/withdrawals";

import { askOf } from "../support/campaign.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { numbers, textTo } from "../support/engine.ts";

const nothing = (): void => undefined;
const WAY = "default:12345678:0";
const claimAll: ClaimRequest = {
  routes: ["default", WAY],
  lanes: [0, 1, 2],
  owner: "test",
  leaseMs: 60_000,
  rows: 10_000,
  limit: 64,
  repeatable: [],
  mostAttempts: 12,
};

let db: TestDatabase;
let ask: ReturnType<typeof askOf>;
let queue: ReturnType<typeof queueQueries>;
beforeAll(async () => {
  db = await freshDatabase({ max: 10 });
  ask = askOf(db);
  queue = queueQueries(db, { webhooks: nothing, receipts: nothing });
});
afterEach(async () => {
  await db.pool.query("truncate messages, deliveries, chunks, retries, withdrawals, events, outbox_deltas");
});
afterAll(() => db.drop());

const withdrawals = () => withdrawalQueries(db, { woken: nothing, hooked: nothing });
const control = () => messageControlQueries(db, { dispatch: nothing, withdraw: nothing, webhooks: nothing });
const sort = () =>
  sortQueries(db, categoryOfLane, nothing).sort({
    lanes: [1, 2],
    rows: 1_000,
    routeOf: () => WAY,
    repeatable: [],
    bound: [],
    mostAttempts: 12,
  });

async function accepted(phones: readonly string[], more: Parameters<typeof textTo>[1] = {}): Promise<Uuid> {
  const result = await acceptQueries(db, laneOf, nothing).accept(textTo(phones, more));
  if (result.kind !== "accepted") throw new Error(result.kind);
  return result.message.id;
}

/** Claims the one chunk there is and marks so many of its texts, as a worker that dies then. */
async function markedBy(gateway: string, count: number) {
  const [claim] = await queue.claim({ ...claimAll, routes: [...claimAll.routes, gateway] });
  const { chunk } = claim!;
  await queue.mark([{ chunk, keys: chunk.keys.slice(0, count), prolong: false }], gateway, 60_000);
  return chunk;
}

const leaseEnds = () => db.pool.query("update chunks set due = now()");

/** One pass of the withdrawer, if there is one to do. */
async function withdrawOnce(): Promise<void> {
  await db.pool.query("update withdrawals set due = now()");
  const store = withdrawals();
  const job = await store.claim("withdrawer", 30_000);
  if (!job) return;
  while (await store.step(job, 100, 30_000));
  await store.end(job);
}

/** What a worker does with whatever can be claimed now: it puts nothing on a wire. */
async function workOnce(): Promise<void> {
  for (const { chunk } of await queue.claim(claimAll)) {
    if (chunk.keys.length > 0) await queue.mark([{ chunk, keys: chunk.keys, prolong: false }], "main", 60_000);
    await queue.finish([{ chunk, clean: false }]);
  }
}

test("what a sorter takes over from a dead worker of a canceled message is canceled, not forgotten", async () => {
  const id = await accepted(numbers(2), { atLeastOnce: true });
  await markedBy("main", 2);
  await control().cancel(id, "test", { from: ["running"], already: [] });
  await withdrawOnce();
  await leaseEnds();
  expect(await sort()).toBe(2);
  expect(await ask.states(id)).toEqual({ queued: 2 });
  await withdrawOnce();
  await workOnce();
  await withdrawOnce();
  expect(await ask.states(id)).toEqual({ canceled: 2 });
  expect(await ask.rows("select 1 from chunks union all select 1 from withdrawals")).toEqual([]);
});

test("what a worker hands over of a dead worker's chunk is canceled with its message, not forgotten", async () => {
  const id = await accepted(numbers(3), { atLeastOnce: true });
  await markedBy("main", 3);
  await control().cancel(id, "test", { from: ["running"], already: [] });
  await withdrawOnce();
  await leaseEnds();
  const [claim] = await queue.claim(claimAll);
  const { chunk } = claim!;
  expect(await ask.states(id)).toEqual({ queued: 3 });
  await queue.split([{ chunk, kept: chunk.keys.slice(0, 1), rest: chunk.keys.slice(1) }]);
  await withdrawOnce();
  const kept = { ...chunk, keys: chunk.keys.slice(0, 1) };
  await queue.mark([{ chunk: kept, keys: kept.keys, prolong: false }], "main", 60_000);
  await queue.finish([{ chunk: kept, clean: false }]);
  await workOnce();
  await withdrawOnce();
  expect(await ask.states(id)).toEqual({ canceled: 3 });
  expect(await ask.rows("select 1 from chunks union all select 1 from withdrawals")).toEqual([]);
});

test("what was on the wire of a gateway that is gone is in doubt once its time is over, whoever sent it", async () => {
  const shared = await accepted(numbers(1), { route: "gone" });
  await markedBy("gone", 1);
  const own = await accepted(numbers(3, 10), { route: "gone" });
  await markedBy("gone", 2);
  const canceled = await accepted(numbers(3, 20), { route: "gone" });
  await markedBy("gone", 2);
  await control().cancel(canceled, "test", { from: ["running"], already: [] });
  await db.pool.query(`update messages set valid_until = now() - interval '20 minutes'`);
  // As long as a lease may live, a worker may know more.
  const pass = async (): Promise<void> => {
    await withdrawals().sweep();
    for (let turn = 0; turn < 4; turn += 1) await withdrawOnce();
  };
  await pass();
  expect(await ask.states(shared)).toEqual({ sending: 1 });
  await db.pool.query("update messages set finished_at = now() - interval '20 minutes' where state = 'canceled'");
  await db.pool.query("update chunks set due = now() - interval '20 minutes'");
  await db.pool.query("update deliveries set marked_at = now() - interval '20 minutes'");
  await pass();
  await pass();
  expect(await ask.states(shared)).toEqual({ unknown: 1 });
  expect(await ask.states(own)).toEqual({ unknown: 2, expired: 1 });
  expect(await ask.states(canceled)).toEqual({ unknown: 2, canceled: 1 });
  expect(await ask.rows("select state from messages where state = 'running'")).toEqual([]);
  expect(await ask.rows("select 1 from withdrawals")).toEqual([]);
  expect(await ask.rows("select 1 from events where kind = 'message.unknown'")).toHaveLength(5);
});
