import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { progressOf } from "#domain/messages/progress";
import type { Uuid } from "#lib/ids";
import { messageViewQueries } from "#store/queries/messages/message-view";
import { rollUpQueries } from "#store/queries/messages/rollups";

import { askOf, startCampaignNode, type CampaignNode } from "../../support/engine/campaign.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { suppress } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";

let db: TestDatabase;
let ask: ReturnType<typeof askOf>;
let nodes: CampaignNode[] = [];
beforeAll(async () => {
  db = await freshDatabase({ max: 20 });
  ask = askOf(db);
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
  await db.pool.query(
    "truncate messages, deliveries, chunks, retries, cancellations, events, suppressions, outbox_deltas, message_deltas, message_totals, message_paces",
  );
});
afterAll(() => db.drop());

async function node(dsn: string, works = true): Promise<CampaignNode> {
  const started = await startCampaignNode(db, dsn, { works });
  nodes.push(started);
  return started;
}

/** What is really in the ledger. */
async function counted(id: Uuid): Promise<Record<string, any>[]> {
  return ask.rows(
    `select state::text, coalesce(failure, '') as reason, count(*)::int as count from deliveries
     where message_id = $1 and state not in ('queued', 'held', 'sending') group by 1, 2 order by 1, 2`,
    [id],
  );
}

async function folded(id: Uuid): Promise<Record<string, any>[]> {
  return ask.rows(
    `select state::text, reason, sum(count)::int as count from (
       select state, reason, count from message_totals where message_id = $1
       union all select state, reason, count from message_deltas where message_id = $1) s
     group by 1, 2 having sum(count) <> 0 order by 1, 2`,
    [id],
  );
}

/** Numbers of every outcome that the sandbox knows, among ordinary ones. */
const people = (count: number): string[] => [
  "+15005550001",
  "+15005550002",
  "+15005550005",
  "+15005550006",
  "+15005550007",
  ...numbers(count - 5),
];

test("the roll-up matches the ledger while deliveries are settled, receipts come, folds run and a cancel crosses them", async () => {
  const idle = await node("sandbox://default", false);
  await suppress(db.pool, numbers(40, 500));
  const ids: Uuid[] = [];
  for (let message = 0; message < 2; message += 1) ids.push(await idle.accept(people(3_000)));
  // They replied STOP after the message was accepted.
  await suppress(db.pool, numbers(25, 900));
  const dsn = "sandbox://default?receipt_ms=2&credit=1000000";
  const [one] = [await node(dsn), await node(dsn)];
  const store = rollUpQueries(db, () => "UTC");
  const views = messageViewQueries(db);
  let over = false;
  const folding = [3, 17, 1_000].map(async (limit) => {
    while (!over) await store.foldProgress(limit);
  });
  const done = new Map<Uuid, number>();
  const watching = (async () => {
    while (!over) {
      for (const id of ids) {
        const view = (await views.find(id))!;
        const progress = progressOf(view);
        const accepted = view.recipients.accepted;
        expect(progress.done + progress.pending).toBe(accepted);
        expect(progress.sent + progress.delivered + progress.failed + progress.unknown).toBe(progress.done);
        // What left the queue does not return: a delta that was lost or counted twice for a moment would show.
        expect(progress.done).toBeGreaterThanOrEqual(done.get(id) ?? 0);
        done.set(id, progress.done);
      }
    }
  })();
  watching.catch(() => (over = true));
  await eventually(async () => over || (done.get(ids[0]!) ?? 0) > 300);
  await one.cancel(ids[0]!);
  await eventually(async () => {
    if (over) return true;
    const left = await ask.rows(
      "select 1 from deliveries where state in ('queued', 'sending') union all select 1 from receipts union all select 1 from cancellations",
    );
    return left.length === 0;
  });
  over = true;
  await Promise.all([...folding, watching]);
  for (const id of ids) {
    const rows = await counted(id);
    expect(await folded(id)).toEqual(rows);
    while ((await store.foldProgress(100)) > 0);
    const view = (await views.find(id))!;
    expect(view.deliveries).toEqual(await ask.states(id));
    expect(progressOf(view).pending).toBe(0);
  }
  expect(await ask.rows("select 1 from message_deltas")).toEqual([]);
  const reasons = progressOf((await views.find(ids[0]!))!).reasons;
  expect(reasons.length).toBeLessThanOrEqual(5);
  expect(reasons.map(({ reason }) => reason)).toContain("canceled");
});

