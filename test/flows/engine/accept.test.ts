import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import type { IdempotentReply } from "#domain/messages/message-store";
import { acceptQueries } from "#store/queries/accept/accept";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { deliveriesOf, suppress } from "../../support/database/ledger.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await freshDatabase();
});
beforeEach(async () => {
  await db.pool.query(
    "truncate messages, deliveries, chunks, events, idempotency_keys, outbox_deltas, stat_deltas, suppressions",
  );
});
afterAll(() => db.drop());

const store = () => acceptQueries(db, () => undefined);

function keyed(key: string): IdempotentReply {
  return {
    key: Buffer.from(key.padEnd(16, "-")).toString("hex"),
    fingerprint: "00".repeat(32),
    reply: (accepted) => ({ status: 200, body: JSON.stringify(accepted) }),
  };
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await db.pool.query(`select
    (select count(*) from messages)::int as messages,
    (select count(*) from deliveries)::int as deliveries,
    (select coalesce(sum(cardinality(phones)), 0) from chunks)::int as queued,
    (select count(*) from idempotency_keys)::int as keys,
    (select coalesce(sum((data ->> 'messages')::int), 0) from events where kind = 'message.accepted')::int as events,
    (select coalesce(sum(total), 0) from outbox_deltas)::int as counted`);
  return rows[0];
}

test("a call that PostgreSQL refuses does not fail the calls written in the same batch", async () => {
  const { accept } = store();
  const [first, ...rest] = numbers(20);
  const results = await Promise.allSettled([
    accept(textTo([first!], { content: contentOf({ text: "no phone shows \0" }) }), keyed("bad")),
    ...rest.map((phone, index) => accept(textTo([phone]), keyed(`good ${index}`))),
  ]);
  expect(results.map((result) => result.status)).toEqual(["rejected", ...rest.map(() => "fulfilled")]);
  expect(results[0]).toMatchObject({ reason: { code: "22021" } });
  expect(await counts()).toEqual({ messages: 19, deliveries: 19, queued: 19, keys: 19, events: 19, counted: 19 });
});

test("each of many calls has its own outcome, in their order", async () => {
  const { accept, acceptEach } = store();
  const phones = numbers(230);
  await suppress(db.pool, phones[200]!);
  await accept(textTo([phones[0]!]), keyed("earlier"));
  const calls = phones.map((phone, index) => ({ message: textTo([phone]), idempotent: keyed(`k${index}`) }));
  calls[5] = { message: textTo([phones[5]!], { content: contentOf({ text: "\0" }) }), idempotent: keyed("bad") };
  calls[150] = { ...calls[150]!, idempotent: keyed("k10") };
  calls[220] = { ...calls[220]!, idempotent: keyed("earlier") };
  const results = await acceptEach(calls);
  const others = new Map([
    [5, "failed"],
    [150, "in_flight"],
    [200, "no_recipients"],
    [220, "replayed"],
  ]);
  expect(results.map(({ kind }) => kind)).toEqual(calls.map((_, index) => others.get(index) ?? "accepted"));
  expect(results[5]).toMatchObject({ error: { code: "22021" } });
  expect(await counts()).toMatchObject({ messages: 227, deliveries: 227, queued: 227, keys: 227 });
  const { rows } = await db.pool.query("select m.id, d.phone from messages m join deliveries d on d.message_id = m.id");
  const written = new Map(rows.map(({ id, phone }) => [id, phone]));
  for (const [index, result] of results.entries()) {
    if (result.kind === "accepted") expect(written.get(result.message.id)).toBe(phones[index]);
  }
  // No key is held any longer.
  expect((await acceptEach([calls[10]!, calls[11]!])).map(({ kind }) => kind)).toEqual(["replayed", "replayed"]);
});

test("many calls to many numbers are not written by one large statement", async () => {
  const { acceptEach } = store();
  const calls = Array.from({ length: 12 }, (_, index) => ({ message: textTo(numbers(4_000, index * 4_000)) }));
  expect((await acceptEach(calls)).map(({ kind }) => kind)).toEqual(calls.map(() => "accepted"));
  const { rows } = await db.pool.query(
    "select count(*)::int as numbers from deliveries group by xmin::text order by 1 desc",
  );
  expect(rows.map((row) => row.numbers)).toEqual([16_000, 16_000, 16_000]);
});

test("a suppressed number is logged and counted in the stored response, but not queued", async () => {
  const { accept } = store();
  const [free, stopped] = numbers(2);
  await suppress(db.pool, stopped!);
  const result = await accept(textTo([free!, stopped!]), keyed("one"));
  expect(result).toMatchObject({ kind: "accepted", message: { matched: 2, accepted: 1, suppressed: 1 } });
  expect(await counts()).toMatchObject({ messages: 1, deliveries: 2, queued: 1, keys: 1, events: 1, counted: 2 });
  expect(await deliveriesOf(db.pool)).toEqual([
    { phone: free, state: "queued", failure: null },
    { phone: stopped, state: "suppressed", failure: "suppressed" },
  ]);
  expect(await accept(textTo([free!, stopped!]), keyed("one"))).toEqual({
    kind: "replayed",
    originalAt: expect.any(Number),
    status: 200,
    body: JSON.stringify(result.kind === "accepted" ? result.message : null),
  });
});

