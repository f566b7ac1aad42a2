import { expect, test } from "vitest";

import type { Settlement } from "#domain/deliveries/queue";
import type { Uuid } from "#lib/ids";

import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { claimAll, openQueueFixture } from "../../support/engine/queue-fixture.ts";

const fixture = openQueueFixture();
const { ask, accepted, cancelOnce } = fixture;
const running = { from: ["running", "paused"], already: [] } as const;

/** What a worker does with everything it can claim now; it sends nothing. */
async function workOnce(): Promise<void> {
  await ask.rows("update retries set due = now() where due < 'infinity'");
  await fixture.queue.promote();
  for (const { chunk, messages } of await fixture.queue.claim(claimAll)) {
    // As the dispatcher does: what leaves at a rate of its own gets a chunk of its own first.
    const keys =
      chunk.messageId === null
        ? chunk.keys.filter(({ messageId }) => messages.get(messageId)?.ratePerMinute == null)
        : chunk.keys;
    if (keys.length > 0) await fixture.queue.mark([{ chunk, keys, prolong: false }], "main", 60_000);
    await fixture.queue.finish([{ chunk, clean: false }]);
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
    priority: 1,
    state,
    counts: true,
    retryMs: 0,
  } as Settlement;
}

test("a delivery that returns while its expired campaign is canceled does not stay queued forever", async () => {
  const [first, second] = numbers(2) as [string, string];
  const id = await accepted([first, second], { ratePerMinute: 600 });
  const [claim] = await fixture.queue.claim(claimAll);
  await fixture.queue.mark([{ chunk: claim!.chunk, keys: claim!.chunk.keys, prolong: false }], "main", 60_000);
  await ask.rows("update messages set valid_until = now() - interval '1 s'");
  await fixture.cancellations.sweep();
  expect(await cancelOnce()).toBe(true);
  // One returns from the wire, the other is still on it: the cancellation has to wait for that one.
  await fixture.queue.settle([outcome("queued", claim!.chunk, id, first)]);
  await ask.rows("update retries set due = now()");
  await workOnce();
  await ask.rows("update cancellations set due = now()");
  expect(await cancelOnce()).toBe(true);
  await fixture.queue.settle([outcome("sent", claim!.chunk, id, second)]);
  await fixture.queue.finish([{ chunk: claim!.chunk, clean: true }]);
  await eventually(async () => {
    await ask.rows("update cancellations set due = now()");
    await workOnce();
    await cancelOnce();
    return (await ask.stateOf(id)) === "completed";
  });
  expect(await ask.states(id)).toEqual({ expired: 1, sent: 1 });
});

test("a delivery that a dead worker leaves to be repeated ends in doubt with its canceled message, not forgotten", async () => {
  const id = await accepted(numbers(2));
  const [claim] = await fixture.queue.claim(claimAll);
  await fixture.queue.mark([{ chunk: claim!.chunk, keys: claim!.chunk.keys, prolong: false }], "main", 60_000);
  await fixture.control.cancel(id, "test", running);
  await cancelOnce();
  // Its lease ends; the next worker finds the deliveries repeatable and has no free slot for them yet.
  await ask.rows("update chunks set due = now()");
  const [again] = await fixture.queue.claim({ ...claimAll, repeatable: ["main"] });
  expect(await ask.states(id)).toEqual({ queued: 2 });
  await ask.rows("update cancellations set due = now()");
  await cancelOnce();
  await fixture.queue.mark([{ chunk: again!.chunk, keys: again!.chunk.keys, prolong: false }], "main", 60_000);
  await fixture.queue.finish([{ chunk: again!.chunk, clean: false }]);
  await ask.rows("update cancellations set due = now()");
  await cancelOnce();
  expect(await ask.states(id)).toEqual({ unknown: 2 });
  expect(await ask.rows("select 1 from chunks union all select 1 from cancellations")).toEqual([]);
});

test("a cancel that meets the end of an expiry's cancellation waits for it and does not deadlock", async () => {
  const before = await ask.rows("select deadlocks from pg_stat_database where datname = current_database()");
  const id = await accepted(numbers(2), { ratePerMinute: 600 });
  await ask.rows("update messages set valid_until = now() - interval '1 s'");
  await fixture.cancellations.sweep();
  const store = fixture.cancellations;
  const job = (await store.claim("cancellation worker", 30_000))!;
  while (await store.step(job, 100, 30_000));
  // Both must reach the message while another session has it locked, and continue together.
  const holder = await fixture.db.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from messages where id = $1 for update", [id]);
  const waiting = (count: number) => eventually(async () => (await sessionsWaiting(fixture.db.pool)) === count);
  const canceled = fixture.control.cancel(id, "test", running);
  await waiting(1);
  const ended = store.end(job).catch((error: unknown) => error);
  await waiting(2);
  await holder.query("commit");
  holder.release();
  expect(await canceled).toEqual({ kind: "done", already: false });
  expect(await ended).toBeUndefined();
  await cancelOnce();
  expect(await ask.states(id)).toEqual({ expired: 2 });
  expect(before).toHaveLength(1);
});

test("a delivery of a gateway that no node serves any more still expires", async () => {
  const id = await accepted(numbers(1), { route: "gone" });
  await accepted(numbers(1, 5), { route: "gone" });
  await ask.rows("update messages set valid_until = now() - interval '6 minutes' where id = $1", [id]);
  await fixture.cancellations.sweep();
  while (await cancelOnce());
  expect(await ask.stateOf(id)).toBe("completed");
  expect(await ask.states(id)).toEqual({ expired: 1 });
  expect(await ask.rows("select 1 from messages where state = 'running'")).toHaveLength(1);
});
