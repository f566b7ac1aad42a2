import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import { acceptQueries } from "#store/queries/accept/accept";
import { pruneDeadChunks } from "#store/queries/queue/dead-chunks";
import { strandedQueries } from "#store/queries/gateways/stranded";

import { askOf, startCampaignNode, type CampaignNode } from "../../support/engine/campaign.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually, numbers, textTo } from "../../support/engine/engine.ts";
import { startScriptedProvider, type ProviderReply } from "../../support/providers/scripted-provider.ts";

let db: TestDatabase;
let ask: ReturnType<typeof askOf>;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
let answer: () => ProviderReply = () => ({});
let nodes: CampaignNode[] = [];

beforeAll(async () => {
  db = await freshDatabase({ max: 20 });
  ask = askOf(db);
  provider = await startScriptedProvider(() => answer());
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
  provider.seen.length = 0;
  answer = () => ({});
  await db.pool.query(
    "truncate messages, deliveries, chunks, retries, holds, cancellations, events, fanouts, fanout_leavers, outbox_deltas",
  );
});
afterAll(async () => {
  await db.drop();
  await provider.close();
});

const stranded = () => strandedQueries(db, () => undefined);
const abilities = { flash: false, media: false, credit: false, receipts: true, deduplicates: false };
const byDefault = { route: "default", abilities };

async function node(more: string): Promise<CampaignNode> {
  const one = await startCampaignNode(db, provider.dsn(more));
  nodes.push(one);
  return one;
}

/** Messages for gateway `a` while no worker runs: one with many recipients, and some single ones in a shared chunk. */
async function accepted() {
  const accept = acceptQueries(db, () => undefined);
  const many = await accept.accept(textTo(numbers(20), { route: "a" }));
  // Those of one flush share a chunk; the first of them has a flush of its own.
  const single = await Promise.all(numbers(10, 100).map((phone) => accept.accept(textTo([phone], { route: "a" }))));
  const results = [many, ...single];
  return results.map((result) => (result.kind === "accepted" ? result.message.id : null)!);
}

test("deliveries that wait for a removed gateway are shown, and leave by another when an operator requests it", async () => {
  const ids = await accepted();
  const one = await node("&name=b");
  expect(await stranded().find(["b"])).toEqual([{ gateway: "a", texts: 30 }]);
  expect(await stranded().find(["a", "b"])).toEqual([]);
  expect(await stranded().move("a", byDefault, "test")).toEqual({ moved: 30, stayed: 0 });
  one.engine.wake.dispatch();
  for (const id of ids) await ask.becomes(id, "completed");
  expect([...provider.times().values()]).toEqual(Array.from({ length: 30 }, () => 1));
  expect(await stranded().find(["b"])).toEqual([]);
  expect(await ask.rows("select data from events where kind = 'gateway.rerouted'")).toMatchObject([
    { data: { from: "a", to: "default", by: "test", moved: 30 } },
  ]);
});

test("deliveries that the gateway may have accepted stay with it, and end in doubt when their validity ends", async () => {
  answer = () => ({ status: 500 });
  const before = await node("&name=a&dedup=true&window=40");
  const [id] = await accepted();
  before.engine.wake.dispatch();
  await eventually(async () => (await ask.rows("select 1 from retries where route = 'a'")).length === 30);
  await before.stop();
  nodes = [];
  // One of each kind has its repeat in the queue already, and one was never tried.
  await db.pool.query("update retries set due = now()");
  const other = await acceptQueries(db, () => undefined).accept(textTo(numbers(1, 500), { route: "a" }));
  answer = () => ({});
  provider.seen.length = 0;
  const after = await node("&name=b");
  await eventually(async () => (await ask.rows("select 1 from retries")).length === 0);
  expect(await stranded().move("a", byDefault, "test")).toEqual({ moved: 1, stayed: 30 });
  after.engine.wake.dispatch();
  await ask.becomes(other.kind === "accepted" ? other.message.id : id!, "completed");
  expect(provider.seen).toHaveLength(1);
  await db.pool.query("update messages set valid_until = now() - interval '6 minutes' where state = 'running'");
  await eventually(async () => (await ask.rows("select 1 from messages where state = 'running'")).length === 0);
  expect(await ask.states(id!)).toEqual({ unknown: 20 });
  expect(provider.seen).toHaveLength(1);
});

