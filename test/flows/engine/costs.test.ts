import { expect, test } from "vitest";

import { priceTable, type PriceTable } from "#domain/credit/prices";
import type { Claim, Settlement } from "#domain/deliveries/queue";
import { pricingQueue } from "#engine/pricing-queue";
import type { Uuid } from "#lib/ids";
import { messageViewQueries } from "#store/queries/messages/message-view";
import { rollUpQueries } from "#store/queries/messages/rollups";

import { numbers } from "../../support/engine/engine.ts";
import { claimAll, openQueueFixture } from "../../support/engine/queue-fixture.ts";

const fixture = openQueueFixture();
const { rows } = fixture.ask;

const euros = priceTable({
  currency: "EUR",
  segments: [{ prefix: "+49", price: "0.07" }],
  gateways: [{ gateway: "spare", segments: [{ prefix: "+", price: "0.02" }] }],
});
const dollars = priceTable({ currency: "USD", segments: [{ prefix: "+", price: "0.5" }], gateways: [] });
const pricedBy = (prices: () => Promise<PriceTable>) => pricingQueue(fixture.queue, { prices, log: () => undefined });
const by = (table: PriceTable) => pricedBy(async () => table);

const LARGE = { rows: 10_000, limit: 64 };
async function marked(gateway: string): Promise<readonly Claim[]> {
  const claims = await fixture.queue.claim({ ...claimAll, ...LARGE });
  const portions = claims.map(({ chunk }) => ({ chunk, keys: chunk.keys, prolong: false }));
  await fixture.queue.mark(portions, gateway, 60_000);
  return claims;
}
const results = (claims: readonly Claim[], gateway: string, more: Partial<Settlement> = {}): Settlement[] =>
  claims.flatMap(({ chunk: { id: chunkId, token, route, priority, keys } }) =>
    keys.map((key) => ({ ...key, chunkId, token, route, priority, gateway, state: "sent", counts: true, ...more })),
  );
const entries = () =>
  rows("select price, currency, count(*)::int as n from deliveries group by 1, 2 order by currency, price");
async function costsOf(id: Uuid) {
  while ((await rollUpQueries(fixture.db, () => "UTC").foldStats(10_000)) > 0);
  return (await messageViewQueries(fixture.db).find(id))!.costs;
}

test("what a gateway accepts has the price of that gateway, and what it refuses has none", async () => {
  const id = await fixture.accepted(numbers(3));
  const [first, second, third] = results(await marked("spare"), "spare");
  const queue = by(euros);
  await queue.settle([first!, { ...second!, segments: 3 }, { ...third!, state: "failed", failure: "refused" }]);
  expect(await entries()).toEqual([
    { price: 20_000, currency: "EUR", n: 2 },
    { price: null, currency: null, n: 1 },
  ]);
  expect(await costsOf(id)).toEqual([{ currency: "EUR", cost: 80_000 }]);
});

test("a worker that lost its claim changes no cost, and counts none a second time", async () => {
  const id = await fixture.accepted(numbers(1_200));
  const claims = await marked("main");
  const queue = by(euros);
  await rows("update deliveries set token = token + 1 where phone = any($1)", [numbers(200)]);
  await queue.settle(results(claims, "main"));
  await by(dollars).settle(results(claims, "main"));
  expect(await entries()).toEqual([
    { price: 70_000, currency: "EUR", n: 1_000 },
    { price: null, currency: null, n: 200 },
  ]);
  expect(await costsOf(id)).toEqual([{ currency: "EUR", cost: 70_000_000 }]);
});

test("a delivery that was in doubt and turns out accepted costs once", async () => {
  const id = await fixture.accepted(numbers(2_000));
  const claims = await marked("main");
  const queue = by(euros);
  await queue.settle(results(claims, "main", { state: "unknown" }));
  expect(await costsOf(id)).toEqual([]);
  await queue.settle(results(claims, "main"));
  await queue.settle(results(claims, "main"));
  expect(await costsOf(id)).toEqual([{ currency: "EUR", cost: 140_000_000 }]);
});

test("results of two currencies in one batch keep each its own", async () => {
  const id = await fixture.accepted(numbers(1_500));
  const all = results(await marked("main"), "main");
  const price = { millionths: 10, currency: "EUR" };
  const other = { millionths: 10, currency: "USD" };
  await fixture.queue.settle(all.map((one, index) => ({ ...one, price: index % 3 === 0 ? price : other })));
  expect(await costsOf(id)).toEqual([
    { currency: "EUR", cost: 5_000 },
    { currency: "USD", cost: 10_000 },
  ]);
  expect((await entries()).map(({ currency, n }) => [currency, n])).toEqual([
    ["EUR", 500],
    ["USD", 1_000],
  ]);
});

test("results are recorded without a cost while the prices cannot be read", async () => {
  const id = await fixture.accepted(numbers(2));
  const claims = await marked("main");
  await pricedBy(() => Promise.reject(new Error("gone"))).settle(results(claims, "main"));
  expect(await fixture.ask.states(id)).toEqual({ sent: 2 });
  expect(await costsOf(id)).toEqual([]);
});
