import { expect, test } from "vitest";

import { routingQueries } from "#store/queries/queue/route-chunks";

import { numbers } from "../../support/engine/engine.ts";
import { claimAll as claimDefault, openQueueFixture } from "../../support/engine/queue-fixture.ts";

const ROUTE = "default:12345678:0";
const claimAll = { ...claimDefault, routes: ["default", ROUTE] };

/** Its gateway may send twice: what a dead worker had marked there is repeated. */
const repeats = { repeatable: ["main"], bound: [] };

const fixture = openQueueFixture();
const { ask, accepted } = fixture;

const sort = () =>
  routingQueries(fixture.db, () => undefined).route({
    priorities: [1, 2],
    rows: 1_000,
    routeOf: () => ROUTE,
    ...repeats,
  });

/** Claims the only chunk and marks this many of its deliveries, as a worker that then dies. */
async function markedBy(gateway: string, count: number) {
  const [claim] = await fixture.queue.claim({ ...claimAll, routes: [...claimAll.routes, gateway] });
  const { chunk } = claim!;
  await fixture.queue.mark([{ chunk, keys: chunk.keys.slice(0, count), prolong: false }], gateway, 60_000);
  return chunk;
}

const leaseEnds = () => ask.rows("update chunks set due = now()");

/** One pass of the cancellation worker, whenever it would be due. */
async function cancelOnce(): Promise<void> {
  await ask.rows("update cancellations set due = now()");
  await fixture.cancelOnce();
}

/** What a worker does with everything it can claim now; it sends nothing. */
async function workOnce(): Promise<void> {
  for (const { chunk } of await fixture.queue.claim(claimAll)) {
    if (chunk.keys.length > 0) await fixture.queue.mark([{ chunk, keys: chunk.keys, prolong: false }], "main", 60_000);
    await fixture.queue.finish([{ chunk, clean: false }]);
  }
}

test("deliveries that a router takes over from a dead worker of a canceled message end in doubt and are not lost", async () => {
  const id = await accepted(numbers(2));
  await markedBy("main", 2);
  await fixture.control.cancel(id, "test", { from: ["running"], already: [] });
  await cancelOnce();
  await leaseEnds();
  expect(await sort()).toBe(2);
  expect(await ask.states(id)).toEqual({ queued: 2 });
  await cancelOnce();
  await workOnce();
  await cancelOnce();
  expect(await ask.states(id)).toEqual({ unknown: 2 });
  expect(await ask.rows("select 1 from chunks union all select 1 from cancellations")).toEqual([]);
});

test("what a worker releases of a dead worker's chunk ends in doubt with its canceled message, not forgotten", async () => {
  const id = await accepted(numbers(3));
  await markedBy("main", 3);
  await fixture.control.cancel(id, "test", { from: ["running"], already: [] });
  await cancelOnce();
  await leaseEnds();
  const [claim] = await fixture.queue.claim({ ...claimAll, ...repeats });
  const { chunk } = claim!;
  expect(await ask.states(id)).toEqual({ queued: 3 });
  await fixture.queue.split([{ chunk, kept: chunk.keys.slice(0, 1), rest: chunk.keys.slice(1) }]);
  await cancelOnce();
  const kept = { ...chunk, keys: chunk.keys.slice(0, 1) };
  await fixture.queue.mark([{ chunk: kept, keys: kept.keys, prolong: false }], "main", 60_000);
  await fixture.queue.finish([{ chunk: kept, clean: false }]);
  await workOnce();
  await cancelOnce();
  expect(await ask.states(id)).toEqual({ unknown: 3 });
  expect(await ask.rows("select 1 from chunks union all select 1 from cancellations")).toEqual([]);
});

test("deliveries on the wire of a removed gateway are in doubt once their validity ends, whichever node sent them", async () => {
  const shared = await accepted(numbers(1), { route: "gone" });
  await markedBy("gone", 1);
  const own = await accepted(numbers(3, 10), { route: "gone" });
  await markedBy("gone", 2);
  const canceled = await accepted(numbers(3, 20), { route: "gone" });
  await markedBy("gone", 2);
  await fixture.control.cancel(canceled, "test", { from: ["running"], already: [] });
  await ask.rows(`update messages set valid_until = now() - interval '20 minutes'`);
  // As long as a lease may be alive, a worker may know more.
  const pass = async (): Promise<void> => {
    await fixture.cancellations.sweep();
    for (let turn = 0; turn < 4; turn += 1) await cancelOnce();
  };
  await pass();
  expect(await ask.states(shared)).toEqual({ sending: 1 });
  await ask.rows("update messages set finished_at = now() - interval '20 minutes' where state = 'canceled'");
  await ask.rows("update chunks set due = now() - interval '20 minutes'");
  await ask.rows("update deliveries set marked_at = now() - interval '20 minutes'");
  await pass();
  await pass();
  expect(await ask.states(shared)).toEqual({ unknown: 1 });
  expect(await ask.states(own)).toEqual({ unknown: 2, expired: 1 });
  expect(await ask.states(canceled)).toEqual({ unknown: 2, canceled: 1 });
  expect(await ask.rows("select state from messages where state = 'running'")).toEqual([]);
  expect(await ask.rows("select 1 from cancellations")).toEqual([]);
  expect(await ask.rows("select 1 from events where kind = 'message.unknown'")).toHaveLength(5);
});
