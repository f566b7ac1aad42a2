import { afterAll, beforeAll, expect, test } from "vitest";

import type { PruningStore } from "#domain/privacy/pruning-store";
import { keptBy, retentionSection } from "#domain/privacy/retention-settings";
import { uuidFloor, type Uuid } from "#lib/ids";
import { day } from "#lib/time";
import { deliveriesTable } from "#store/partitions";
import { pruningQueries } from "#store/queries/upkeep/pruning";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { testConsentKeys } from "../../support/people/consents.ts";

let db: TestDatabase;
let store: PruningStore;
beforeAll(async () => {
  db = await freshDatabase();
  store = pruningQueries(db, testConsentKeys);
});
afterAll(() => db.drop());

const DAYS = 2;
let made = 0;

type Made = { readonly state?: string; readonly daysAgo?: number; readonly finished?: number | null };

/** A message of some days ago with its event; `finished` in days ago, null: not yet. */
async function message({ state = "completed", daysAgo = 5, finished = daysAgo }: Made = {}): Promise<Uuid> {
  made += 1;
  const id = `${uuidFloor(db.now() - daysAgo * day).slice(0, -6)}${String(made).padStart(6, "0")}` as Uuid;
  await db.pool.query(
    `with m as (
       insert into messages (id, state, category, priority, route, body, media, encoding, segments, valid_until, created_by, first_sent_at, finished_at)
       values ($1, $2, 'marketing', 2, 'default', 'A secret', '{https://example.org/a.png}', 'gsm7', 1, now() - interval '1 hour', 'test',
         now() - $3 * interval '1 day', now() - $4::float8 * interval '1 day') returning id, first_sent_at
     )
     insert into events (at, kind, message_id, data)
     select first_sent_at, 'new_sms', id, '{"message": "A secret", "media": [], "recipients": 1}' from m`,
    [id, state, daysAgo, finished],
  );
  return id;
}

async function personal(people: number): Promise<Uuid> {
  const id = await message();
  await db.pool.query(
    `update messages set personal = true, body = 'Hi {{name}}', variants = '{"de": "Hallo {{name}}"}' where id = $1`,
    [id],
  );
  await db.pool.query(
    `insert into ${deliveriesTable(id)} (message_id, phone, state, own_text, segments)
     select $1, '+4915' || 100000000 + n, 'delivered', case when n = 1 then '[erased]' else 'Hi Ada ' || n end, 1 from generate_series(1, $2::int) n`,
    [id, people],
  );
  return id;
}

/** All steps of an hour. `stopAfter`: the process ends after so many. */
async function walked(step: keyof PruningStore, limit = 10, stopAfter = Infinity): Promise<number> {
  const walk = store[step] as PruningStore["pruneTexts"];
  let removed = 0;
  let after: string | null = "";
  for (let steps = 0; after !== null && steps < stopAfter; steps += 1) {
    const done: Awaited<ReturnType<typeof walk>> = await walk(DAYS, after, limit);
    removed += done.removed;
    after = done.next;
  }
  return removed;
}

const textOf = async (id: Uuid): Promise<string> =>
  (await db.pool.query("select body from messages where id = $1", [id])).rows[0].body;

test("an old message loses text, media and the text of its event, and keeps its entry; a recent one keeps all", async () => {
  const old = await message();
  const recent = await message({ daysAgo: 1 });
  expect(await walked("pruneTexts")).toBe(1);
  const { rows } = await db.pool.query(
    "select m.id, m.body, m.media, m.state, e.data from messages m join events e on e.message_id = m.id order by m.id",
  );
  expect(rows).toEqual([
    { id: old, body: "[redacted]", media: [], state: "completed", data: { recipients: 1 } },
    expect.objectContaining({ id: recent, body: "A secret", media: ["https://example.org/a.png"] }),
  ]);
  expect(rows[1].data.message).toBe("A secret");
});

test.each(["scheduled", "resolving", "running", "paused"])(
  "the text of a message that is %s stays, however old, and goes some days after it has ended",
  async (state) => {
    const id = await message({ state, finished: null });
    await walked("pruneTexts");
    expect(await textOf(id)).toBe("A secret");
    await db.pool.query(
      "update messages set state = 'completed', finished_at = now() - interval '1 day' where id = $1",
      [id],
    );
    await walked("pruneTexts");
    expect(await textOf(id)).toBe("A secret");
    await db.pool.query("update messages set finished_at = now() - interval '3 days' where id = $1", [id]);
    await walked("pruneTexts");
    expect(await textOf(id)).toBe("[redacted]");
  },
);

test("a message that has ended and is still valid keeps its text: deliveries in doubt may be sent again", async () => {
  const id = await message();
  await db.pool.query("update messages set valid_until = now() + interval '1 hour' where id = $1", [id]);
  await walked("pruneTexts");
  expect(await textOf(id)).toBe("A secret");
});