test("a message that is counted and one that is rolled up report the same", async () => {
  const idle = await node("sandbox://default", false);
  const ids = [await idle.accept(people(200)), await idle.accept(people(200))];
  await db.pool.query("update messages set rolled_up = (id = $1)", [ids[0]]);
  await node("sandbox://default?receipt_ms=2&credit=1000000");
  await eventually(
    async () =>
      (await ask.rows("select 1 from deliveries where state in ('queued', 'sending') union all select 1 from receipts"))
        .length === 0,
    20_000,
  );
  const [rolled, plain] = await Promise.all(ids.map((id) => ask.progress(id)));
  const { rate: _, ...left } = rolled!;
  const { rate: __, ...right } = plain!;
  expect(left).toEqual(right);
  expect(left).toMatchObject({ total: 200, done: 200, pending: 0, percent: 100, eta: null });
});

test("settling a thousand deliveries of one message appends a row for each state, not for each delivery", async () => {
  const idle = await node("sandbox://default", false);
  const id = await idle.accept(numbers(1_500));
  const { settle } = await import("#store/queries/queue/settle");
  const { openedMessages } = await import("#store/queries/queue/opened-messages");
  await db.pool.query("update deliveries set state = 'sending', chunk_id = 1, token = 1");
  await settle(
    db,
    openedMessages(db),
    numbers(1_000).map((phone, index) => ({
      messageId: id,
      phone: phone as never,
      chunkId: 1,
      token: 1,
      gateway: "main",
      state: index % 3 === 0 ? "failed" : "sent",
      counts: true,
      route: "default",
      priority: 1,
      ...(index % 3 === 0 && { failure: "busy" }),
    })),
  );
  expect(await ask.rows("select state::text, reason, count from message_deltas order by reason")).toEqual([
    { state: "sent", reason: "", count: 666 },
    { state: "failed", reason: "busy", count: 334 },
  ]);
  const progress = await ask.progress(id);
  expect(progress).toMatchObject({ done: 1_000, pending: 500, sent: 666, failed: 334, percent: 66.6 });
});

test("a provider that gives a different reason for every refusal does not fill the roll-up", async () => {
  const idle = await node("sandbox://default", false);
  const id = await idle.accept(numbers(1));
  await db.pool.query("update messages set rolled_up = true");
  const store = rollUpQueries(db, () => "UTC");
  for (let round = 0; round < 3; round += 1) {
    await db.pool.query(
      "insert into message_deltas (message_id, state, reason, count) select $1, 'failed', 'error ' || n, 1 from generate_series($2::int, $2::int + 999) n",
      [id, round * 1_000],
    );
    while ((await store.foldProgress(400)) > 0);
  }
  const [row] = await ask.rows("select count(*)::int as kinds, sum(count)::int as texts from message_totals");
  expect(row!["texts"]).toBe(3_000);
  expect(row!["kinds"]).toBeLessThanOrEqual(101);
  const { reasons } = await ask.progress(id);
  expect(reasons[0]!.reason).toBe("other");
});

test("speed and estimated end are reported while it runs, and no end while nothing moves", async () => {
  const idle = await node("sandbox://default", false);
  const id = await idle.accept(numbers(1_200));
  await db.pool.query("update messages set first_sent_at = now() - interval '4 seconds'");
  await db.pool.query(
    "insert into message_paces (message_id, count, at) values ($1, 100, now()), ($1, 900, now() - interval '11 seconds')",
    [id],
  );
  await db.pool.query("insert into message_totals (message_id, state, count) values ($1, 'sent', 1000)", [id]);
  const progress = await ask.progress(id);
  const [since] = await ask.rows("select extract(epoch from clock_timestamp() - first_sent_at) as s from messages");
  // A hundred in the four seconds since its first delivery, and those that this machine took to look.
  expect(progress.rate).toBeGreaterThanOrEqual(Math.floor(100 / Number(since!["s"])));
  expect(progress.rate).toBeLessThanOrEqual(25);
  // At this rate, for the two hundred who are left.
  const left = 200_000 / progress.rate!;
  expect(progress.eta! - db.now()).toBeGreaterThan(left / 2);
  expect(progress.eta! - db.now()).toBeLessThan(left * 1.5);
  await db.pool.query("update messages set state = 'paused'");
  expect((await ask.progress(id)).eta).toBeNull();
});
