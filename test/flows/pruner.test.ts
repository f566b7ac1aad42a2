import { afterAll, beforeAll, expect, test } from "vitest";

import { pruner } from "#engine/pruner";
import { pruningQueries } from "#store/queries/pruning";

import { freshDatabase, type TestDatabase } from "../support/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const count = async (table: string): Promise<number> =>
  (await db.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

test("the pruner removes what is old, batch after batch, and nothing else", async () => {
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
    drop table deliveries_${new Date(db.now() + 40 * 86_400_000).toISOString().slice(0, 7).replace("-", "_")};
  `);
  const store = pruningQueries(db);
  // Twelve thousand in batches of five thousand: the third round of each is its last, one more finds nothing.
  const done = Promise.withResolvers<void>();
  let rounds = 0;
  const machine = pruner(
    {
      ...store,
      async endSessions(limit) {
        rounds += 1;
        if (rounds === 5) done.resolve();
        machine.wake();
        return store.endSessions(limit);
      },
    },
    { log: () => undefined, random: () => 0.5, clock: { now: db.now } },
  );
  machine.start();
  await done.promise;
  await machine.stop();
  expect(await count("idempotency_keys")).toBe(3);
  expect(await count("sessions")).toBe(2);
  const { rows } = await db.pool.query(
    "select state, count(*)::int as n from webhook_deliveries group by state order by state",
  );
  expect(rows).toEqual([
    { state: "delivered", n: 2 },
    { state: "failed", n: 4_002 },
    { state: "pending", n: 4_002 },
  ]);
  const months = await db.pool.query("select 1 from pg_inherits where inhparent = 'deliveries'::regclass");
  expect(months.rowCount).toBe(5);
});
