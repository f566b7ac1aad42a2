import { expect, test } from "vitest";

import type { Claim, ClaimRequest, Marked, Settlement } from "#domain/deliveries/queue";

import { eventually, numbers } from "../../support/engine/engine.ts";
import { claimAll, openQueueFixture } from "../../support/engine/queue-fixture.ts";

const fixture = openQueueFixture();
const { rows } = fixture.ask;
const accept = fixture.accepted;

const claim = (more: Partial<ClaimRequest> = {}): Promise<readonly Claim[]> =>
  fixture.queue.claim({ ...claimAll, routes: ["main", "default"], ...more });

const portions = (claims: readonly Claim[]) => claims.map(({ chunk }) => ({ chunk, keys: chunk.keys, prolong: false }));
const endings = (claims: readonly Claim[], clean: boolean) => claims.map(({ chunk }) => ({ chunk, clean }));

function sent(claims: readonly Claim[], marked: readonly Marked[]): Settlement[] {
  return marked.map(({ messageId, phone, chunkId }) => {
    const { token, route, priority } = claims.find(({ chunk }) => chunk.id === chunkId)!.chunk;
    return { messageId, phone, chunkId, token, route, priority, gateway: "main", state: "sent", counts: true };
  });
}

test("a claim takes urgent priorities first, and no more than it was asked for", async () => {
  for (let index = 0; index < 4; index += 1) {
    await accept(numbers(10, 100 * index), { category: "marketing" });
    await accept(numbers(10, 1_000 + 100 * index));
  }
  await accept(numbers(1, 5_000), { category: "otp" });
  const claims = await claim({ rows: 25 });
  expect(claims.map(({ chunk }) => [chunk.priority, chunk.keys.length])).toEqual([
    [0, 1],
    [1, 10],
    [1, 10],
    [1, 10],
  ]);
  expect((await claim({ priorities: [2] })).map(({ chunk }) => chunk.priority)).toEqual([2, 2, 2, 2]);
});

test("a mark over several chunks skips rows that were lost or reclaimed, row by row", async () => {
  for (let index = 0; index < 4; index += 1) await accept(numbers(5, 100 * index));
  const claims = await claim();
  expect(claims).toHaveLength(4);
  await rows("update chunks set token = token + 1 where id = $1", [claims[0]!.chunk.id]);
  await rows("update chunks set claimable = false where id = $1", [claims[1]!.chunk.id]);
  await rows("delete from chunks where id = $1", [claims[2]!.chunk.id]);
  const marked = await fixture.queue.mark(portions(claims), "main", 60_000);
  expect(new Set(marked.map(({ chunkId }) => chunkId))).toEqual(new Set([claims[3]!.chunk.id]));
  expect(marked).toHaveLength(5);
  expect(await rows("select state::text, count(*)::int as n from deliveries group by 1 order by 1")).toEqual([
    { state: "queued", n: 15 },
    { state: "sending", n: 5 },
  ]);
});

test("marks and settles of overlapping batches on two nodes wait for each other and never deadlock", async () => {
  const [before] = await rows("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  for (let index = 0; index < 30; index += 1) await accept(numbers(20, 100 * index));
  const claims = await claim();
  const shuffled = () => claims.toSorted(() => Math.random() - 0.5);
  const marked = await Promise.all(
    Array.from({ length: 6 }, () => fixture.queue.mark(portions(shuffled()), "main", 60_000)),
  );
  expect(marked.flat()).toHaveLength(600);
  const settlements = sent(claims, marked.flat());
  await Promise.all([fixture.queue.settle(settlements.toReversed()), fixture.queue.settle(settlements)]);
  await Promise.all(
    Array.from({ length: 4 }, (_, index) => fixture.queue.finish(endings(shuffled(), index % 2 === 0))),
  );
  expect(await rows("select 1 from chunks union all select 1 from retries")).toEqual([]);
  expect(await rows("select count(*)::int as n from messages where state = 'completed'")).toEqual([{ n: 30 }]);
  expect(await rows("select count(*)::int as n from events where kind = 'message.completed'")).toEqual([{ n: 30 }]);
  const [after] = await rows("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  expect(after).toEqual(before);
});

test("a message with one recipient is completed by its settle, once, and not while it waits for another try", async () => {
  for (const phone of numbers(3)) await accept([phone]);
  const claims = await claim();
  const marked = await fixture.queue.mark(portions(claims), "main", 60_000);
  const settlements = sent(claims, marked);
  const [first, second, third] = settlements as [Settlement, Settlement, Settlement];
  await fixture.queue.settle([
    first,
    { ...second, state: "queued", retryMs: 0 },
    { ...third, state: "failed", failure: "x" },
  ]);
  expect(await rows("select state::text from messages order by id")).toEqual([
    { state: "completed" },
    { state: "running" },
    { state: "completed" },
  ]);
  await fixture.queue.settle(settlements);
  await fixture.queue.finish(endings(claims, true));
  // One event for both.
  expect(await rows("select message_id, data from events where kind = 'message.completed'")).toEqual([
    { message_id: null, data: { messages: 2 } },
  ]);
  expect(await rows("select 1 from retries")).toHaveLength(1);
  expect(
    await rows(
      "select kind from events where message_id = (select min(id::text)::uuid from messages) and kind <> 'message.accepted' order by id",
    ),
  ).toEqual([{ kind: "message.sent" }]);
});

test("ending a chunk that another worker holds by now ends nothing", async () => {
  await accept(numbers(3));
  await accept(numbers(3, 100));
  const claims = await claim();
  await rows("update chunks set token = token + 1");
  await fixture.queue.finish(endings(claims, true));
  await fixture.queue.finish(endings(claims, false));
  expect(await rows("select 1 from chunks")).toHaveLength(2);
  expect(await rows("select 1 from retries")).toEqual([]);
  expect(await rows("select 1 from messages where state = 'completed'")).toEqual([]);
});

test("work released far behind the newest chunk is found again", async () => {
  await accept(numbers(2));
  const old = await claim();
  await rows("select setval(pg_get_serial_sequence('chunks', 'id'), 100000)");
  await accept(numbers(2, 100));
  await fixture.queue.finish(endings(await claim(), true));
  await fixture.queue.release(old.map(({ chunk }) => chunk));
  const again = await eventually(async () => {
    const found = await claim();
    return found.length > 0 && found;
  });
  expect(again.map(({ chunk }) => chunk.id)).toEqual(old.map(({ chunk }) => chunk.id));
});