test("personal texts go row by row, after a process that ended amid them, and an erased one stays erased", async () => {
  const id = await personal(57);
  const next = await message();
  const left = async (): Promise<number> =>
    (
      await db.pool.query("select count(*)::int as n from deliveries where message_id = $1 and own_text like 'Hi%'", [
        id,
      ])
    ).rows[0].n;
  await walked("pruneTexts", 10, 4);
  expect(await left()).toBeGreaterThan(0);
  expect(await left()).toBeLessThan(56);
  expect(await textOf(id)).toBe("Hi {{name}}");
  await walked("pruneTexts");
  expect(await left()).toBe(0);
  expect([await textOf(id), await textOf(next)]).toEqual(["[redacted]", "[redacted]"]);
  expect((await db.pool.query("select variants from messages where id = $1", [id])).rows[0].variants).toBeNull();
  const { rows } = await db.pool.query(
    "select own_text, count(*)::int as n from deliveries where message_id = $1 group by 1 order by 1",
    [id],
  );
  expect(rows).toEqual([
    { own_text: "[erased]", n: 1 },
    { own_text: "[redacted]", n: 56 },
  ]);
});

test("a thread ends with its last message, even if two nodes delete its messages at the same time", async () => {
  const old = await db.pool.query<{ id: number }>(
    "insert into inbox (gateway, sender, recipient, body, at) select 'main', '+4915111111111', '+1', 'Hi', now() - interval '9 days' from generate_series(1, 2) returning id",
  );
  const [first, second] = old.rows.map(({ id }) => id);
  const other = await db.pool.connect();
  await other.query("begin");
  await other.query("delete from inbox where id = $1", [first]);
  await db.pool.query("delete from inbox where id = $1", [second]);
  await other.query("commit");
  other.release();
  await db.pool.query(
    "insert into inbox (gateway, sender, recipient, body) values ('main', '+4915122222222', '+1', 'Hi')",
  );
  await walked("pruneInbox");
  const { rows } = await db.pool.query("select sender from inbox_threads");
  expect(rows).toEqual([{ sender: "+4915122222222" }]);
});

test("two nodes that walk at the same time end all texts, and neither fails", async () => {
  const ids = await Promise.all(Array.from({ length: 60 }, () => message()));
  const many = await personal(45);
  await Promise.all([walked("pruneTexts", 7), walked("pruneTexts", 7), walked("pruneTexts", 7)]);
  expect(new Set(await Promise.all([...ids, many].map(textOf)))).toEqual(new Set(["[redacted]"]));
});

test("a message whose month was dropped meanwhile does not stop the walk", async () => {
  await db.pool.query("insert into late_redactions select gen_random_uuid()");
  await walked("pruneTexts");
  const { rows } = await db.pool.query(
    "select l.message_id from late_redactions l left join messages m on m.id = l.message_id where m.id is null",
  );
  expect(rows).toEqual([]);
});

test("the text of a schedule goes once it has ended, and never before", async () => {
  await db.pool.query(
    `insert into schedules (id, state, message, zone, start_at, start_wall, if_late, late_after, created_by, updated_at)
     select gen_random_uuid(), s::schedule_state, '{"text": "A secret", "media": ["a"], "sender": "Acme"}', 'UTC', now(), '', 'send', 900, s, now() - interval '9 days'
     from unnest('{active,paused,completed,canceled}'::text[]) s`,
  );
  expect(await walked("pruneScheduleTexts", 3)).toBe(2);
  const { rows } = await db.pool.query("select created_by as state, message from schedules order by 1");
  const gone = { text: "[redacted]", media: [], variants: null, sender: "Acme" };
  const stays = { text: "A secret", media: ["a"], sender: "Acme" };
  expect(rows).toEqual([
    { state: "active", message: stays },
    { state: "canceled", message: gone },
    { state: "completed", message: gone },
    { state: "paused", message: stays },
  ]);
});

test("what an incoming message left in the event log goes with it", async () => {
  await db.pool.query("truncate events");
  await db.pool.query(
    `insert into events (at, kind, phone, data)
     select now() - n * interval '6 hours', 'new_incoming_sms', '+4915112345678', '{"sender": "+4915112345678", "text": "Hello", "media": [], "gateway": "a"}'
     from generate_series(20, 1, -1) n`,
  );
  expect(await walked("pruneInboundEvents", 4)).toBe(13);
  const { rows } = await db.pool.query(
    "select phone, data, count(*)::int as n from events where kind = 'new_incoming_sms' group by 1, 2 order by 3",
  );
  expect(rows.map(({ phone, n }) => [phone, n])).toEqual([
    ["+4915112345678", 7],
    [null, 13],
  ]);
  expect(rows[1].data).toEqual({ gateway: "a" });
  expect(await walked("pruneInboundEvents", 4)).toBe(0);
});

