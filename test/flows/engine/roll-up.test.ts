import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { WorkerLoop } from "#engine/worker-loop";
import { rollUp } from "#engine/roll-up";
import { acceptQueries } from "#store/queries/accept/accept";
import { outboxQueries } from "#store/queries/outbox/outbox";
import { queueQueries } from "#store/queries/queue/queue";
import { receiptQueries } from "#store/queries/receipts/receipts";
import { rollUpQueries } from "#store/queries/messages/rollups";

import { suppress } from "../../support/database/ledger.ts";
import { textTo } from "../../support/engine/engine.ts";
import { openOutbox, type Outbox } from "../../support/people/outbox.ts";
import { claimAll } from "../../support/engine/queue-fixture.ts";

let db: Outbox["db"];
let log: Outbox["log"];
let workerLoops: WorkerLoop[] = [];
beforeAll(async () => {
  ({ db, log } = await openOutbox({ timeZone: "Asia/Kathmandu", country: null }));
});
afterEach(async () => {
  await Promise.all(workerLoops.map((workerLoop) => workerLoop.stop()));
  workerLoops = [];
});
afterAll(() => db.drop());

/** Numbers that look random and are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const ORACLE = `
select count(*)::int as total, count(*) filter (where state in ('sent', 'delivered'))::int as success,
  count(*) filter (where state in ('failed', 'undelivered', 'expired', 'canceled', 'suppressed'))::int as failed
from deliveries`;

const ENDS = ["delivered", "undelivered", "failed", "unknown", "expired", "canceled"];
const STATS_ORACLE = `
select count(*)::int as recipients, count(*) filter (where state in ('sent', 'delivered', 'undelivered'))::int as sent,
  ${ENDS.map((state) => `count(*) filter (where state = '${state}')::int as ${state}`).join(", ")},
  count(*) filter (where state = 'suppressed')::int as suppressed,
  coalesce(sum(1) filter (where state in ('sent', 'delivered', 'undelivered')), 0)::int as segments
from deliveries`;
/** Everyone is German, and whoever is on the list at acceptance is not accepted. */
const STATS = (table: string, dimension: string, part: string): string => `
select sum(accepted + suppressed)::int as recipients, sum(sent)::int as sent,
  ${ENDS.map((state) => `sum(${state})::int as ${state}`).join(", ")}, sum(suppressed)::int as suppressed,
  sum(segments)::int as segments
from ${table} where dimension = '${dimension}' and part = '${part}'`;

test("after sends, settles and receipts of every kind the stats match the rows, folded or not", async () => {
  const random = randomFrom(20_261_120);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const store = acceptQueries(db, () => undefined);
  const queue = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
  const receipts = receiptQueries(db, { stored: () => undefined, hooked: () => undefined });
  const totals = rollUpQueries(db, () => "UTC");
  const check = async (): Promise<void> => {
    const { rows } = await db.pool.query(ORACLE);
    const data = await log();
    expect(data.stats).toEqual(rows[0]);
    expect(data.pagination.total).toBe(rows[0].total);
    for (const status of ["success", "failed", "pending"]) {
      const some = await log({ status, per_page: "100" });
      expect(some.pagination.total, status).toBe(some.items.length);
    }
  };
  const checkStats = async (): Promise<void> => {
    while ((await totals.foldStats(7)) > 0);
    for (const table of ["stat_hours", "stat_days"]) {
      const oracle = (await db.pool.query(STATS_ORACLE)).rows[0];
      for (const [dimension, part] of [
        ["all", ""],
        ["country", "DE"],
        ["category", "transactional"],
      ] as const) {
        expect((await db.pool.query(STATS(table, dimension, part))).rows[0], `${table} ${dimension}`).toEqual(oracle);
      }
    }
  };
  await suppress(db.pool, "+4915100000003", { reason: "complaint" });
  let provider = 0;
  for (let round = 0; round < 6; round += 1) {
    const phones = Array.from(
      { length: 10 },
      (_, index) => `+49151${String(index + (round % 2) * 4).padStart(8, "0")}`,
    );
    await store.accept(textTo([...new Set(phones)]));
    const ids: string[] = [];
    for (const { chunk } of await queue.claim({ ...claimAll, priorities: [1], limit: 5 })) {
      if (round === 4)
        await db.pool.query("update messages set valid_until = now() - interval '1 s' where state = 'running'");
      const marked = await queue.mark([{ chunk, keys: chunk.keys, prolong: true }], "main", 5_000);
      await queue.settle(
        marked.map((row) => {
          const state = pick(["sent", "sent", "sent", "failed", "unknown", "queued"] as const);
          const providerId = `p${(provider += 1)}`;
          if (state === "sent" || state === "unknown") ids.push(providerId);
          return {
            messageId: row.messageId,
            phone: row.phone,
            chunkId: chunk.id,
            token: chunk.token,
            gateway: "main",
            route: "default",
            priority: 1,
            counts: true,
            state,
            ...(state === "sent" && { providerIds: [providerId] }),
            ...(state === "failed" && { failure: "x" }),
            ...(state === "queued" && { retryMs: 0 }),
          };
        }),
      );
      await queue.finish([{ chunk, clean: false }]);
    }
    await check();
    // Duplicate, contradicting and late ones among them.
    const states = ["sent", "delivered", "undelivered", "failed"] as const;
    await receipts.store(
      "main",
      ids.flatMap((providerId) => [
        { providerId, state: pick(states) },
        { providerId, state: pick(states) },
      ]),
    );
    await receipts.apply();
    await receipts.apply();
    await check();
    if (round % 2 === 1) {
      await Promise.all([totals.fold(7), totals.fold(7), totals.fold(1_000)]);
      await Promise.all([totals.foldStats(7), totals.foldStats(7)]);
      await check();
      await checkStats();
    }
    await queue.promote();
  }
  while ((await totals.fold(100)) > 0);
  await check();
  await checkStats();
  const { rows } = await db.pool.query(ORACLE);
  expect(rows[0].success).toBeGreaterThan(5);
  expect(rows[0].failed).toBeGreaterThan(5);
  expect((await db.pool.query("select count(*)::int as n from outbox_deltas")).rows).toEqual([{ n: 0 }]);
});

test("two nodes fold the same deltas at once without losing or doubling any, and no reader ever sees another total", async () => {
  await db.pool.query("truncate outbox_deltas, outbox_totals");
  await db.pool.query(
    "insert into outbox_deltas (bucket, total, success, failed) select timestamptz '2026-11-01' + (n % 5) * interval '15 minutes', 1, 1, 0 from generate_series(1, 30000) n",
  );
  const tools = { log: () => undefined, random: () => 0.5 };
  workerLoops = [0, 1].map(() =>
    rollUp(
      rollUpQueries(db, () => "UTC"),
      tools,
    ),
  );
  const outbox = outboxQueries(db);
  for (const workerLoop of workerLoops) workerLoop.start();
  for (;;) {
    expect(await outbox.tally(null, null)).toEqual({ total: 30_000, success: 30_000, failed: 0 });
    const { rows } = await db.pool.query("select count(*)::int as n from outbox_deltas");
    if (rows[0].n === 0) break;
  }
  expect(await outbox.tally(Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 1, 0, 15))).toEqual({
    total: 6_000,
    success: 6_000,
    failed: 0,
  });
});
