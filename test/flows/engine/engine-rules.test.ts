import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import type { NewMessage } from "#domain/messages/message";
import { acceptQueries } from "#store/queries/accept/accept";
import { queueQueries } from "#store/queries/queue/queue";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { deliveriesOf, statesOf, suppress } from "../../support/database/ledger.ts";
import { eventually, numbers, startEngine, textTo, type TestEngine } from "../../support/engine/engine.ts";
import { startScriptedProvider, type Asked, type ProviderReply } from "../../support/providers/scripted-provider.ts";

let db: TestDatabase;
let engines: TestEngine[] = [];
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
let answer: (asked: Asked, nth: number) => ProviderReply | Promise<ProviderReply>;
beforeAll(async () => {
  db = await freshDatabase();
  provider = await startScriptedProvider((asked, nth) => answer(asked, nth));
});
afterEach(async () => {
  await Promise.all(engines.map(({ engine }) => engine.stop()));
  engines = [];
  provider.seen.length = 0;
  answer = () => ({});
  await db.pool.query(
    "truncate messages, deliveries, chunks, retries, suppressions, events, provider_refs, receipts, outbox_deltas, idempotency_keys",
  );
});
afterAll(async () => {
  await db.drop();
  await provider.close();
});

const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await db.pool.query(sql)).rows;
const completed = async (): Promise<boolean> =>
  (await rows("select 1 from messages where state <> 'completed'")).length === 0;

async function node(more = ""): Promise<TestEngine> {
  const started = await startEngine(db, provider.dsn(more), { times: { drainMs: 500 } });
  engines.push(started);
  return started;
}

async function accept(phones: readonly string[], more: Partial<NewMessage> = {}): Promise<void> {
  const result = await acceptQueries(db, () => undefined).accept(textTo(phones, more));
  expect(result.kind).toBe("accepted");
}

async function states(): Promise<Record<string, number>> {
  return statesOf(db.pool);
}

/** What waits for another try is due now, and the test does not wait for the next poll. */
async function hurry(): Promise<void> {
  await db.pool.query("update retries set due = now() where due > now()");
  await queueQueries(db, { webhooks: () => undefined, receipts: () => undefined }).promote();
  for (const { engine } of engines) engine.wake.dispatch();
}

test("a response in characters that no database accepts delays nobody", async () => {
  const [nul, half, long] = numbers(3) as [string, string, string];
  answer = ({ to }) => {
    if (to === nul) return { body: String.raw`{"id":"a\u0000b"}` };
    if (to === long) return { body: JSON.stringify({ id: [..."😀".repeat(150)].join("") }) };
    // Cutting after two hundred code units splits a surrogate pair.
    if (to === half) return { status: 400, body: JSON.stringify({ why: `x${"😀".repeat(150)}` }) };
    return {};
  };
  await accept(numbers(40));
  await node(`&reason=${encodeURIComponent("/why")}`);
  await eventually(completed);
  expect(await states()).toEqual({ sent: 39, failed: 1 });
  expect(provider.seen).toHaveLength(40);
});

test("a delivery that is deferred twelve times fails; throttling does not count as a try", async () => {
  const [busy, throttled] = numbers(2) as [string, string];
  answer = ({ to }) => {
    if (to === busy) return { status: 503 };
    return (provider.times().get(throttled) ?? 0) > 14 ? {} : { status: 429 };
  };
  await accept([busy, throttled]);
  await node();
  await eventually(async () => {
    await hurry();
    return completed();
  });
  expect(Object.fromEntries(provider.times())).toEqual({ [busy]: 12, [throttled]: 15 });
  expect(await rows("select phone, state, attempt, failure from deliveries order by phone")).toEqual([
    { phone: busy, state: "failed", attempt: 12, failure: "http_503" },
    { phone: throttled, state: "sent", attempt: 1, failure: null },
  ]);
});

