import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DUE_WORK, type DueWork } from "#domain/due-work";
import { second } from "#lib/time";
import { dueWorkQuery } from "#store/queries/upkeep/due-work";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const MESSAGE = "00000000-0000-7000-8000-0000000000aa";
const JOB = "00000000-0000-7000-8000-0000000000bb";

/**
 * Work that another node has left, which notified nobody: a row that is due now, and the condition on the row by which a
 * loop was there.
 */
const LEFT: Readonly<Record<DueWork, { readonly insert: string; readonly of: string; readonly done: string }>> = {
  fanOut: { insert: `insert into fanouts (message_id) values ('${MESSAGE}')`, of: "fanouts", done: "token > 0" },
  receipts: {
    insert: "insert into receipts (gateway, state, provider_id) values ('default', 'delivered', 'nobody')",
    of: "receipts",
    done: "tries > 0",
  },
  retries: {
    insert: `insert into retries (message_id, phone, route, priority, due)
      values ('${MESSAGE}', '+4915112345678', 'elsewhere', 1, now())`,
    of: "retries",
    done: "false",
  },
  webhooks: {
    insert: `with w as (insert into webhooks (url, types, secret) values ('http://127.0.0.1:9/', '{}', '\\x00') returning id)
      insert into webhook_deliveries (webhook_id, event_id, kind) select id, 1, 'message.sent' from w`,
    of: "webhook_deliveries",
    done: "token > 0",
  },
  cancellations: {
    insert: `insert into cancellations (message_id, verdict) values ('${MESSAGE}', 'canceled')`,
    of: "cancellations",
    done: "token > 0",
  },
  schedules: {
    insert: `insert into schedules (id, message, zone, start_at, start_wall, if_late, late_after, created_by, next_run, due)
      values ('${JOB}', '{"audience": {"groups": [], "roles": [], "users": [], "customers": false}, "phones": []}',
        'UTC', now(), '2026-01-01T00:00:00', 'send', 60, 'nobody', now(), now())`,
    of: "schedules",
    done: "due is null or due > now() or state <> 'active'",
  },
  erasures: {
    insert: `insert into erasures (id, phone, requested_by) values ('${JOB}', '+4915112345679', 'nobody')`,
    of: "erasures",
    done: "token > 0",
  },
  jobs: {
    insert: `insert into jobs (id, kind, created_by) values ('${JOB}', 'of a later release', 'nobody')`,
    of: "jobs",
    done: "token > 0",
  },
  forms: {
    insert: `with w as (insert into form_wordings (slug, version, wording) values ('news', 1, 'Yes') returning slug)
      insert into form_requests (slug, version, phone, name, group_ids, custom_fields)
      select slug, 1, '+4915112345670', '', '{}', '{}' from w`,
    of: "form_requests",
    done: "due > now()",
  },
  alerts: { insert: "update alert_checks set due = now(), token = 0", of: "alert_checks", done: "token > 0" },
  rollUps: {
    insert: `insert into message_deltas (message_id, state, count) values ('${MESSAGE}', 'queued', 1)`,
    of: "message_deltas",
    done: "false",
  },
  bounces: {
    insert: "insert into bounce_checks (phone) values ('+4915112345678')",
    of: "bounce_checks",
    done: "false",
  },
  inboundParts: {
    insert: `insert into inbound_parts (message, part, parts, gateway, identity, sender, recipient, body, received_at)
      values ('\\x01', 1, 2, 'default', 'one', '+4915112345678', '+4915112345600', 'Half', now() - interval '1 hour')`,
    of: "inbound_parts",
    done: "joined_at is not null",
  },
  consents: {
    insert: "update consent_sealings set due = now(), token = 0",
    of: "consent_sealings",
    done: "token > 0",
  },
};
const SCHEDULE = LEFT.schedules.insert;
/** What else makes work of a kind due. */
const ALSO: readonly (readonly [kind: DueWork, insert: string])[] = [
  [
    "retries",
    `insert into chunks (route, priority, message_id, phones, throttled, claimable)
      values ('default', 2, '${MESSAGE}', '{+4915112345678}', true, false)`,
  ],
  [
    "retries",
    `insert into holds (message_id, phone, route, priority, due, reason)
      values ('${MESSAGE}', '+4915112345678', 'default', 2, 'infinity', 'quiet_hours')`,
  ],
  ["schedules", `${SCHEDULE}; update schedules set state = 'waiting_license', due = null`],
  [
    "alerts",
    `insert into alerts (id, kind, subject, level, data) values ('${JOB}', 'disk', '', 1, '{}');
      insert into alert_notifications (id, alert_id, event, level, channel, recipient)
      values ('${JOB}', '${JOB}', 'opened', 1, 'email', 'a@example.com')`,
  ],
  ["rollUps", "insert into outbox_deltas (bucket, total, success, failed) values (now(), 1, 0, 0)"],
  [
    "rollUps",
    `insert into stat_deltas (bucket, category, gateway, area, state, count)
      values (now(), 'otp', '', '49', 'accepted', 1)`,
  ],
  [
    "rollUps",
    `insert into message_paces (message_id, count, at) values ('${MESSAGE}', 1, now() - interval '2 minutes')`,
  ],
];
/** Two of the tables have one row each, which stays. */
const CLEARED = [
  "webhooks",
  "form_wordings",
  "chunks",
  "holds",
  "alerts",
  "outbox_deltas",
  "stat_deltas",
  "message_paces",
  ...DUE_WORK.map((kind) => LEFT[kind].of).filter((table) => !["alert_checks", "consent_sealings"].includes(table)),
];
/** Before any loop looks by itself: that of cancellations after ten seconds. */
const SOON_MS = 8 * second;
const ACCEPTED = `
insert into messages (id, state, category, priority, route, body, encoding, segments, valid_until, created_by)
values ('${MESSAGE}', 'running', 'transactional', 1, 'default', 'Hi', 'gsm7', 1, now() + interval '1 hour', 'nobody')`;

