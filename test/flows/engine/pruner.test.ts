import { afterAll, beforeAll, expect, test } from "vitest";

import type { ConfiguredRetention, PruningStore } from "#domain/privacy/pruning-store";
import { keptBy, retentionSection, type RetentionSettings } from "#domain/privacy/retention-settings";
import { pruner } from "#engine/pruner";
import { day } from "#lib/time";
import { pruningQueries } from "#store/queries/upkeep/pruning";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { testConsentKeys } from "../../support/people/consents.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const count = async (table: string): Promise<number> =>
  (await db.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

const logged: Record<string, unknown>[] = [];

/** Runs a pruner until a whole hour's work is done. */
async function pruned(
  kept: ConfiguredRetention,
  over: Partial<PruningStore> = {},
  settings: RetentionSettings = retentionSection.defaults,
): Promise<void> {
  const done = Promise.withResolvers<void>();
  const store = { ...pruningQueries(db, testConsentKeys), ...over };
  let hours = 0;
  const workerLoop = pruner(
    {
      ...store,
      async ensurePartitions() {
        hours += 1;
        if (hours === 2) done.resolve();
        await store.ensurePartitions();
      },
      async pruneSessions(limit) {
        workerLoop.wake();
        return store.pruneSessions(limit);
      },
      async pruneIdempotencyKeys(age, limit) {
        workerLoop.wake();
        return store.pruneIdempotencyKeys(age, limit);
      },
    },
    async () => keptBy(settings, kept),
    // Each reading of the clock is half a minute later: an hour ends after a hundred and twenty steps.
    {
      log: (_level, message, detail) => logged.push({ message, ...detail }),
      random: () => 0.5,
      clock: { now: ticking() },
    },
  );
  workerLoop.start();
  await done.promise;
  await workerLoop.stop();
  expect(logged).toEqual([]);
}

/** From noon, so that no day ends meanwhile. */
function ticking(): () => number {
  let at = (Math.floor(db.now() / day) + 0.5) * day;
  return () => (at += 30_000);
}

test("old rows are deleted batch after batch, and nothing else is", async () => {
  await db.pool.query(`
    insert into idempotency_keys (key, fingerprint, status, body, created_at)
    select decode(md5(n::text), 'hex'), 'x', 200, '', now() - case when n <= 12000 then interval '25 hours' else interval '23 hours' end
    from generate_series(1, 12003) n;
    insert into users (username, email, name) values ('u', 'u@example.org', 'U');
    insert into sessions (hash, user_id, expires_at) select decode(md5(n::text), 'hex'), 1, now() + (n - 3) * interval '1 hour' from generate_series(1, 5) n;
    insert into webhooks (url, types, secret) values ('https://example.org', '{new_sms}', 'x');
    insert into webhook_deliveries (webhook_id, event_id, kind, state, created_at)
    select webhooks.id, n, 'new_sms', (array['delivered', 'failed', 'pending'])[1 + n % 3],
      now() - case when n <= 12000 then interval '31 days' else interval '29 days' end
    from webhooks, generate_series(1, 12006) n;
    insert into inbox (gateway, provider_id, sender, recipient, body, at)
    select 'a', n::text, '+49151' || 12345000 + n % 500, '12345', 'Hello', now() - case when n <= 11000 then interval '91 days' else interval '89 days' end
    from generate_series(1, 11003) n;
    insert into shop_orders (shop, order_id, status, modified_at)
    select 'https://shop.example/', n, 'completed', now() - case when n % 2 = 0 then interval '366 days' else interval '364 days' end
    from generate_series(1, 11000) n;
    insert into order_notice_decisions (shop, order_id, status, reader, outcome, at)
    select shop, order_id, status, 'customer', 'sent', modified_at from shop_orders;
    insert into gateway_shares (gateway, owner, calls, until) values ('a', 'dead', 1, now() - interval '2 hours'), ('a', 'living', 1, now());
    drop table deliveries_${new Date(db.now() + 40 * 86_400_000).toISOString().slice(0, 7).replace("-", "_")};
  `);
  await pruned({ log: 365, inbox: 90, webhookDeliveries: 30 });
  expect(await count("idempotency_keys")).toBe(3);
  expect(await count("sessions")).toBe(2);
  const { rows } = await db.pool.query(
    "select state, count(*)::int as n from webhook_deliveries group by state order by state",
  );
  expect(rows).toEqual([
    { state: "delivered", n: 2 },
    { state: "failed", n: 2 },
    { state: "pending", n: 2 },
  ]);
  expect(await count("inbox")).toBe(3);
  expect(await count("shop_orders")).toBe(11_000);
  expect(await count("shop_orders where notified = '{completed customer}'")).toBe(5_500);
  expect(await count("order_notice_decisions")).toBe(5_500);
  expect((await db.pool.query("select owner from gateway_shares")).rows).toEqual([{ owner: "living" }]);
  const months = await db.pool.query("select 1 from pg_inherits where inhparent = 'deliveries'::regclass");
  expect(months.rowCount).toBe(5);
});

test("people whose consents ended are looked for once a day, some hundred at a time, and only if that is set", async () => {
  const walks: (readonly [number, string, number])[] = [];
  const over: Partial<PruningStore> = {
    async pruneConsents(days, after, limit) {
      walks.push([days, after, limit]);
      return { removed: 0, next: after === "" ? "200" : null };
    },
  };
  const kept = { log: null, inbox: null, webhookDeliveries: null };
  await pruned(kept, over);
  expect(walks).toEqual([]);
  await pruned(kept, over, { ...retentionSection.defaults, consentDays: 1_826 });
  expect(walks.slice(0, 2)).toEqual([
    [1_826, "", 200],
    [1_826, "200", 200],
  ]);
  expect(walks).toHaveLength(2);
});

test("rows that are kept forever stay", async () => {
  await db.pool.query(
    "insert into inbox (gateway, sender, recipient, body, at) values ('a', '+491', '1', 'x', now() - interval '9 years')",
  );
  const before = [await count("inbox"), await count("webhook_deliveries"), await count("order_notice_decisions")];
  await db.pool.query("update webhook_deliveries set created_at = now() - interval '9 years'");
  await pruned({ log: null, inbox: null, webhookDeliveries: null });
  expect([await count("inbox"), await count("webhook_deliveries"), await count("order_notice_decisions")]).toEqual(
    before,
  );
});

test("ended schedules are deleted with their runs and frozen audiences; those that may run or are being read stay", async () => {
  const id = (n: number, days: number): string =>
    `${(db.now() - days * 86_400_000)
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7000-8000-${String(n).padStart(12, "0")}`;
  const [ended, endedLately, active, reading] = [id(1, 900), id(2, 900), id(3, 900), id(4, 900)];
  const [young, message] = [id(5, 0), id(9, 0)];
  await db.pool.query(
    `insert into schedules (id, state, message, zone, start_at, start_wall, if_late, late_after, frozen_set, created_by, created_at, updated_at)
     select s::uuid, st::schedule_state, '{}', 'UTC', now(), '', 'send', 900, s::uuid, 'test', now(), now() - age::interval
     from unnest($1::text[], $2::text[], $3::text[]) as r(s, st, age)`,
    [
      [ended, endedLately, active],
      ["completed", "canceled", "active"],
      ["800 days", "100 days", "800 days"],
    ],
  );
  await db.pool.query(
    `insert into schedule_recipients (set_id, phone, via_group)
     select s::uuid, '+4915' || n, true from unnest($1::text[]) s, generate_series(100000000, 100005999) n`,
    [[ended, active, reading, young]],
  );
  await db.pool.query(
    `insert into schedule_runs (schedule_id, run_at, at, outcome)
     select s::uuid, t, t, 'sent' from unnest($1::text[]) s, generate_series(case when s = $2::text then 17400 else 17600 end, 23400) n, lateral (select now() - n * interval '1 hour' - interval '1 minute' as t) at
     union all select $2::text::uuid, now() - n * interval '1 day', now() - n * interval '1 day', 'sent' from generate_series(1, 729) n`,
    [[ended, active], active],
  );
  await db.pool.query(
    `insert into messages (id, state, category, priority, route, body, encoding, segments, valid_until, audience, created_by)
     values ($1, 'resolving', 'marketing', 2, 'default', 'x', 'gsm7', 1, now() + interval '1 day', $2, 'test')`,
    [message, JSON.stringify({ frozen: reading })],
  );
  await db.pool.query("insert into fanouts (message_id, due) values ($1, 'infinity')", [message]);
  await pruned({ log: 730, inbox: 730, webhookDeliveries: 30 });
  expect((await db.pool.query("select id from schedules order by id")).rows).toEqual([
    { id: endedLately },
    { id: active },
  ]);
  expect((await db.pool.query("select schedule_id, count(*)::int as n from schedule_runs group by 1")).rows).toEqual([
    // 729 daily ones, and of the hourly ones those between 725 and 730 days.
    { schedule_id: active, n: 729 + 120 },
  ]);
  expect(
    (await db.pool.query("select distinct set_id from schedule_recipients order by 1")).rows.map((row) => row.set_id),
  ).toEqual([active, reading, young].toSorted());
});

test("prepared texts of a message that ended before its deliveries were written are deleted, others stay", async () => {
  await db.pool.query(`insert into fanouts (message_id) values ('01890000-0000-7000-8000-000000000001')`);
  await db.pool.query(`insert into prepared_texts (message_id, phone, body, segments) values
    ('01890000-0000-7000-8000-000000000001', '+4915100000001', 'waits', 1),
    ('01890000-0000-7000-8000-000000000002', '+4915100000001', 'canceled', 1),
    ('01890000-0000-7000-8000-000000000002', '+4915100000002', 'canceled', 1)`);
  await pruned({ log: 1, inbox: 1, webhookDeliveries: 1 });
  expect((await db.pool.query("select body from prepared_texts")).rows).toEqual([{ body: "waits" }]);
});

test("a person who joined by a bulk action is forgotten a day after its end, unless that is being taken back", async () => {
  await db.pool.query(`
    insert into subscribers (phone, name) values ('+4915150009001', 'Ada');
    insert into jobs (id, kind, created_by, state, finished_at, undoes) values
      ('00000000-0000-7000-8000-000000000001', 'subscriber_bulk', 'test', 'completed', now() - interval '25 hours', null),
      ('00000000-0000-7000-8000-000000000002', 'subscriber_bulk', 'test', 'completed', now() - interval '23 hours', null),
      ('00000000-0000-7000-8000-000000000003', 'subscriber_bulk', 'test', 'completed', now() - interval '25 hours', null),
      ('00000000-0000-7000-8000-000000000004', 'subscriber_bulk', 'test', 'running', null, null),
      ('00000000-0000-7000-8000-000000000005', 'subscriber_bulk_undo', 'test', 'queued', null,
        '00000000-0000-7000-8000-000000000003');
    insert into bulk_joins (job_id, subscriber_id, group_id, since)
    select j.id, s.id, 1, now() from jobs j, subscribers s where j.kind = 'subscriber_bulk' and s.phone = '+4915150009001'`);
  await pruned({ log: null, inbox: null, webhookDeliveries: null });
  const { rows } = await db.pool.query("select right(job_id::text, 1) as job from bulk_joins order by 1");
  expect(rows.map(({ job }) => job)).toEqual(["2", "3", "4"]);
});
