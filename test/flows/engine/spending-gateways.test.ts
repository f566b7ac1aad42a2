import { beforeEach, expect, test } from "vitest";

import type { Chunk, Claim } from "#domain/deliveries/queue";
import { spendRules } from "#domain/spending/spend-rules";
import { spendingQueue } from "#engine/spending-queue";
import { creditQueries } from "#store/queries/gateways/credit";
import { holdQueries } from "#store/queries/queue/holds";
import { settingsQueries } from "#store/queries/settings/settings";
import { spendingQueries } from "#store/queries/spending/spending";

import { eventually, numbers } from "../../support/engine/engine.ts";
import { storeSettings } from "../../support/engine/holding.ts";
import { claimAll, openQueueFixture } from "../../support/engine/queue-fixture.ts";

const fixture = openQueueFixture();
const { rows } = fixture.ask;

function capped() {
  const { db } = fixture;
  return spendingQueue(fixture.queue, {
    readRules: spendRules(settingsQueries(db).read, { clock: db, inTransaction: db.inTransaction }),
    spending: spendingQueries(db),
    credit: creditQueries(db),
    holds: holdQueries(db, () => undefined),
    unitOfWork: db,
    clock: db,
    timeZone: "UTC",
    log: () => undefined,
  });
}

const GATEWAYS = { routes: ["default", "cheap", "dear"] };
const claim = (): Promise<readonly Claim[]> => fixture.queue.claim({ ...claimAll, ...GATEWAYS });
const mark = (queue: ReturnType<typeof capped>, claims: readonly Claim[], gateway: string) =>
  queue.mark(
    claims.map(({ chunk }) => ({ chunk, keys: chunk.keys, prolong: false })),
    gateway,
    60_000,
  );
/** A gateway that could not take them: they are due again at once, for whichever is free. */
async function defer(chunk: Chunk, gateway: string): Promise<void> {
  const { id: chunkId, token, route, priority } = chunk;
  const rest = { chunkId, token, route, priority, gateway, state: "queued", counts: true, retryMs: 0 } as const;
  await fixture.queue.settle(chunk.keys.map((key) => ({ ...key, ...rest })));
  await fixture.queue.finish([{ chunk, clean: true }]);
  await eventually(async () => (await fixture.queue.promote()).promoted > 0);
}
const spent = async () => (await rows("select spent, messages from spending where length(period) = 10"))[0];

beforeEach(async () => {
  await fixture.db.pool.query("delete from settings");
  await fixture.db.pool.query("truncate holds, spending, spending_repeats");
  await storeSettings(fixture.db, "prices", {
    currency: "EUR",
    segments: [{ prefix: "+", price: "0.05" }],
    gateways: [
      { gateway: "cheap", segments: [{ prefix: "+49", price: "0.01" }] },
      { gateway: "dear", segments: [{ prefix: "+", price: "0.10" }] },
    ],
  });
});

test("the cap counts the price of the gateway that is about to send", async () => {
  await storeSettings(fixture.db, "spending", { perDay: "0.25" });
  await fixture.accepted(numbers(5));
  expect(await mark(capped(), await claim(), "dear")).toHaveLength(2);
  expect(await spent()).toEqual({ spent: 200_000, messages: 2 });
});

test("another gateway that takes over at a higher price counts the difference, and at a lower one nothing", async () => {
  await storeSettings(fixture.db, "spending", { perDay: "100" });
  await fixture.accepted(numbers(3));
  const queue = capped();
  const marks: unknown[] = [];
  for (const gateway of ["cheap", "dear", "cheap"]) {
    const claims = await claim();
    marks.push((await mark(queue, claims, gateway)).length);
    for (const { chunk } of claims) await defer(chunk, gateway);
    marks.push(await spent());
  }
  expect(marks).toEqual([
    3,
    { spent: 30_000, messages: 3 },
    3,
    { spent: 300_000, messages: 3 },
    3,
    { spent: 300_000, messages: 3 },
  ]);
});

test("a delivery that two gateways throttle in turns is counted once, at the higher price", async () => {
  await storeSettings(fixture.db, "spending", { perDay: "100" });
  await fixture.accepted(numbers(2));
  const queue = capped();
  for (const gateway of ["cheap", "dear", "default", "cheap", "dear", "cheap", "default", "dear"]) {
    const claims = await claim();
    expect(await mark(queue, claims, gateway)).toHaveLength(2);
    for (const { chunk } of claims) await defer(chunk, gateway);
  }
  expect(await spent()).toEqual({ spent: 200_000, messages: 2 });
  await fixture.db.pool.query(
    "update spending_repeats set at = now() - interval '91 days', delivery_id = -delivery_id",
  );
  await mark(queue, await claim(), "cheap");
  expect(await rows("select counted from spending_repeats where delivery_id < 0")).toEqual([]);
  expect(await rows("select counted from spending_repeats")).toEqual([{ counted: 100_000 }, { counted: 100_000 }]);
});

test("a repeat at a higher price is held if the cap has no room for the difference", async () => {
  await storeSettings(fixture.db, "spending", { perDay: "0.12" });
  await fixture.accepted(numbers(2));
  const queue = capped();
  const claims = await claim();
  expect(await mark(queue, claims, "cheap")).toHaveLength(2);
  for (const { chunk } of claims) await defer(chunk, "cheap");
  expect(await mark(queue, await claim(), "dear")).toHaveLength(1);
  expect(await spent()).toEqual({ spent: 110_000, messages: 2 });
  expect(await rows("select reason from holds")).toEqual([{ reason: "spending" }]);
});
