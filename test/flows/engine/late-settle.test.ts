import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { Chunk, ClaimRequest, Settlement } from "#domain/deliveries/queue";
import type { Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import { queueQueries } from "#store/queries/queue/queue";
import { routingQueries } from "#store/queries/queue/route-chunks";
import { cancellationQueries } from "#store/queries/messages/cancellations";

import { askOf } from "../../support/engine/campaign.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually, numbers, textTo } from "../../support/engine/engine.ts";

const nothing = (): void => undefined;
const claimAll: ClaimRequest = {
  routes: ["default"],
  priorities: [0, 1, 2],
  owner: "late",
  leaseMs: 60_000,
  rows: 1_000,
  limit: 64,
  repeatable: [],
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
  await db.pool.query("truncate messages, deliveries, chunks, retries, cancellations, events, outbox_deltas");
});
afterAll(() => db.drop());

const [first, second] = numbers(2) as [string, string];
const waiting = async (count: number): Promise<boolean> => (await sessionsWaiting(db.pool)) === count;
const deadlocks = async (): Promise<number> =>
  (await ask.rows("select deadlocks::int as n from pg_stat_database where datname = current_database()"))[0]!["n"];

/** A message of two recipients, both on the wire of a worker whose lease has ended. */
async function late(): Promise<{ id: Uuid; chunk: Chunk }> {
  const accepted = await acceptQueries(db, nothing).accept(textTo([first, second]));
  const id = accepted.kind === "accepted" ? accepted.message.id : ("" as Uuid);
  const [claim] = await queue.claim(claimAll);
  await queue.mark([{ chunk: claim!.chunk, keys: claim!.chunk.keys, prolong: false }], "main", 60_000);
  await db.pool.query("update chunks set due = now()");
  return { id, chunk: claim!.chunk };
}

function settlements(chunk: Chunk, more: Partial<Settlement>): Settlement[] {
  return chunk.keys.map(({ messageId, phone }) => ({
    messageId,
    phone,
    chunkId: chunk.id,
    token: chunk.token,
    gateway: "main",
    route: "default",
    priority: 1,
    state: "sent",
    counts: true,
    ...more,
  }));
}

/** Stops the settle halfway through its rows, then starts the other, which needs both; then lets the settle go on. */
async function cross(id: Uuid, settle: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> {
  const before = await deadlocks();
  const holder = await db.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select 1 from deliveries where message_id = $1 and phone = $2 for update", [id, second]);
    const settling = settle();
    await eventually(() => waiting(1));
    const others = other();
    await eventually(() => waiting(2));
    await holder.query("commit");
    await Promise.all([settling, others]);
  } finally {
    holder.release();
  }
  // The counters follow a moment after the transactions.
  await db.pool.query("select pg_stat_clear_snapshot()");
  expect(await deadlocks()).toBe(before);
}

const kinds: readonly [string, Partial<Settlement>][] = [
  ["that says only that they were taken", {}],
  ["that says more", { state: "failed", failure: "refused" }],
];

test.each(kinds)("a late settle %s and the router wait for each other and do not deadlock", async (_, more) => {
  const { id, chunk } = await late();
  const routingStore = routingQueries(db, nothing);
  const request = {
    priorities: [0, 1, 2],
    rows: 100,
    routeOf: () => "default:x:0",
    repeatable: [],
    bound: [],
  };
  await cross(
    id,
    () => queue.settle(settlements(chunk, more)),
    () => routingStore.route(request),
  );
  expect(await ask.states(id)).toEqual({ [more.state ?? "sent"]: 2 });
});

test.each(kinds)("a late settle %s and the end of a cancellation do not deadlock", async (_, more) => {
  const { id, chunk } = await late();
  await db.pool.query("update messages set valid_until = now() - interval '11 minutes' where id = $1", [id]);
  await db.pool.query("update deliveries set marked_at = now() - interval '11 minutes'");
  await db.pool.query("insert into cancellations (message_id, verdict) values ($1, 'expired')", [id]);
  const store = cancellationQueries(db, { woken: nothing, hooked: nothing });
  const job = await store.claim("cancellation worker", 30_000);
  await cross(
    id,
    () => queue.settle(settlements(chunk, more)),
    () => store.end(job!),
  );
  expect(await ask.states(id)).toEqual({ [more.state ?? "sent"]: 2 });
});