test("what a dead worker had on its wire is in doubt and not sent by the other", async () => {
  const [id] = await accepted();
  await db.pool.query("update chunks set token = 1 where message_id = $1", [id]);
  await db.pool.query(
    `update deliveries set state = 'sending', token = 1, chunk_id = (select id from chunks where message_id = $1),
       marked_at = now(), gateway = 'a' where message_id = $1 and phone < $2`,
    [id, numbers(8).at(-1)],
  );
  const one = await node("&name=b");
  await stranded().move("a", byDefault, "test");
  one.engine.wake.dispatch();
  await ask.becomes(id!, "completed");
  expect(await ask.states(id!)).toEqual({ sent: 13, unknown: 7 });
});

test("a paused message stays paused on its new gateway, and a resume sends it", async () => {
  const one = await node("&name=b");
  const [id] = await accepted();
  await one.pause(id!);
  await stranded().move("a", byDefault, "test");
  await db.pool.query("update messages set state = 'canceled' where id <> $1", [id]);
  one.engine.wake.dispatch();
  expect(await ask.rows("select claimable from chunks where message_id = $1", [id])).toEqual([{ claimable: false }]);
  expect(provider.seen.filter(({ to }) => numbers(20).includes(to))).toEqual([]);
  await one.resume(id!);
  await ask.becomes(id!, "completed");
  expect(await ask.states(id!)).toEqual({ sent: 20 });
});

test("what a node is working on, and what the new gateway cannot send, is not moved", async () => {
  const [held] = await accepted();
  const pictures = await acceptQueries(db, () => undefined).accept(
    textTo(numbers(2, 700), {
      route: "a",
      content: contentOf({ text: "Hello", media: ["https://example.org/a.png"] }),
    }),
  );
  await db.pool.query("update chunks set due = now() + interval '1 minute' where message_id = $1", [held]);
  expect(await stranded().move("a", byDefault, "test")).toEqual({ moved: 10, stayed: 2 });
  expect(pictures.kind).toBe("accepted");
  const routes = await ask.rows("select route, sum(size)::int as texts from chunks group by route order by route");
  expect(routes).toEqual([
    { route: "a", texts: 22 },
    { route: "default", texts: 10 },
  ]);
  expect(await stranded().move("a", { ...byDefault, abilities: { ...abilities, media: true } }, "test")).toEqual({
    moved: 2,
    stayed: 0,
  });
});

test("deliveries that are held for a removed gateway are shown, move with the rest, and leave by the other when their hold is over", async () => {
  const ids = await accepted();
  const [bound] = numbers(1);
  await db.pool.query("delete from chunks");
  await db.pool.query("update deliveries set state = 'held', bound_to = case when phone = $1 then 'a' end", [bound]);
  await db.pool.query(`
    insert into holds (message_id, phone, route, priority, due, reason)
    select message_id, phone, 'a', 1, now() + interval '1 hour', 'quiet_hours' from deliveries`);
  const one = await node("&name=b");
  expect(await stranded().find(["b"])).toEqual([{ gateway: "a", texts: 30 }]);
  expect(await stranded().find(["a", "b"])).toEqual([]);
  expect(await stranded().move("a", byDefault, "test")).toEqual({ moved: 29, stayed: 1 });
  await db.pool.query("update holds set due = now()");
  one.engine.wake.dispatch();
  for (const id of ids.slice(1)) await ask.becomes(id, "completed");
  await eventually(async () => (await ask.states(ids[0]!))["sent"] === 19);
  expect(provider.times().has(bound!)).toBe(false);
  // What may have been accepted by the old gateway waits for it alone.
  expect(await stranded().find(["b"])).toEqual([{ gateway: "a", texts: 1 }]);
});

test("a shared chunk that no node serves is ended a day after the last of its messages expired", async () => {
  await accepted();
  const shared = "select message_ids[1] as id from chunks where message_id is null";
  const [open] = (await ask.rows(shared)).map((row) => row["id"]);
  await db.pool.query("update chunks set token = 1, due = now() - interval '25 hours'");
  await db.pool.query("update messages set state = 'canceled', finished_at = now() where id <> $1", [open]);
  expect(await pruneDeadChunks(db, 10)).toBe(0);
  await db.pool.query("update messages set state = 'canceled', finished_at = now()");
  await db.pool.query(
    `update deliveries d set state = 'sending', token = 1, chunk_id = c.id from chunks c
     where d.message_id = $1 and d.message_id = any(c.message_ids)`,
    [open],
  );
  expect(await pruneDeadChunks(db, 10)).toBe(1);
  expect(await ask.rows(shared)).toEqual([]);
  expect(await ask.states(open)).toEqual({ unknown: 1 });
  // Those of one message are left to the cancellation.
  expect((await ask.rows("select 1 from chunks")).length).toBeGreaterThan(0);
});
