import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import type { Phone } from "#domain/recipients/phone";
import { uuidv7, type Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import { erasureQueries } from "#store/queries/privacy/erasures";

import { testErasureKeys } from "../../support/people/consents.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { deliveriesOf, phonesOf, statesOf } from "../../support/database/ledger.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually, numbers, startEngine, textTo } from "../../support/engine/engine.ts";

// The job without its worker loop: a test decides when a step runs, and in which worker.

const [ada, bob, cy] = numbers(3, 900_000) as [Phone, Phone, Phone];
const LEASE = 30_000;

let db: TestDatabase;
let store: ReturnType<typeof erasureQueries>;
let messages: ReturnType<typeof acceptQueries>;
beforeEach(async () => {
  db = await freshDatabase();
  store = erasureQueries(db, testErasureKeys, { hooked: () => undefined, requested: () => undefined });
  messages = acceptQueries(db, () => undefined);
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;
const request = (phone = ada) => store.request(uuidv7(db.now()), phone, "test");
async function send(phones: readonly string[], more: Parameters<typeof textTo>[1] = {}): Promise<Uuid> {
  const sent = await messages.accept(textTo(phones, { content: contentOf({ text: "to you alone" }), ...more }));
  if (sent.kind !== "accepted") throw new Error(sent.kind);
  return sent.message.id;
}
/** All that can be done now. @returns how many steps it took */
async function run(): Promise<number> {
  const job = await store.claim("test", LEASE);
  if (!job) throw new Error("nothing is due");
  let steps = 1;
  while ((await store.step(job, LEASE)) !== null) steps += 1;
  return steps;
}
const later = () => rows("update erasures set due = now() where phone is not null");
const finish = (state: string, more = "") =>
  rows(`update deliveries set state = $1 ${more}`, [state]).then(() =>
    rows("update messages set state = 'completed', finished_at = now()"),
  );

describe("a delivery that was not sent yet", () => {
  test("is canceled like any other, and erased once its message has ended", async () => {
    const alone = await send([ada]);
    const both = await send([ada, bob]);
    const { id } = await request();
    await run();
    expect(await store.find(id)).toMatchObject({ done: false, waiting: 2 });
    expect(await rows("select message_id, phone, state, failure from deliveries order by message_id, phone")).toEqual(
      [alone, both]
        .map((message_id) => ({ message_id, phone: ada, state: "canceled", failure: "erased" }))
        .concat([{ message_id: both, phone: bob, state: "queued", failure: null as unknown as string }])
        .toSorted((a, b) => (a.message_id + a.phone < b.message_id + b.phone ? -1 : 1)),
    );
    // The holder of the chunks finds out, sends the other one, and ends the messages.
    const engine = await startEngine(db, "sandbox://default");
    await eventually(async () => (await rows("select 1 from messages where finished_at is null")).length === 0);
    await engine.engine.stop();
    await later();
    await run();
    expect(await store.find(id)).toMatchObject({ done: true, waiting: 0, erased: { outbox: 2 } });
    expect((await phonesOf(db.pool, { message: both })).filter((phone) => phone !== bob)).toEqual([
      expect.stringMatching(/^\+0\d+$/),
    ]);
    const [stats] = await rows(
      "select sum(total)::int as total, sum(failed)::int as failed from (select total, failed from outbox_deltas union all select total, failed from outbox_totals) t",
    );
    expect(stats).toEqual({ total: 3, failed: 2 });
  });

  test("is erased although the chunk that it shares with others was not processed yet, and they are sent", async () => {
    const [mine, other] = await Promise.all([send([ada]), send([bob])]);
    await request();
    await run();
    await later();
    await run();
    expect(await phonesOf(db.pool, { message: mine! })).not.toContain(ada);
    const engine = await startEngine(db, "sandbox://default");
    await eventually(async () => (await rows("select 1 from chunks")).length === 0);
    await eventually(async () => (await rows("select 1 from messages where finished_at is null")).length === 0);
    await engine.engine.stop();
    expect(await rows("select state from deliveries where message_id = $1", [other])).toEqual([
      { state: expect.stringMatching(/^(sent|delivered)$/) },
    ]);
    expect(await statesOf(db.pool, { message: mine })).toEqual({ canceled: 1 });
    expect(engine.logged.filter(({ level }) => level !== "info")).toEqual([]);
  });

  test("is locked after its message, as everywhere: two that wait for each other would both fail", async () => {
    const id = await send([ada]);
    await request();
    const client = await db.pool.connect();
    await client.query("begin");
    await client.query("select 1 from messages where id = $1 for update", [id]);
    const erased = run();
    await eventually(async () => (await sessionsWaiting(db.pool)) > 0);
    const held = await client.query("select 1 from deliveries where message_id = $1 for update skip locked", [id]);
    await client.query("commit");
    client.release();
    expect(held.rowCount).toBe(1);
    await erased;
    expect(await statesOf(db.pool)).toEqual({ canceled: 1 });
  });

  test("is not tried again either, and one in doubt stays in doubt", async () => {
    const id = await send([ada]);
    await rows("delete from chunks");
    await rows(
      "insert into retries (message_id, phone, route, priority, due) values ($1, $2, 'default', 1, now() + interval '1 hour')",
      [id, ada],
    );
    await rows("update deliveries set doubted_at = now()");
    await request();
    await run();
    expect(await rows("select 1 from retries")).toEqual([]);
    expect(await rows("select state, failure from deliveries")).toEqual([{ state: "unknown", failure: null }]);
    expect(await rows("select state from messages")).toEqual([{ state: "completed" }]);
  });
});

describe("a delivery that was accepted after the erasure was requested", () => {
  test("is sent and reported on, though the erasure still waits for an older one", async () => {
    const old = await send([ada]);
    await finish("sent", ", marked_at = now()");
    const { id: erasure } = await request();
    const fresh = await send([ada]);
    await rows("insert into provider_refs (gateway, provider_id, message_id, phone) values ('g', 'new', $1, $2)", [
      fresh,
      ada,
    ]);
    await rows(
      "insert into receipts (gateway, provider_id, message_id, phone, state) values ('g', 'n', $1, $2, 'sent')",
      [fresh, ada],
    );
    await rows(
      `insert into inbox (gateway, provider_id, sender, recipient, body, at) values ('g', 'i', $1, '1', 'hello again', now() + interval '1 minute')`,
      [ada],
    );
    await rows(
      `insert into events (at, kind, phone, data) values (now() + interval '1 minute', 'subscriber.verified', $1::text, jsonb_build_object('mobile', $1::text))`,
      [ada],
    );
    await run();
    expect(await store.find(erasure)).toMatchObject({ done: false, waiting: 1 });
    expect(await statesOf(db.pool, { message: fresh })).toEqual({ queued: 1 });
    await rows("update deliveries set state = 'delivered' where message_id = $1", [old]);
    await later();
    await run();
    expect(await store.find(erasure)).toMatchObject({ done: true, erased: { outbox: 1, inbound: 0 } });
    expect(await phonesOf(db.pool, { message: old })).not.toContain(ada);
    expect(await phonesOf(db.pool, { message: fresh })).toEqual([ada]);
    for (const table of ["provider_refs", "receipts"])
      expect(await rows(`select message_id from ${table} where phone = $1`, [ada])).toEqual([{ message_id: fresh }]);
    expect(await rows("select body from messages where id = $1", [fresh])).toEqual([{ body: "to you alone" }]);
    expect(await rows("select body from inbox")).toEqual([{ body: "hello again" }]);
    expect(await rows("select data from events where kind = 'subscriber.verified'")).toEqual([
      { data: { mobile: ada } },
    ]);
    const engine = await startEngine(db, "sandbox://default");
    await eventually(
      async () =>
        (await rows("select 1 from deliveries where message_id = $1 and state in ('sent', 'delivered')", [fresh]))
          .length === 1,
    );
    await engine.engine.stop();
  });

  test("is canceled if its audience was being read when the erasure was requested", async () => {
    const id = await send([bob]);
    await rows("update messages set state = 'resolving', audience = '{}'");
    await rows("insert into fanouts (message_id) values ($1)", [id]);
    await request();
    await rows("insert into deliveries (message_id, phone) values ($1, $2)", [id, ada]);
    await run();
    expect(await rows("select phone, state from deliveries order by state")).toEqual([
      { phone: bob, state: "queued" },
      { phone: ada, state: "canceled" },
    ]);
  });
});

describe("a delivery that is on its way", () => {
  test.each(["sending", "sent", "unknown"])("is not touched while it is %s", async (state) => {
    const id = await send([ada]);
    await finish(state, ", marked_at = now()");
    const { id: erasure } = await request();
    await run();
    expect([await phonesOf(db.pool, { message: id }), await store.find(erasure)]).toMatchObject([
      [ada],
      { done: false, waiting: 1 },
    ]);
    expect(await rows("select body from messages")).toEqual([{ body: "to you alone" }]);
  });

  test.each(["sent", "unknown"])("is erased when no more reports on it can come (%s)", async (state) => {
    const id = await send([ada]);
    await finish(state, ", marked_at = now() - interval '73 hours', response = 'queued for ' || phone");
    const { id: erasure } = await request();
    await run();
    expect(await store.find(erasure)).toMatchObject({ done: true, erased: { outbox: 1 } });
    expect([await phonesOf(db.pool, { message: id }), await rows("select state, response from deliveries")]).toEqual([
      [expect.stringMatching(/^\+0\d+$/)],
      [{ state, response: null }],
    ]);
  });

  test("keeps its number while its message still gets recipients: nobody may get it a second time", async () => {
    const id = await send([ada, bob]);
    await rows("update deliveries set state = 'delivered'");
    await rows("update messages set state = 'resolving'");
    await request();
    await run();
    expect(await phonesOf(db.pool, { message: id })).toEqual([ada, bob].toSorted());
    await rows("update messages set state = 'completed', finished_at = now()");
    await later();
    await run();
    expect(await phonesOf(db.pool, { message: id })).not.toContain(ada);
  });
});

describe("the job", () => {
  test("runs in small steps in whichever worker holds the lease, and continues where another ended", async () => {
    await rows("insert into webhooks (url, types, secret) values ('https://example.com/', '{new_sms}', '')");
    for (let n = 0; n < 3; n += 1) await send([ada, bob]);
    await rows(
      `insert into messages (id, state, category, priority, route, body, encoding, segments, valid_until, accepted, created_by, finished_at)
       select (substr(m.id::text, 1, 24) || lpad(to_hex(n), 12, '0'))::uuid, 'completed', 'marketing', 2, 'default', 'hello', 'gsm7', 1, now(), 1, 'test', now()
       from (select id from messages order by id limit 1) m, generate_series(1, 1200) n on conflict do nothing`,
    );
    await rows(
      "insert into deliveries (message_id, phone, state) select id, $1, 'delivered' from messages where created_by = 'test' and body = 'hello'",
      [ada],
    );
    await finish("delivered");
    const { id } = await request();
    const first = (await store.claim("one", LEASE))!;
    expect(await store.step(first, LEASE)).toBe(true);
    // Its worker is considered dead: the next one has the lease, and the first decides nothing.
    await later();
    const second = (await store.claim("two", LEASE))!;
    expect(await store.step(first, LEASE)).toBeNull();
    await store.release(first);
    expect(await store.claim("three", LEASE)).toBeNull();
    let steps = 0;
    while ((await store.step(second, LEASE)) !== null) steps += 1;
    expect(steps).toBeGreaterThan(4);
    expect(await store.find(id)).toMatchObject({ done: true, erased: { outbox: 1_203 } });
    expect(await deliveriesOf(db.pool, { phone: ada })).toEqual([]);
    expect(await deliveriesOf(db.pool, { phone: bob })).toHaveLength(3);
    expect(await rows("select phone, owner from erasures")).toEqual([{ phone: null, owner: "two" }]);
  });

  test("a repeated request while it runs takes the lease from it, and data that arrived meanwhile are erased too", async () => {
    const { id } = await request();
    const job = (await store.claim("one", LEASE))!;
    await rows("insert into inbox (gateway, provider_id, sender, recipient, body) values ('g', '1', $1, '1', 'hi')", [
      ada,
    ]);
    expect((await request()).id).toBe(id);
    expect(await store.step(job, LEASE)).toBeNull();
    await run();
    expect(await store.find(id)).toMatchObject({ done: true, erased: { inbound: 1 } });
    expect((await request()).id).not.toBe(id);
  });

  test("two people in the same messages are erased concurrently", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => send([ada, bob, cy])));
    await finish("delivered");
    await Promise.all([request(ada), request(bob)]);
    await Promise.all([run(), run()]);
    for (const id of ids)
      expect((await phonesOf(db.pool, { message: id })).filter((phone) => !phone.startsWith("+0"))).toEqual([cy]);
  });

  test("does not end while an audience is read that began before it: a page of it may hold the number", async () => {
    const id = await send([bob]);
    await finish("delivered");
    await rows("update messages set audience = '{}'");
    await rows("insert into fanouts (message_id) values ($1)", [id]);
    const { id: erasure } = await request();
    await run();
    expect(await store.find(erasure)).toMatchObject({ done: false, waiting: 0 });
    // The page is written.
    await rows("insert into deliveries (message_id, phone) values ($1, $2)", [id, ada]);
    await rows("delete from fanouts");
    // One that began later was read without the person.
    await rows("insert into fanouts (message_id) values ($1)", [uuidv7(db.now() + 60_000)]);
    await later();
    await run();
    await later();
    await run();
    expect([await phonesOf(db.pool, { message: id }), await store.find(erasure)]).toMatchObject([
      [expect.stringMatching(/^\+0\d+$/), bob],
      { done: true, erased: { outbox: 1 } },
    ]);
  });

  test("pages through events and provider ids", async () => {
    const id = await send([ada, bob]);
    await finish("delivered");
    await rows(
      `insert into events (kind, message_id, phone, data)
       select 'message.delivered', $1, case when n % 100 = 0 then $2 else $3 end, jsonb_build_object('response', 'for a long while ' || repeat('x', 900), 'state', 'delivered')
       from generate_series(1, 12000) n`,
      [id, ada, bob],
    );
    await rows(
      "insert into provider_refs (gateway, provider_id, message_id, phone) select 'g', n::text, $1, case when n % 100 = 0 then $2 else $3 end from generate_series(1, 5000) n",
      [id, ada, bob],
    );
    const [tables] = await rows(
      "select count(*)::int as count from pg_inherits where inhparent in ('events'::regclass, 'provider_refs'::regclass)",
    );
    await request();
    // The inbox, schedules, log, and at least one more than there are tables: events take two.
    expect(await run()).toBeGreaterThan(3 + tables.count + 1);
    expect(await rows("select 1 from events where phone = $1", [ada])).toEqual([]);
    expect(
      await rows(
        "select count(*)::int as count from events where phone is null and kind = 'message.delivered' and data = '{\"state\": \"delivered\"}'",
      ),
    ).toEqual([{ count: 120 }]);
    expect(
      await rows("select count(*)::int as count from events where phone = $1 and data ? 'response'", [bob]),
    ).toEqual([{ count: 11_880 }]);
    expect(await rows("select count(*)::int as count from provider_refs")).toEqual([{ count: 4_950 }]);
  });
});