test("a delivery that is no longer wanted when it is due is not sent", async () => {
  const [late, stopped, wanted] = numbers(3) as [string, string, string];
  await accept([late]);
  await db.pool.query("update messages set valid_until = now() - interval '1 second'");
  await accept([stopped, wanted]);
  await suppress(db.pool, stopped);
  await accept(numbers(5, 100), { createdBy: "canceled" });
  await db.pool.query("update messages set state = 'canceled' where created_by = 'canceled'");
  await accept(numbers(5, 200), { createdBy: "paused" });
  await db.pool.query("update messages set state = 'paused' where created_by = 'paused'");
  await node();
  await eventually(async () => (await states())["canceled"] === 5);
  await eventually(async () => (await rows("select 1 from retries")).length === 5);
  await eventually(async () => (await states())["sent"] === 1);
  expect(await states()).toEqual({ canceled: 5, expired: 1, suppressed: 1, sent: 1, queued: 5 });
  expect(provider.seen.map(({ to }) => to)).toEqual([wanted]);

  await db.pool.query("update messages set state = 'running' where state = 'paused'");
  await eventually(async () => {
    await hurry();
    return (await states())["sent"] === 6;
  });
  expect(
    await rows(
      "select sum(total)::int as total, sum(success)::int as success, sum(failed)::int as failed from outbox_deltas",
    ),
  ).toEqual([{ total: 13, success: 6, failed: 7 }]);
});

test("a delivery whose validity ends while it is deferred expires and is not tried again", async () => {
  answer = () => ({ status: 503 });
  await accept(numbers(1), { validFor: 600 });
  await node();
  await eventually(async () => (await rows("select 1 from retries")).length === 1);
  await db.pool.query("update messages set valid_until = now()");
  await eventually(async () => {
    await hurry();
    return completed();
  });
  expect(await states()).toEqual({ expired: 1 });
  expect(provider.seen).toHaveLength(1);
});

test("one-time passwords overtake a campaign of ten thousand", async () => {
  answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return {};
  };
  await accept(numbers(10_000, 1_000), { category: "marketing" });
  const { messages } = await node("&window=10");
  await eventually(async () => provider.seen.length > 100);
  const passedBy: number[] = [];
  for (const phone of numbers(20)) {
    const before = provider.seen.length;
    await messages.accept(textTo([phone], { category: "otp", validFor: 600 }));
    const place = await eventually(async () => {
      const found = provider.seen.findIndex(({ to }) => to === phone);
      return found >= 0 && found + 1;
    });
    passedBy.push(place - 1 - before);
  }
  passedBy.sort((a, b) => a - b);
  // Those that leave within a moment, or slightly more on a busy computer; not a claimed chunk of five hundred.
  expect(passedBy[10]).toBeLessThan(400);
  // All twenty arrived while it was being sent: what waits for its end is overtaken once, and never again.
  expect(provider.seen.length).toBeLessThan(10_000);
  await db.pool.query("update messages set state = 'canceled' where category = 'marketing'");
});

test.each([
  { window: 10, others: 9 },
  { window: 100, others: 98 },
])(
  "in a window of $window, one-time passwords find a free slot while the $others others hang",
  async ({ window, others }) => {
    answer = ({ to }) => (numbers(300, 1_000).includes(to) ? null : {});
    await accept(numbers(300, 1_000), { category: "marketing" });
    // No other slot becomes free while this test runs.
    const { messages } = await node(`&window=${window}&timeout=60`);
    await eventually(async () => provider.seen.length === others);
    const passwords = numbers(3);
    await Promise.all(passwords.map((phone) => messages.accept(textTo([phone], { category: "otp" }))));
    await eventually(async () => passwords.every((phone) => provider.seen.some(({ to }) => to === phone)));
    expect(provider.seen).toHaveLength(others + passwords.length);
  },
);

test("a delivery that PostgreSQL refuses fails alone", async () => {
  const messages = acceptQueries(db, () => undefined);
  const results = await Promise.allSettled(
    numbers(20).map((phone, index) =>
      messages.accept(textTo([phone], index === 7 ? { content: contentOf({ text: "a\0b" }) } : {})),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(
    results.map((_, index) => (index === 7 ? "rejected" : "fulfilled")),
  );
  expect(await deliveriesOf(db.pool)).toHaveLength(19);
});

test("one key means one message: in one flush, in two, on two nodes", async () => {
  const key = (seed: number, body = "reply") => ({
    key: Buffer.alloc(16, seed).toString("hex"),
    fingerprint: "09".repeat(16),
    reply: () => ({ status: 200, body }),
  });
  const stores = [1, 2].map(() => acceptQueries(db, () => undefined));
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, index) => stores[index % 2]!.accept(textTo(numbers(1, index)), key(index % 10))),
  );
  const kinds = results.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "accepted")).toHaveLength(10);
  expect(kinds.filter((kind) => kind !== "accepted").every((kind) => kind === "replayed" || kind === "in_flight")).toBe(
    true,
  );
  expect(await rows("select count(*)::int as n from messages")).toEqual([{ n: 10 }]);
  expect(await deliveriesOf(db.pool)).toHaveLength(10);
});