let db: TestDatabase;
let service: TestService;
beforeAll(async () => {
  [db, service] = await Promise.all([freshDatabase(), startTestService()]);
  for (const { pool } of [db, service]) await pool.query(ACCEPTED);
});
afterAll(() => Promise.all([db.drop(), service.end()]));

test("what is due is read for each kind, and only for that", async () => {
  const read = dueWorkQuery(db);
  await db.pool.query("update alert_checks set due = 'infinity'; update consent_sealings set due = 'infinity'");
  expect(await read()).toEqual([]);
  const all = [...DUE_WORK.map((kind) => [kind, LEFT[kind].insert] as const), ...ALSO];
  for (const [kind, insert] of all) {
    await db.pool.query(insert);
    expect(await read(), insert).toEqual([kind]);
    await clear(db.pool);
    await db.pool.query("update alert_checks set due = 'infinity'; update consent_sealings set due = 'infinity'");
  }
});

test("the loops begin soon what another node has left without a notification", async () => {
  // The first time while they start; the second time they are all idle.
  for (const _ of ["start", "idle"]) {
    await clear(service.pool);
    for (const kind of DUE_WORK) await service.pool.query(LEFT[kind].insert);
    expect(await waitingAfter(SOON_MS)).toEqual([]);
  }
});

test("a table that is locked delays no other work", async () => {
  await clear(service.pool);
  const locking = await service.pool.connect();
  try {
    await locking.query("begin; lock table bounce_checks");
    const others = DUE_WORK.filter((kind) => kind !== "bounces");
    for (const kind of others) await service.pool.query(LEFT[kind].insert);
    expect(await waitingAfter(SOON_MS, others)).toEqual([]);
  } finally {
    await locking.query("rollback");
    locking.release();
  }
});

test("a migration that has locked one table for a while gets the lock of another as soon as it waits for one", async () => {
  const migrating = await service.pool.connect();
  try {
    await migrating.query("begin; set local lock_timeout = 200; lock table inbound_parts");
    // Longer than the pause between two reads of what is due, which begin with the other table.
    await migrating.query("select pg_sleep(1.5)");
    await expect(migrating.query("lock table receipts")).resolves.toBeDefined();
  } finally {
    await migrating.query("rollback");
    migrating.release();
  }
});

/** One table at a time: the loops of the service hold locks on several. */
async function clear(pool: pg.Pool): Promise<void> {
  for (const table of CLEARED) await pool.query(`truncate ${table} cascade`);
}

/** What no loop has begun after this time, or before as soon as all is begun. */
async function waitingAfter(ms: number, kinds: readonly DueWork[] = DUE_WORK): Promise<readonly DueWork[]> {
  let waiting = kinds;
  for (const start = performance.now(); waiting.length > 0 && performance.now() - start < ms;) {
    const found: DueWork[] = [];
    for (const kind of waiting) {
      const { of, done } = LEFT[kind];
      const { rowCount } = await service.pool.query(`select from ${of} where not coalesce(${done}, false)`);
      if (rowCount !== 0) found.push(kind);
    }
    waiting = found;
  }
  return waiting;
}
