import type pg from "pg";

const REPLIES = 200_000;
const SENDERS = 50_000;
const HOOKS = 300_000;
const CHANGES = 2_000;
const TEMPLATES = 200;
const USERS = 300;

/** What else accumulates in two years: replies, calls of the demo's webhook, changes of settings, templates, users. */
export async function fillTraffic(client: pg.PoolClient, people: number): Promise<void> {
  const senders = Math.min(SENDERS, people);
  // The threads are written in one statement: the trigger would update each of them four times.
  await client.query("alter table inbox disable trigger threads_grow");
  await client.query(
    `insert into inbox (gateway, provider_id, sender, recipient, body, at)
     select 'sandbox', 'bench-' || n, '+4915' || (100000000 + n % $2::bigint), 'Library',
       (array['Yes please', 'At what time?', 'Thank you!', 'Can I bring a friend?'])[1 + n % 4], now() - interval '360 days' * (1 - n / $1::float8)
     from generate_series(0, $1::bigint - 1) n order by n`,
    [REPLIES, senders],
  );
  await client.query("alter table inbox enable trigger threads_grow");
  await client.query(
    `insert into inbox_threads (sender, last_id, read_id)
     select sender, max(id), case when max(id) % 20 = 0 then 0 else max(id) end from inbox
     where provider_id like 'bench-%' group by sender on conflict do nothing`,
  );
  await client.query(
    `insert into webhook_deliveries (webhook_id, event_id, kind, state, attempt, last_status, created_at, delivered_at)
     select w.id, e.id, e.kind, case when e.id % 50 = 0 then 'failed' else 'delivered' end, 1,
       case when e.id % 50 = 0 then 500 else 200 end, e.at, e.at
     from (select id from webhooks order by id limit 1) w,
       (select id, kind, at from events order by id desc limit $1) e order by e.id`,
    [HOOKS],
  );
  await client.query(
    `insert into setting_changes (section, at, by, before, after)
     select (array['quiet_hours', 'frequency_cap', 'retention'])[1 + n % 3], now() - interval '1 hour' * ($1::int - n), 'bench', '{}', '{}'
     from generate_series(1, $1::int) n order by n`,
    [CHANGES],
  );
  await client.query(
    `insert into templates (name, body, created_by) select 'Template ' || n, 'Hello {{name}}, number ' || n, 'bench'
     from generate_series(1, $1::int) n`,
    [TEMPLATES],
  );
  await client.query(
    `insert into users (username, email, name, roles)
     select 'user' || n, 'user' || n || '@example.com', 'User ' || n, array['editor'] from generate_series(1, $1::int) n`,
    [USERS],
  );
}
