import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { laneOf } from "#domain/messages/message";
import type { ClaimRequest, Queue, Settlement } from "#domain/ports/queue";
import type { Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept";
import { messageControlQueries } from "#store/queries/message-control";
import { queueQueries } from "#store/queries/queue";
import { withdrawalQueries } from "#store/queries/withdrawals";

import { askOf } from "../support/campaign.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { eventually, numbers, textTo } from "../support/engine.ts";

const nothing = (): void => undefined;
const claimAll: ClaimRequest = {
  routes: ["default"],
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
let queue: Queue & ReturnType<typeof queueQueries>;
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
const running = { from: ["running", "paused"], already: [] } as const;

async function accepted(phones: readonly string[], more: Parameters<typeof textTo>[1] = {}): Promise<Uuid> {
  const result = await acceptQueries(db, laneOf, nothing).accept(textTo(phones, more));
  if (result.kind !== "accepted") throw new Error(result.kind);
  return result.message.id;
}

/** One pass of the withdrawer. Returns whether there was a withdrawal to do. */
async function withdrawOnce(): Promise<boolean> {
  const store = withdrawals();
  const job = await store.claim("withdrawer", 30_000);
  if (!job) return false;
  while (await store.step(job, 100, 30_000));
  await store.end(job);
  return true;
}

/** What a worker does with whatever can be claimed now: it puts nothing on a wire. */
async function workOnce(): Promise<void> {
  await db.pool.query("update retries set due = now() where due < 'infinity'");
  await queue.promote();
  for (const { chunk, messages } of await queue.claim(claimAll)) {
    // As the dispatcher: what leaves at a rate of its own gets a chunk of its own first.
    const keys =
      chunk.messageId === null
        ? chunk.keys.filter(({ messageId }) => messages.get(messageId)?.ratePerMinute == null)
        : chunk.keys;
    if (keys.length > 0) await queue.mark([{ chunk, keys, prolong: false }], "main", 60_000);
    await queue.finish([{ chunk, clean: false }]);
  }
}

function outcome(state: Settlement["state"], claim: { id: number; token: number }, messageId: Uuid, phone: string) {
  return {
    messageId,
    phone,
    chunkId: claim.id,
    token: claim.token,
    gateway: "main",
    route: "default",
    lane: 1,
    state,
    counts: true,
    retryMs: 0,
  } as Settlement;
}

test("a text that comes back while its expired campaign is withdrawn does not stay queued for ever", async () => {
  const [first, second] = numbers(2) as [string, string];
  const id = await accepted([first, second], { ratePerMinute: 600 });
  const [claim] = await queue.claim(claimAll);
  await queue.mark([{ chunk: claim!.chunk, keys: claim!.chunk.keys, prolong: false }], "main", 60_000);
  await db.pool.query("update messages set valid_until = now() - interval '1 s'");
  await withdrawals().sweep();
  expect(await withdrawOnce()).toBe(true);
  // One comes back from the wire, the other is still on it: the withdrawal has to wait for that one.
  await queue.settle([outcome("queued", claim!.chunk, id, first)]);
  await db.pool.query("update retries set due = now()");
  await workOnce();
  await db.pool.query("update withdrawals set due = now()");
  expect(await withdrawOnce()).toBe(true);
  await queue.settle([outcome("sent", claim!.chunk, id, second)]);
  await queue.finish([{ chunk: claim!.chunk, clean: true }]);
  await eventually(async () => {
    await db.pool.query("update withdrawals set due = now()");
    await workOnce();
    await withdrawOnce();
    return (await ask.stateOf(id)) === "completed";
  }, 5_000);
  expect(await ask.states(id)).toEqual({ expired: 1, sent: 1 });
});

test("a text that a dead worker leaves to be repeated is canceled with its message, not forgotten", async () => {
  const id = await accepted(numbers(2), { atLeastOnce: true });
  const [claim] = await queue.claim(claimAll);
  await queue.mark([{ chunk: claim!.chunk, keys: claim!.chunk.keys, prolong: false }], "main", 60_000);
  await control().cancel(id, "test", running);
  await withdrawOnce();
  // Its lease ends; the next worker finds the texts fit for repeating and has no free slot for them yet.
  await db.pool.query("update chunks set due = now()");
  const [again] = await queue.claim(claimAll);
  expect(await ask.states(id)).toEqual({ queued: 2 });
  await db.pool.query("update withdrawals set due = now()");
  await withdrawOnce();
  await queue.mark([{ chunk: again!.chunk, keys: again!.chunk.keys, prolong: false }], "main", 60_000);
  await queue.finish([{ chunk: again!.chunk, clean: false }]);
  await db.pool.query("update withdrawals set due = now()");
  await withdrawOnce();
  expect(await ask.states(id)).toEqual({ canceled: 2 });
  expect(await ask.rows("select 1 from chunks union all select 1 from withdrawals")).toEqual([]);
});

test("a cancel that meets the end of an expiry's withdrawal waits for it and does not deadlock", async () => {
  const before = await ask.rows("select deadlocks from pg_stat_database where datname = current_database()");
  const id = await accepted(numbers(2), { ratePerMinute: 600 });
  await db.pool.query("update messages set valid_until = now() - interval '1 s'");
  await withdrawals().sweep();
  const store = withdrawals();
  const job = (await store.claim("withdrawer", 30_000))!;
  while (await store.step(job, 100, 30_000));
  // Both must come to the message while somebody else holds it, and go on together.
  const holder = await db.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from messages where id = $1 for update", [id]);
  const waiting = (count: number) =>
    eventually(
      async () =>
        (
          await ask.rows(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).length === count,
    );
  const canceled = control().cancel(id, "test", running);
  await waiting(1);
  const ended = store.end(job).catch((error: unknown) => error);
  await waiting(2);
  await holder.query("commit");
  holder.release();
  expect(await canceled).toEqual({ kind: "done", already: false });
  expect(await ended).toBeUndefined();
  await withdrawOnce();
  expect(await ask.states(id)).toEqual({ expired: 2 });
  expect(before).toHaveLength(1);
});

test("a text of a gateway that nobody serves any more expires all the same", async () => {
  const id = await accepted(numbers(1), { route: "gone" });
  await accepted(numbers(1, 5), { route: "gone" });
  await db.pool.query("update messages set valid_until = now() - interval '6 minutes' where id = $1", [id]);
  await withdrawals().sweep();
  while (await withdrawOnce());
  expect(await ask.stateOf(id)).toBe("completed");
  expect(await ask.states(id)).toEqual({ expired: 1 });
  expect(await ask.rows("select 1 from messages where state = 'running'")).toHaveLength(1);
});
