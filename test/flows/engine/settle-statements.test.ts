import { afterAll, beforeAll, expect, test } from "vitest";

import type { Settlement } from "#domain/deliveries/queue";
import type { Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import { openedMessages, type OpenedMessages } from "#store/queries/queue/opened-messages";
import { settle } from "#store/queries/queue/settle";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query(
    "insert into webhooks (id, url, types, secret) values (gen_random_uuid(), 'https://example.com/', '{message.sent}', '')",
  );
});
afterAll(() => db.drop());

const people = numbers(7);
const [first, second, fenced, doubtful, open, gone, ours] = people as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const LONG = "x".repeat(900);

/** A message being sent, with a row in each state that a settle may find. */
async function message(): Promise<Uuid> {
  const result = await acceptQueries(db, () => undefined).accept(textTo(people));
  if (result.kind !== "accepted") throw new Error(result.kind);
  const { id } = result.message;
  await db.pool.query("update messages set rolled_up = true, first_sent_at = now() where id = $1", [id]);
  await db.pool.query(
    "update deliveries set state = 'sending', chunk_id = 1, token = 1, gateway = 'main' where message_id = $1",
    [id],
  );
  const be = (phone: string, change: string) =>
    db.pool.query(`update deliveries set ${change} where message_id = $1 and phone = $2`, [id, phone]);
  await be(fenced, "token = 2");
  await be(doubtful, "state = 'unknown', attempt = 1");
  await be(open, "state = 'queued', chunk_id = null, token = null");
  await be(gone, "state = 'failed', failure = 'busy'");
  return id;
}

function batch(id: Uuid): Settlement[] {
  const one = (phone: string, more: Partial<Settlement> = {}): Settlement => ({
    messageId: id,
    phone: phone as never,
    chunkId: 1,
    token: 1,
    gateway: "main",
    state: "sent",
    counts: true,
    route: "default",
    priority: 1,
    providerIds: [`p-${phone}`],
    segments: 2,
    response: "queued",
    ...more,
  });
  return [
    one(second, { response: LONG, providerIds: [LONG] }),
    one(first),
    one(first),
    one(ours, { providerIds: [], response: undefined, segments: undefined } as never),
    one(fenced),
    one(doubtful),
    one(open),
    one(gone),
  ];
}

/** Everything that a settle writes, without what differs from message to message. */
async function written(id: Uuid): Promise<unknown> {
  const ask = async (sql: string): Promise<unknown> => (await db.pool.query(sql, [id])).rows;
  return {
    deliveries: await ask(`select phone, state, attempt, segments, response, failure, sent_at is not null as sent
      from deliveries where message_id = $1 order by phone`),
    events: await ask(`select kind, phone, data - 'id' as data from events
      where message_id = $1 and kind <> 'message.accepted' order by phone`),
    hooks: await ask(
      `select e.phone from webhook_deliveries w join events e on e.id = w.event_id where e.message_id = $1 order by 1`,
    ),
    refs: await ask(
      "select distinct gateway, provider_id, phone from provider_refs where message_id = $1 order by phone",
    ),
    progress: await ask(`select state, reason, sum(count)::int as count from message_deltas where message_id = $1
      group by 1, 2 order by 1, 2`),
  };
}

const knowsAll: OpenedMessages = {
  has: () => true,
  get: () => ({ rolledUp: true, category: "transactional", segments: 1 }),
  learn: async () => undefined,
};
/** What makes a batch more than "sent", and changes nothing: this claim has no holder. */
const besides = (one: Settlement): Settlement => ({
  ...one,
  state: "failed",
  failure: "x",
  token: 99,
  providerIds: [],
});

test("a batch leaves the same rows whichever of the three statements writes it", async () => {
  const ids = [await message(), await message(), await message()] as const;
  await settle(db, openedMessages(db), batch(ids[0]));
  await settle(db, knowsAll, batch(ids[1]));
  await settle(db, knowsAll, [...batch(ids[2]), besides(batch(ids[2])[1]!)]);
  const [plain, known, full] = await Promise.all(ids.map(written));
  expect(plain).toEqual(full);
  expect(known).toEqual(full);
  expect(full).toMatchObject({
    deliveries: [first, second, fenced, doubtful, open, gone, ours].map((phone) => ({
      phone,
      state: { [fenced]: "sending", [open]: "queued", [gone]: "failed" }[phone] ?? "sent",
    })),
    progress: [
      { state: "sent", count: 4 },
      { state: "unknown", count: -1 },
    ],
  });
  // What a late worker learned is kept as evidence.
  expect((full as { refs: { phone: string }[] }).refs.map(({ phone }) => phone)).toContain(fenced);
});

test("a value that PostgreSQL cannot store costs only its own row what the provider said", async () => {
  const id = await message();
  await settle(db, knowsAll, [...batch(id).slice(1, 2), { ...batch(id)[0]!, segments: 100_000 }]);
  const { rows } = await db.pool.query(
    "select phone, state, response from deliveries where message_id = $1 and phone in ($2, $3) order by phone",
    [id, first, second],
  );
  expect(rows).toEqual([
    { phone: first, state: "sent", response: "queued" },
    { phone: second, state: "sent", response: null },
  ]);
});

test("a message's previous state is read once when two of its deliveries are written together", async () => {
  const id = await message();
  const opened = openedMessages(db);
  await settle(db, opened, batch(id).slice(1, 2));
  expect(opened.has(id)).toBe(false);
  await settle(db, opened, batch(id).slice(0, 2));
  expect([opened.has(id), opened.get(id).rolledUp]).toEqual([true, true]);
});

test("the first delivery of a message opens it, in whichever statement, and a message with one recipient ends with it", async () => {
  const result = await acceptQueries(db, () => undefined).accept(textTo([first]));
  if (result.kind !== "accepted") throw new Error(result.kind);
  const { id } = result.message;
  await db.pool.query("update deliveries set state = 'sending', chunk_id = 1, token = 1 where message_id = $1", [id]);
  const opened = openedMessages(db);
  await settle(db, opened, [batch(id)[1]!, batch(id)[1]!]);
  const { rows } = await db.pool.query("select kind from events where message_id = $1 order by id", [id]);
  expect(rows.map(({ kind }) => kind)).toEqual(["message.accepted", "message.sent", "message.completed"]);
  expect(opened.has(id)).toBe(false);
});
