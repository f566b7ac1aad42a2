import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { askOf, startCampaignNode, type CampaignNode } from "../../support/engine/campaign.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { suppress } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startScriptedProvider, type Asked, type ProviderReply } from "../../support/providers/scripted-provider.ts";

let db: TestDatabase;
let ask: ReturnType<typeof askOf>;
let node: CampaignNode;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
let answer: (asked: Asked) => ProviderReply | Promise<ProviderReply>;

beforeAll(async () => {
  db = await freshDatabase({ max: 20 });
  ask = askOf(db);
  provider = await startScriptedProvider((asked) => answer(asked));
});
afterEach(async () => {
  await node.stop();
  provider.seen.length = 0;
  await db.pool.query(
    `truncate messages, deliveries, chunks, retries, cancellations, events, outbox_deltas, outbox_totals, message_deltas,
     message_totals, suppressions, receipts, provider_refs`,
  );
});
afterAll(async () => {
  await db.drop();
  await provider.close();
});

/** Their first try has no known outcome; all others were certainly not accepted. */
const [inDoubt, refused] = numbers(2) as [string, string];
const doubtOnce = ({ to }: Asked): ProviderReply => ({ status: to === inDoubt ? 500 : 503 });

/** Both wait for another try, and from then on for an hour, so the test's next step comes first. */
const degraded = (): Promise<unknown> =>
  eventually(async () => {
    const waiting = await ask.rows(
      `update retries set due = now() + interval '1 hour' where (select count(*) from retries) = 2
         and (select count(*) from deliveries where state = 'queued' and doubted_at is not null) = 1 returning 1`,
    );
    return waiting.length === 2;
  });
const due = () => db.pool.query("update retries set due = now() where due < 'infinity'");
const cleared = () =>
  eventually(async () => {
    const left = await ask.rows(
      "select 1 from chunks union all select 1 from retries union all select 1 from cancellations",
    );
    return left.length === 0;
  });
const rowOf = async (phone: string) =>
  (await ask.rows("select state::text, failure, response from deliveries where phone = $1", [phone]))[0];

/** The one in doubt ended in doubt, with the reason; the other ended as canceled or expired. All counts agree. */
async function expectEnds(id: Parameters<typeof ask.states>[0], verdict: string): Promise<void> {
  await cleared();
  expect(await rowOf(inDoubt)).toEqual({
    state: "unknown",
    failure: null,
    response: `The gateway may have accepted it. No repeat was sent: ${verdict}.`,
  });
  expect(await rowOf(refused)).toMatchObject({ state: verdict, failure: verdict });
  expect(await ask.logged()).toEqual({ total: 2, success: 0, failed: 1 });
  // A repeat of an attempt is an event as well.
  const events = await ask.rows(
    "select kind, phone, data from events where phone is not null and kind <> 'message.deferred' order by phone, id",
  );
  expect(events).toMatchObject([
    { kind: "message.unknown", phone: inDoubt, data: { state: "unknown", error: verdict } },
    { kind: "message.failed", phone: refused, data: { state: verdict, error: verdict } },
  ]);
  const { unknown, failed, pending } = await ask.progress(id);
  expect({ unknown, failed, pending }).toEqual({ unknown: 1, failed: 1, pending: 0 });
  expect(provider.seen.filter(({ to }) => to === inDoubt)).toHaveLength(1);
}

const kinds: readonly [string, string][] = [
  ["that its gateway would merge", "&dedup=true"],
  ["of a gateway that may send twice", "&at_least_once=true"],
];

