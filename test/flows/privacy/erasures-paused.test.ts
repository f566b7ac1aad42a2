import { afterEach, beforeEach, expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import type { Phone } from "#domain/recipients/phone";
import { uuidv7, type Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import { messageViewQueries } from "#store/queries/messages/message-view";
import { messageControlQueries } from "#store/queries/messages/message-control";
import { erasureQueries } from "#store/queries/privacy/erasures";
import { queueQueries } from "#store/queries/queue/queue";

import { testErasureKeys } from "../../support/people/consents.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { deliveriesOf, statesOf } from "../../support/database/ledger.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually, numbers, startEngine, textTo } from "../../support/engine/engine.ts";
import { claimAll } from "../../support/engine/queue-fixture.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";

// A pause may last for days. A person who requests erasure does not wait for its end.

const [ada, bob, cy] = numbers(3, 910_000) as [Phone, Phone, Phone];
const LEASE = 30_000;
const silent = () => undefined;

let db: TestDatabase;
let store: ReturnType<typeof erasureQueries>;
let messages: ReturnType<typeof acceptQueries>;
let control: ReturnType<typeof messageControlQueries>;
beforeEach(async () => {
  db = await freshDatabase();
  store = erasureQueries(db, testErasureKeys, { hooked: silent, requested: silent });
  messages = acceptQueries(db, silent);
  control = messageControlQueries(db, { dispatch: silent, cancelDeliveries: silent, webhooks: silent });
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;
const pause = (id: Uuid) => control.pause(id, "test", { from: ["running", "resolving"], already: [] });
const resume = (id: Uuid) => control.resume(id, "test", { from: ["paused"], already: [] });

async function send(phones: readonly string[]): Promise<Uuid> {
  const sent = await messages.accept(textTo(phones, { content: contentOf({ text: "to you alone" }) }));
  if (sent.kind !== "accepted") throw new Error(sent.kind);
  return sent.message.id;
}

/** Requests the erasure and runs two steps, as its worker would: canceled at the first step, erased at the second. */
async function erase(phone: Phone): Promise<Uuid> {
  const { id } = await store.request(uuidv7(db.now()), phone, "test");
  for (let look = 0; look < 2; look += 1) {
    await rows("update erasures set due = now() where phone is not null");
    const job = await store.claim("test", LEASE);
    while (job && (await store.step(job, LEASE)) !== null);
  }
  return id;
}

const stateOf = async (id: Uuid): Promise<string> =>
  (await rows("select state from messages where id = $1", [id]))[0].state;

test("a paused message to one person ends when that person is erased", async () => {
  const id = await send([ada]);
  await pause(id);
  const erasure = await erase(ada);
  expect(await store.find(erasure)).toMatchObject({ done: true, waiting: 0, erased: { outbox: 1 } });
  expect(await rows("select state, failure, phone = '+0' || id as nobody from deliveries")).toEqual([
    { state: "canceled", failure: "erased", nobody: true },
  ]);
  expect(await rows("select state, body, finished_at is not null as ended from messages")).toEqual([
    { state: "completed", body: "[erased]", ended: true },
  ]);
  expect(await rows("select kind from events where message_id = $1 order by id", [id])).toEqual(
    ["message.accepted", "message.paused", "message.failed", "message.completed"].map((kind) => ({ kind })),
  );
  expect(
    await rows("select data->>'state' as state, data->>'error' as error from events where kind = 'message.failed'"),
  ).toEqual([{ state: "canceled", error: "erased" }]);
});

test("a paused campaign loses the person at once, also from its queue, and continues for all others", async () => {
  const provider = await startScriptedProvider(() => ({}));
  const id = await send([ada, bob, cy]);
  await pause(id);
  expect(await store.find(await erase(ada))).toMatchObject({ done: true, waiting: 0 });
  expect(await rows("select phones from chunks")).toEqual([{ phones: [bob, cy].toSorted() }]);
  expect(await rows("select 1 from retries")).toEqual([]);
  expect(await stateOf(id)).toBe("paused");
  // What became of others in the meantime does not delay their erasure either.
  await rows("update deliveries set state = 'delivered' where phone = $1", [cy]);
  expect(await store.find(await erase(cy))).toMatchObject({ done: true, waiting: 0 });
  await resume(id);
  const engine = await startEngine(db, provider.dsn());
  await eventually(async () => (await stateOf(id)) === "completed");
  await engine.engine.stop();
  expect(provider.times()).toEqual(new Map([[bob, 1]]));
  await provider.close();
});

test("a message whose recipients are all erased ends, and has no chunk in the queue", async () => {
  const id = await send([ada, bob]);
  await pause(id);
  expect(await store.find(await erase(ada))).toMatchObject({ done: true });
  expect(await stateOf(id)).toBe("paused");
  expect(await store.find(await erase(bob))).toMatchObject({ done: true });
  expect(await stateOf(id)).toBe("completed");
  expect(await rows("select 1 from chunks")).toEqual([]);
});

test("a chunk that is shared with messages to others loses only this person's delivery", async () => {
  const ids = await Promise.all([send([ada]), send([bob]), send([ada])]);
  const young = await rows("select id, message_ids from chunks where message_id is null");
  expect(young.length).toBeGreaterThan(0);
  expect(await store.find(await erase(ada))).toMatchObject({ done: true, erased: { outbox: 2 } });
  expect(await rows("select coalesce(message_ids, array[message_id]) as ids, phones from chunks")).toEqual([
    { ids: [ids[1]], phones: [bob] },
  ]);
});

test("a delivery that waits for another try in a paused message is no longer parked", async () => {
  const id = await send([ada, bob]);
  await rows("update chunks set phones = array[$1]", [bob]);
  await rows(
    "insert into retries (message_id, phone, route, priority, due) values ($1, $2, 'default', 1, 'infinity')",
    [id, ada],
  );
  await pause(id);
  expect(await store.find(await erase(ada))).toMatchObject({ done: true });
  expect(await rows("select 1 from retries")).toEqual([]);
});

test("a paused message whose audience is still being read keeps the number: nobody may get it a second time", async () => {
  const id = await send([ada, bob]);
  await rows("update messages set audience = '{}'");
  await rows("insert into fanouts (message_id, due) values ($1, 'infinity')", [id]);
  await pause(id);
  const erasure = await erase(ada);
  expect(await store.find(erasure)).toMatchObject({ done: false, waiting: 1 });
  expect(await statesOf(db.pool, { phone: ada })).toEqual({ canceled: 1 });
  expect(await stateOf(id)).toBe("paused");
});

test("a delivery on the wire is waited for, however its message was paused, and its outcome stays true", async () => {
  const provider = await startScriptedProvider(() => held.promise);
  const held = Promise.withResolvers<object>();
  const id = await send([ada, bob]);
  const engine = await startEngine(db, provider.dsn());
  await eventually(async () => provider.seen.length === 2);
  await pause(id);
  const erasure = await erase(ada);
  expect(await store.find(erasure)).toMatchObject({ done: false, waiting: 1 });
  expect(await rows("select state from deliveries")).toEqual([{ state: "sending" }, { state: "sending" }]);
  held.resolve({});
  await eventually(async () => (await deliveriesOf(db.pool, { state: "sent" })).length === 2);
  await engine.engine.stop();
  await rows("update deliveries set state = 'delivered'");
  await rows("update erasures set due = now()");
  const job = (await store.claim("test", LEASE))!;
  while ((await store.step(job, LEASE)) !== null);
  expect(await store.find(erasure)).toMatchObject({ done: true, erased: { outbox: 1 } });
  expect(provider.times()).toEqual(
    new Map([
      [ada, 1],
      [bob, 1],
    ]),
  );
  await provider.close();
});

test("a chunk whose lease a worker extends at that moment still loses the number", async () => {
  const people = numbers(3_000, 940_000);
  await send(people);
  const leaving = people[1_250] as Phone;
  const { id } = await store.request(uuidv7(db.now()), leaving, "test");
  await rows("update deliveries set state = 'failed', failure = 'x' where phone = $1", [leaving]);
  const worker = await db.pool.connect();
  await worker.query("begin");
  await worker.query("update chunks set due = now() + interval '1 minute' where $1 = any(phones)", [leaving]);
  const job = (await store.claim("test", LEASE))!;
  const steps = (async () => {
    while ((await store.step(job, LEASE)) !== null);
  })();
  await eventually(async () => (await sessionsWaiting(db.pool)) > 0);
  await worker.query("commit");
  worker.release();
  await steps;
  expect(await store.find(id)).toMatchObject({ done: true, erased: { outbox: 1 } });
  expect(
    await rows("select sum(size)::int as size, bool_or($1 = any(phones)) as named from chunks", [leaving]),
  ).toEqual([{ size: 2_999, named: false }]);
});

test("a delivery that a worker holds back at that moment leaves no hold behind, and its message ends", async () => {
  const id = await send([ada]);
  const erasure = await store.request(uuidv7(db.now()), ada, "test");
  await rows("delete from chunks");
  const worker = await db.pool.connect();
  await worker.query("begin");
  await worker.query("update deliveries set state = 'held' where message_id = $1", [id]);
  const job = (await store.claim("test", LEASE))!;
  const steps = (async () => {
    while ((await store.step(job, LEASE)) !== null);
  })();
  await eventually(async () => (await sessionsWaiting(db.pool)) > 0);
  await worker.query(
    `insert into holds (message_id, phone, route, priority, due, reason)
     values ($1, $2, 'default', 1, now() + interval '1 day', 'quiet_hours')`,
    [id, ada],
  );
  await worker.query("commit");
  worker.release();
  await steps;
  expect(await rows("select 1 from holds")).toEqual([]);
  expect(await rows("select state, failure from deliveries")).toEqual([{ state: "canceled", failure: "erased" }]);
  expect(await stateOf(id)).toBe("completed");
  expect(await store.find(erasure.id)).toMatchObject({ waiting: 1 });
});

test("beside two nodes that send, and pauses, everyone else gets it once, nobody twice, and the counts match the log", async () => {
  const provider = await startScriptedProvider(() => ({}));
  const people = numbers(3_000, 920_000);
  const leaving = people.filter((_, nth) => nth % 60 === 7) as Phone[];
  const id = await send(people);
  const engines = [
    await startEngine(db, provider.dsn("&window=20")),
    await startEngine(db, provider.dsn("&window=20")),
  ];
  await eventually(async () => provider.seen.length > 200);
  const asked = await Promise.all(leaving.map((phone) => store.request(uuidv7(db.now()), phone, "test")));
  const work = async (): Promise<void> => {
    for (let job = await store.claim("test", LEASE); job; job = await store.claim("test", LEASE)) {
      while ((await store.step(job, LEASE)) !== null);
    }
  };
  await Promise.all([work(), work(), pause(id)]);
  // Paused: a person whose delivery was not on the wire is erased by the second step, however long the pause.
  await eventually(async () => (await deliveriesOf(db.pool, { state: "sending" })).length === 0);
  await rows("update deliveries set state = 'delivered' where state = 'sent' and phone = any($1)", [leaving]);
  await rows("update erasures set due = now() where phone is not null");
  await Promise.all([work(), work()]);
  expect(await stateOf(id)).toBe("paused");
  for (const { id: erasure } of asked) expect(await store.find(erasure)).toMatchObject({ done: true, waiting: 0 });
  expect(await rows("select 1 from chunks where phones && $1", [leaving])).toEqual([]);
  await resume(id);
  await Promise.all(engines.map(async ({ engine }) => engine.wake.dispatch()));
  await eventually(async () => (await stateOf(id)) === "completed");
  await Promise.all(engines.map(({ engine }) => engine.stop()));
  const times = provider.times();
  expect([...times.values()].filter((often) => often !== 1)).toEqual([]);
  expect(people.filter((phone) => !leaving.includes(phone as Phone) && !times.has(phone))).toEqual([]);
  expect(await rows("select 1 from deliveries where phone = any($1)", [leaving])).toEqual([]);
  const view = (await messageViewQueries(db).find(id))!;
  const [log] = await rows(
    "select count(*) filter (where failure = 'erased')::int as erased, count(*) filter (where state = 'canceled')::int as canceled, count(*)::int as entries from deliveries",
  );
  expect(view.counts.filter(({ state }) => state === "canceled")).toEqual([
    { state: "canceled", reason: "erased", count: log.erased },
  ]);
  expect(log).toEqual({
    erased: leaving.filter((phone) => !times.has(phone)).length,
    canceled: log.erased,
    entries: people.length,
  });
  const [stats] = await rows(
    "select sum(failed)::int as failed from (select failed from outbox_deltas union all select failed from outbox_totals) t",
  );
  expect(stats.failed).toBe(log.erased);
  await provider.close();
});

test("a worker that holds the chunk of an erased person cannot bring the number back", async () => {
  const queue = queueQueries(db, { webhooks: silent, receipts: silent });
  const id = await send([ada, bob, cy]);
  const alone = await send([ada]);
  const claims = await queue.claim(claimAll);
  expect(await store.find(await erase(ada))).toMatchObject({ done: true, waiting: 0 });
  // What it has in memory is from before.
  for (const { chunk } of claims) {
    expect(chunk.keys.some(({ phone }) => phone === ada)).toBe(true);
    const [kept, rest] = [chunk.keys.slice(-1), chunk.keys.slice(0, -1)];
    await queue.split([{ chunk, kept, rest }]);
    const marked = await queue.mark([{ chunk, keys: chunk.keys, prolong: true }], "main", LEASE);
    expect(marked.map(({ phone }) => phone)).not.toContain(ada);
    await queue.settle(
      marked.map((text) => ({
        ...text,
        token: chunk.token,
        gateway: "main",
        route: "default",
        priority: 1,
        state: "sent",
        counts: true,
        retryMs: 0,
      })),
    );
    await queue.release([chunk]);
    expect(await rows("select 1 from chunks where $1 = any(phones)", [ada])).toEqual([]);
    await queue.finish([{ chunk, clean: false }]);
  }
  expect(await rows("select 1 from chunks where $1 = any(phones)", [ada])).toEqual([]);
  expect(await rows("select 1 from retries")).toEqual([]);
  expect(await stateOf(alone)).toBe("completed");
  // None of the others is lost.
  for (const { chunk } of await queue.claim(claimAll)) {
    await queue.mark([{ chunk, keys: chunk.keys, prolong: true }], "main", LEASE);
  }
  expect(await rows("select phone, state from deliveries where phone not like '+0%' order by phone")).toEqual([
    { phone: bob, state: "sent" },
    { phone: cy, state: "sent" },
  ]);
  expect((await messageViewQueries(db).find(id))!.counts).toContainEqual({ state: "sent", reason: "", count: 2 });
});

test("a chunk that lost every recipient is ended by the next worker", async () => {
  const provider = await startScriptedProvider(() => ({}));
  const id = await send([ada, bob]);
  await rows("update deliveries set state = 'canceled'");
  await rows("update chunks set phones = '{}', token = 1");
  const engine = await startEngine(db, provider.dsn());
  await eventually(async () => (await stateOf(id)) === "completed");
  await engine.engine.stop();
  expect(await rows("select 1 from chunks")).toEqual([]);
  expect(provider.seen).toEqual([]);
  await provider.close();
});

test("a worker that divides a chunk at the moment of the erasure waits for it, and loses nobody else", async () => {
  const queue = queueQueries(db, { webhooks: silent, receipts: silent });
  await send([ada, bob, cy]);
  await Promise.all([send([ada]), send([bob])]);
  const claims = await queue.claim(claimAll);
  await rows("update deliveries set state = 'failed', failure = 'x' where phone = $1", [ada]);
  const { id } = await store.request(uuidv7(db.now()), ada, "test");
  const others = await db.pool.connect();
  await others.query("begin");
  await others.query("lock table retries in share mode");
  await rows("update erasures set phase = 'log'");
  const job = (await store.claim("test", LEASE))!;
  const steps = (async () => {
    while ((await store.step(job, LEASE)) !== null);
  })();
  const waiting = (sessions: number) => eventually(async () => (await sessionsWaiting(db.pool)) >= sessions);
  // The erasure has locked the chunks, and waits behind them.
  await waiting(1);
  const parts = claims.map(({ chunk }) => ({ chunk, kept: chunk.keys.slice(0, 1), rest: chunk.keys.slice(1) }));
  const divided = queue.split(parts);
  await waiting(2);
  await others.query("commit");
  others.release();
  await Promise.all([divided, steps]);
  expect(await store.find(id)).toMatchObject({ done: true });
  const left = await rows("select unnest(phones) as phone from chunks order by 1");
  expect(left.map(({ phone }) => phone)).toEqual([bob, bob, cy].toSorted());
});