test("what a receiver of webhooks answered, and may have repeated, goes with the text; an attempt under way records none", async () => {
  const old = await message();
  const recent = await message({ daysAgo: 1 });
  await db.pool.query(
    "insert into events (at, kind, phone, data) values (now() - interval '9 days', 'new_incoming_sms', '+4915112345678', '{\"text\": \"A secret\"}')",
  );
  await db.pool.query(
    `with hook as (insert into webhooks (url, secret, types, created_by) values ('https://example.org/', '', '{new_sms}', 'test') returning id)
     insert into webhook_deliveries (webhook_id, event_id, kind, state, last_error, signed_at, signature, attempt_log)
     select hook.id, e.id, e.kind, case when message_id = $1 then 'pending' else 'failed' end, 'Unexpected: A secret', 1, 'v1,x',
         '[{"at": 2, "ms": 3, "status": 500, "answer": "Unexpected: A secret", "error": null}, {"at": 1, "ms": 3, "status": null, "answer": null, "error": "ECONNREFUSED"}]'
     from hook, events e where message_id in ($1, $2) or e.data ->> 'text' = 'A secret'`,
    [old, recent],
  );
  await walked("pruneTexts");
  await walked("pruneInboundEvents");
  const { rows } = await db.pool.query(
    "select d.last_error as answer, d.signature, d.token, d.attempt_log -> 0 ->> 'answer' as logged, jsonb_path_query_array(d.attempt_log, '$[*].at') as times from webhook_deliveries d join events e on e.id = d.event_id order by e.at",
  );
  expect(rows).toEqual([
    { answer: null, signature: null, token: 1, logged: null, times: [2, 1] },
    { answer: null, signature: null, token: 1, logged: null, times: [2, 1] },
    { answer: "Unexpected: A secret", signature: "v1,x", token: 0, logged: "Unexpected: A secret", times: [2, 1] },
  ]);
});

const LOGGED = { at: 2, ms: 3, status: 500 };

/** A failed delivery of the message's event. @returns what is stored of it */
async function answered(id: Uuid, kept: { readonly error: string | null; readonly signature: string | null }) {
  const { rows } = await db.pool.query(
    `with hook as (insert into webhooks (url, secret, types, created_by) values ('https://example.org/' || $1::text, '', '{new_sms}', 'test') returning id)
     insert into webhook_deliveries (webhook_id, event_id, kind, state, last_error, signature, attempt_log)
     select hook.id, e.id, e.kind, 'failed', $2, $3, $4 from hook, events e where message_id = $1::uuid returning id`,
    [id, kept.error, kept.signature, JSON.stringify([{ ...LOGGED, answer: "Unexpected: A secret", error: null }])],
  );
  return async () =>
    (await db.pool.query("select token, attempt_log as log from webhook_deliveries where id = $1", [rows[0].id]))
      .rows[0];
}

test("a node of the previous release, which knows no log of attempts, deletes it with the answers", async () => {
  for (const kept of [
    { error: "Unexpected: A secret", signature: "v1,x" },
    { error: null, signature: "v1,x" },
    { error: "ECONNREFUSED", signature: null },
  ]) {
    const stored = await answered(await message(), kept);
    await db.pool.query(
      `with answered as materialized (
         select id from webhook_deliveries where last_error is not null or signature is not null or state = 'pending' order by id for update)
       update webhook_deliveries d set last_error = null, signed_at = null, signature = null, token = d.token + 1
       from answered where d.id = answered.id`,
    );
    expect(await stored()).toEqual({ token: 1, log: null });
  }
});

test("answers are deleted even if nothing else of the delivery is, and once", async () => {
  const stored = await answered(await message(), { error: null, signature: null });
  for (const _time of ["first", "second"]) {
    await walked("pruneTexts");
    expect(await stored()).toEqual({ token: 1, log: [LOGGED] });
    await db.pool.query("update redactions set message_id = '00000000-0000-0000-0000-000000000000'");
  }
});

test("settings come before the configuration, 0 is forever, and null leaves it to the configuration", () => {
  const configured = { log: 730, inbox: null, webhookDeliveries: 30 };
  expect(keptBy(retentionSection.defaults, configured)).toEqual({
    ...configured,
    texts: null,
    consents: null,
    jobs: 30,
  });
  const set = { logDays: 0, inboxDays: 90, webhookDays: 0, textDays: 14, consentDays: 1_826, jobDays: 7 };
  expect(keptBy(set, configured)).toEqual({
    log: null,
    inbox: 90,
    webhookDeliveries: null,
    texts: 14,
    consents: 1_826,
    jobs: 7,
  });
});