describe.each(kinds)("a delivery in doubt %s", (_, dsn) => {
  beforeEach(async () => {
    answer = doubtOnce;
    node = await startCampaignNode(db, provider.dsn(`&name=a&window=5${dsn}`));
  });
  const accept = () => node.accept([inDoubt, refused], {});

  test("stays in doubt when its message is canceled before the repeat", async () => {
    const id = await accept();
    await degraded();
    await node.cancel(id);
    await expectEnds(id, "canceled");
  });

  test("stays in doubt when its validity ends before the repeat", async () => {
    const id = await accept();
    await degraded();
    await db.pool.query("update messages set valid_until = now() - interval '1 s'");
    await due();
    await expectEnds(id, "expired");
    expect(await ask.stateOf(id)).toBe("completed");
  });

  test("stays in doubt when its paused message expires", async () => {
    const id = await accept();
    await degraded();
    await node.pause(id);
    await db.pool.query("update messages set valid_until = now() - interval '1 s'");
    await expectEnds(id, "expired");
    expect(await ask.stateOf(id)).toBe("completed");
  });

  test("stays in doubt when its recipient opts out before the repeat", async () => {
    const id = await accept();
    await degraded();
    await suppress(db.pool, [inDoubt, refused]);
    await due();
    await expectEnds(id, "suppressed");
  });

  test("stays in doubt when its message is canceled while the repeat is being sent and not accepted", async () => {
    const id = await accept();
    await degraded();
    const gates: (() => void)[] = [];
    answer = async () => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return { status: 503 };
    };
    provider.seen.length = 0;
    await due();
    await eventually(async () => gates.length === 2);
    await node.cancel(id);
    for (const open of gates) open();
    await expectEnds(id, "canceled");
  });

  test("whose worker died stays in doubt when it may no longer be repeated", async () => {
    const id = await accept();
    await degraded();
    await node.stop();
    // As after kill -9 on its first try: both are marked, under a lease that has ended.
    await db.pool.query("truncate retries, events, outbox_deltas, chunks");
    await db.pool.query(
      `with c as (insert into chunks (message_id, route, priority, token, phones) values ($1, 'default', 1, 1, $2) returning id)
       update deliveries set state = 'sending', token = 1, chunk_id = c.id, bound_to = null, doubted_at = null, response = null
       from c`,
      [id, [inDoubt, refused]],
    );
    await suppress(db.pool, inDoubt);
    await db.pool.query("update messages set valid_until = now() - interval '1 s'");
    provider.seen.length = 0;
    node = await startCampaignNode(db, provider.dsn(`&name=a&window=5${dsn}`));
    await cleared();
    expect(await ask.states(id)).toEqual({ unknown: 2 });
    expect((await rowOf(inDoubt))!["response"]).toContain("suppressed");
    expect((await rowOf(refused))!["response"]).toContain("expired");
    expect(provider.seen).toEqual([]);
  });
});

test("a large campaign's roll-up counts such doubts, and a receipt resolves one", async () => {
  const phones = numbers(1_100);
  answer = ({ to }) => ({ status: Number(to.slice(-2)) === 7 ? 500 : 503 });
  node = await startCampaignNode(db, provider.dsn("&name=a&window=50&dedup=true"));
  const id = await node.accept(phones);
  // Each was tried once; on a slow computer the first ones are already being retried by then.
  await eventually(async () => provider.times().size === 1_100);
  await node.cancel(id);
  await cleared();
  expect(await ask.states(id)).toEqual({ canceled: 1_089, unknown: 11 });
  await eventually(async () => (await ask.progress(id)).unknown === 11);
  expect(await ask.progress(id)).toMatchObject({ unknown: 11, failed: 1_089, pending: 0 });
  expect(await ask.logged()).toEqual({ total: 1_100, success: 0, failed: 1_089 });
  const arrived = phones.find((phone) => phone.endsWith("07"))!;
  await db.pool.query("insert into receipts (gateway, message_id, phone, state) values ('a', $1, $2, 'delivered')", [
    id,
    arrived,
  ]);
  node.engine.wake.receipts();
  await eventually(async () => (await rowOf(arrived))!["state"] === "delivered");
  expect(await ask.progress(id)).toMatchObject({ unknown: 10, delivered: 1, failed: 1_089, pending: 0 });
  expect(await ask.logged()).toEqual({ total: 1_100, success: 1, failed: 1_089 });
});