test("an opt-out of one recipient does not affect the other calls in the same batch", async () => {
  const { accept } = store();
  const phones = numbers(40);
  await suppress(db.pool, [phones[7]!, phones[8]!]);
  const results = await Promise.all(
    phones.map((phone, index) => accept(textTo([phone]), index % 2 ? keyed(`k${index}`) : undefined)),
  );
  expect(results.map((result) => result.kind)).toEqual(
    phones.map((_, index) => (index === 7 || index === 8 ? "no_recipients" : "accepted")),
  );
  expect(await counts()).toEqual({ messages: 38, deliveries: 38, queued: 38, keys: 19, events: 38, counted: 38 });
});

test("a message whose recipients have all opted out stores nothing, not even its key", async () => {
  const { accept } = store();
  const phones = numbers(3);
  await suppress(db.pool, phones);
  expect(await accept(textTo(phones), keyed("nobody"))).toEqual({ kind: "no_recipients", suppressed: 3 });
  expect(await counts()).toEqual({ messages: 0, deliveries: 0, queued: 0, keys: 0, events: 0, counted: 0 });
});

test("inside a transaction an opt-out is respected too, and a rollback leaves nothing behind", async () => {
  const { accept } = store();
  const phones = numbers(2);
  await suppress(db.pool, phones[0]!);
  await expect(
    db.transaction(async () => {
      const result = await accept(textTo(phones));
      expect(result).toMatchObject({ kind: "accepted", message: { accepted: 1, suppressed: 1 } });
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  expect(await counts()).toMatchObject({ messages: 0, deliveries: 0, queued: 0, events: 0 });
});

test("concurrent calls with one key in many stores create one message, and every other call gets its response", async () => {
  const phone = numbers(1);
  // Each store acts as a node of its own: only the database ensures that a single call gets through.
  const results = await Promise.all(Array.from({ length: 12 }, () => store().accept(textTo(phone), keyed("same"))));
  const accepted = results.filter((result) => result.kind === "accepted");
  expect(accepted).toHaveLength(1);
  expect(results.filter((result) => result.kind === "replayed")).toHaveLength(11);
  expect(await counts()).toEqual({ messages: 1, deliveries: 1, queued: 1, keys: 1, events: 1, counted: 1 });
});

test("ten thousand numbers of one message become chunks of that message, each number exactly once", async () => {
  const { accept } = store();
  await accept(textTo(numbers(10_000)), keyed("many"));
  expect(await counts()).toMatchObject({ messages: 1, deliveries: 10_000, queued: 10_000, counted: 10_000 });
  const { rows } = await db.pool.query(
    "select count(*)::int as chunks, count(message_id)::int as owned, max(cardinality(phones))::int as largest from chunks",
  );
  expect(rows[0]).toEqual({ chunks: 20, owned: 20, largest: 500 });
});

test("messages to one number each are written as they are beside a message to several", async () => {
  const [first, second, third, ...several] = numbers(5) as [string, string, string, ...string[]];
  const single = [
    textTo([first], { duplicates: 2, invalid: 1 }),
    textTo([second], { ratePerMinute: 60 }),
    textTo([third], { category: "otp", content: contentOf({ text: "Your code is 123456", sender: "Shop" }) }),
  ];
  await store().acceptAll(single);
  const alone = await written();
  await db.pool.query("truncate messages, deliveries, chunks, stat_deltas");
  await store().acceptAll([...single, textTo(several, { category: "marketing" })]);
  expect(await written()).toEqual(alone);
  expect(alone).toMatchObject({ messages: expect.toSatisfy((rows: unknown[]) => rows.length === 3) });
});

/** What is stored of messages other than marketing, without ids and times: ids of one millisecond have no order. */
async function written(): Promise<Record<string, unknown>> {
  const { rows } = await db.pool.query(`select
    (select json_agg(to_jsonb(m) - 'id' - 'valid_until' order by category, duplicates) from messages m where category <> 'marketing') as messages,
    (select json_agg(to_jsonb(d) - 'id' - 'message_id' order by phone) from deliveries d
      where message_id in (select id from messages where category <> 'marketing')) as deliveries,
    (select json_agg(jsonb_build_array(route, priority, claimable, message_id is null, cardinality(message_ids),
        array(select unnest(phones) order by 1)) order by priority)
      from chunks where priority in (select priority from messages where category <> 'marketing')) as chunks,
    (select json_agg(to_jsonb(s) - 'id' - 'bucket' order by category, area) from stat_deltas s where category <> 'marketing') as stats`);
  return rows[0];
}
