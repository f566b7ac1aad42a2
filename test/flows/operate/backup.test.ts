import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";

import { afterEach, beforeEach, expect, test } from "vitest";

import { backUp, restore } from "#app/backup/backup";
import { readConfig, type Config } from "#app/config/config";
import { MIGRATION_LOCK } from "#store/advisory-locks";
import { REVOCABLE } from "#store/backup";

import { main } from "../../support/service/main.ts";
import { createDatabase, dropDatabase, emptyDatabase, openPool } from "../../support/database/database.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { wrongCounts } from "../../support/people/membership-counts.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { startProvider, startServiceProcess } from "../../support/service/service.ts";
import { bareEnvironment } from "../../support/service/processes.ts";

const key = { TIDINGS_SECRET_KEY: "k".repeat(40) };
let folder: string;
let original: TestService;
const made: { url: string }[] = [];
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "tidings-backup-"))));
afterEach(async () => {
  await original.end();
  for (const connection of made.splice(0)) await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

const SIGNED_OUT = Object.fromEntries(REVOCABLE.map((name) => [name, []]));
const quiet = (): void => undefined;
const configOf = (url: string, more: Record<string, string> = key): Config =>
  readConfig({ ...more, DATABASE_URL: url, TIDINGS_DATA: join(folder, "data") });

async function madeDatabase(): Promise<{ url: string }> {
  const connection = await emptyDatabase();
  made.push(connection);
  return connection;
}

/** Every row of every table, as text in the order of the text; without what a restore itself adds. */
async function contents(url: string): Promise<Record<string, string[]>> {
  const pool = openPool({ url });
  try {
    const { rows } = await pool.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations' and relpersistence = 'p' order by 1",
    );
    const all: Record<string, string[]> = {};
    for (const { name } of rows) {
      const found = await pool.query<{ row: string }>(
        `select t::text as row from ${name} t where t::text not like '(standby,%' order by 1`,
      );
      all[name] = found.rows.map(({ row }) => row);
    }
    return all;
  } finally {
    await pool.end();
  }
}

const JOB = "0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10";

/** Something in every table, of an earlier month too; nothing on the wire. */
async function fillEveryTable(service: TestService): Promise<void> {
  const { pool } = service;
  const headers = { "idempotency-key": "one" };
  await service.call("POST", "/send", { message: "Tab\tnew\nline \\N äöü", numbers: numbers(5) }, { headers });
  const { data } = (await service.call("POST", "/users/me/application-passwords", { name: "Old" })).body;
  await service.call("DELETE", `/users/me/application-passwords/${data.uuid}`);
  await service.call("POST", "/groups", { name: "Group" });
  await service.call("POST", "/newsletter", { name: "Ada", mobile: "+4915199999990", group_id: 1 });
  await service.call("POST", "/forms", { slug: "news", title: "News", group_ids: [1], consent: "Yes." });
  await service.call("POST", "/webhooks", { url: "https://127.0.0.1/hook", types: ["message.sent"] });
  await pool.query(
    "create table deliveries_2024_01 partition of deliveries for values from ('018cc251-f400-7000-8000-000000000000') to ('018d61f5-7c00-7000-8000-000000000000')",
  );
  await pool.query(
    "insert into deliveries (message_id, phone, state, failure) values ('018cc251-f400-7000-8000-000000000001', '+491', 'failed', 'old')",
  );
  const now = "now()";
  const rows: Record<string, string> = {
    customers: "(name, phone) values ('C', '+4917')",
    sessions: `(hash, user_id, expires_at) select '\\x01', id, ${now} from users`,
    opt_in_codes: `(subscriber_id, code_hash, expires_at) select id, '\\x02', ${now} from subscribers`,
    form_requests: `(slug, version, phone, name, group_ids, custom_fields, due) values ('news', 1, '+4919', 'F', '{1}', '{"a": 1}', 'infinity')`,
    person_links: "(subscriber_id, secret) select id, '\\x03' from subscribers",
    suppressions: "(phone, reason, source) values ('+4918', 'stop', 'test')",
    media: String.raw`(token, type, sha256, content, created_by) values ('AAAAAAAAAAAAAAAAAAAAAA', 'image/png', '\x01', '\x89504e47', 'builtin:1')`,
    alerts: `(id, kind, subject, level, data, opened_at, closed_at) values ('${JOB}', 'queue_late', 'queue', 1, '{}', ${now}, ${now})`,
    alert_notifications: `(id, alert_id, event, level, channel, recipient, state) values ('${JOB}', '${JOB}', 'opened', 1, 'email', 'ops@example.com', 'sent')`,
    help_replies: "(phone, at) values ('+4918', now())",
    retries: `(message_id, phone, route, priority, due) values (gen_random_uuid(), '+491', 'default', 1, 'infinity')`,
    fanouts: "(message_id) values (gen_random_uuid())",
    fanout_leavers: "(message_id, phone, subscriber_id) select message_id, '+491', 1 from fanouts",
    provider_refs: "(gateway, provider_id, message_id, phone) values ('main', 'p', gen_random_uuid(), '+491')",
    receipts: "(gateway, provider_id, state) values ('main', 'p', 'sent')",
    inbox: "(gateway, sender, recipient, body) values ('main', 'a', 'b', E'x\\ty')",
    inbound_parts: "values ('m', 1, 2, 'main', 'i', 'a', 'b', 'c')",
    outbox_totals: `values (${now}, 1, 2, 3)`,
    webhook_deliveries: "(webhook_id, event_id, kind) select id, 1, 'message.sent' from webhooks",
    request_log: `values ('${JOB}', 'req', 'POST', '/send', '/send', 200, null, '{}', 5, 'builtin:1', null, true, ${now}, '{${JOB}}')`,
    request_log_skips: `values (${now}, 1, 2)`,
    gateway_states: "(name, credit) values ('main', '1.5')",
    message_deltas: "(message_id, state, count) values (gen_random_uuid(), 'sent', 1)",
    message_totals: "values (gen_random_uuid(), 'sent', '', 1)",
    message_paces: `values (${now}, gen_random_uuid(), 1)`,
    message_departures: `values (gen_random_uuid(), ${now}, 1)`,
    cancellations: "(message_id, verdict) values (gen_random_uuid(), 'canceled')",
    clock_looks: `(at) values (${now})`,
    bounce_checks: "(phone) values ('+491')",
    contacts: "(phone) values ('+491')",
    holds:
      "(message_id, phone, route, priority, due, reason) values (gen_random_uuid(), '+491', 'default', 2, 'infinity', 'spending')",
    prepared_texts: "(message_id, phone, body, segments) values (gen_random_uuid(), '+491', 'Hello', 1)",
    segments: `(name, filter) values ('S', '{"all": [], "any": []}')`,
    subscriber_fields: "(key, label, type) values ('city', 'City', 'text')",
    templates: "(name, body, created_by) values ('T', 'Hello', 'builtin:1')",
    credit_readings: `values ('main', ${now}, 1.5)`,
    gateways:
      "(name, kind, settings, enabled, in_default_route, position, created_by, updated_by) values ('spare', 'sandbox', '{}', true, false, 1, 'builtin:1', 'builtin:1')",
    late_redactions: "values (gen_random_uuid())",
    message_costs: "(message_id, currency, cost) values (gen_random_uuid(), 'EUR', 1)",
    message_splits: "(message_id, gateway, country) values (gen_random_uuid(), 'main', 'DE')",
    second_factors: "(user_id, secret) select id, '\\\\x01' from users",
    recovery_codes: "select user_id, '\\\\x02' from second_factors",
    passkeys:
      "(user_id, name, credential_id, public_key, counter) select id, 'Laptop', '\\\\x04', '\\\\x05', 3 from users",
    passkey_challenges: `values ('\\\\x06', null, ${now})`,
    platform_application_passwords: `(platform, user_id, user_since, name, hash) values ('payload', 1, '', 'Shop', '\\\\x07')`,
    platform_sessions: `(hash, principal, user_id, username, name, roles, capabilities, stamp, expires_at)
      values ('\\\\x08', 'wordpress:1', 1, 'anna', 'Anna', '{}', '{}', 'x', ${now})`,
    sign_in_challenges: `select '\\\\x03', id, 'hash', ${now} from users`,
    stat_days: `(dimension, starts_at, part) values ('all', ${now}, '')`,
    stat_hours: `(dimension, starts_at, part) values ('all', ${now}, '')`,
    spending: "(period, spent) values ('2027-06', 5)",
    spending_repeats: "(delivery_id, counted) values (1, 2)",
    setting_changes: "(section, by, before, after) values ('newsletter', 'builtin:1', '{}', '{}')",
    write_probes: `(filler) values ('x')`,
    jobs: `(id, kind, created_by) values ('${JOB}', 'import', 'test')`,
    bulk_joins: `(job_id, subscriber_id, group_id, since) select '${JOB}', s.id, g.id, ${now} from (select id from subscribers limit 1) s, (select id from groups limit 1) g`,
    imports: `(id, sealed_key) values ('${JOB}', '\\\\x01')`,
    import_parts: `values ('${JOB}', 0, '\\\\x02')`,
    import_people: `(import_id, phone, row, name, fields, state) values ('${JOB}', '+4915112345678', 2, 'Ada', '{}', 'active')`,
    import_erasures: `values ('${JOB}', '\\\\x03')`,
    import_ranges: `(import_id, nth, merged) values ('${JOB}', 0, '{}')`,
    import_issues: `values ('${JOB}', 3, 1, 'phone', 'is empty')`,
    import_mappings: `(headings, mapping) values ('\\\\x04', '{}')`,
    opt_in_echoes: `values ('\\\\x01', ${now})`,
    code_requests: `(purpose, prefix_hash, country) values ('opt_in', '\\x01', 'DE')`,
    one_time_passwords: `(id, owner, number_hash, digits, created_at, expires_at) values (gen_random_uuid(), 'me', '\\x01', 6, ${now}, ${now})`,
    moved_entries: `values ('\\\\x01', ${now})`,
    erasures: "(id, requested_by, phase, finished_at) values (gen_random_uuid(), 'test', 'done', now())",
    order_notice_days: "values (current_date, 'customer', '+491', 1)",
    throttles: `(key, next) values ('gateway:main', ${now})`,
    schedules: `(id, message, zone, start_at, start_wall, if_late, late_after, created_by) values (gen_random_uuid(), '{"a": "b"}', 'UTC', ${now}, 'x', 'skip', 1, 'me')`,
    schedule_runs: `(schedule_id, run_at, outcome) values (gen_random_uuid(), ${now}, 'sent')`,
    schedule_recipients: "values (gen_random_uuid(), '+491', true)",
    gateway_tallies: `values ('main', ${now}, 1, 2, 3, 4)`,
    gateway_shares: `values ('main', 'me', 1, ${now})`,
    order_notices: `values ('completed', 'customer', true, '{}', 'Hello', false, ${now})`,
    shop_orders: `values ('https://shop.example', 1, 'completed', ${now})`,
    order_notice_decisions: `values ('https://shop.example', 1, 'completed', 'customer', 'sent', null, ${now})`,
    shop_looks: `values ('https://shop.example', ${now}, ${now})`,
    consent_people: "(lookup, sealed_key) values ('\\\\x01', '\\\\x02')",
    consent_records:
      "(person_id, seq, kind, source, at, sealed, hash) select id, 1, 'confirmed', 'test', now(), '', '' from consent_people",
    consent_unsealed: "select max(id) from consent_records",
    consent_seals: "(number, record_ids, root, mac) values (1, '{1}', '', '')",
    consents: "(subscriber_id, kind, source) select id, 'confirmed', 'test' from subscribers",
    settings: `(name, value) values ('x', '{"deep": [1, "\\\\n"]}')`,
  };
  for (const [table, values] of Object.entries(rows)) {
    const columns = values.startsWith("(") ? "" : " ";
    await pool.query(`insert into ${table}${columns} ${values} on conflict do nothing`);
  }
}

test("every row of every table is restored, old months too, and new rows get numbers of their own", async () => {
  original = await startTestService(key, { workerLoops: false });
  await fillEveryTable(original);
  const before = await contents(original.url);
  const empty = Object.entries(before).filter(([, rows]) => rows.length === 0);
  expect(empty.map(([name]) => name)).toEqual([]);

  const file = join(folder, "a.backup");
  const report = await backUp(configOf(original.url), file, { withKey: false }, quiet);
  expect(report.tables).toBe(Object.keys(before).length);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const copy = await madeDatabase();
  expect(await restore(configOf(copy.url), file, quiet)).toMatchObject({ at: report.at, key: "kept" });
  expect(await contents(copy.url)).toEqual({ ...before, ...SIGNED_OUT });

  const pool = openPool(copy);
  try {
    const { rows } = await pool.query(
      "insert into groups (name) values ('New') returning id, (select max(id) from groups) as last",
    );
    expect(rows[0].id).toBe(String(Number(rows[0].last) + 1));
    const next = "select nextval('delivery_ids')::bigint > (select max(id) from deliveries) as fresh";
    expect((await pool.query(next)).rows[0].fresh).toBe(true);
    const { rows: sizes } = await pool.query("select bool_and(size = cardinality(phones)) as right from chunks");
    expect(sizes[0].right).toBe(true);
    // The triggers that were off while rows were copied are on again.
    await pool.query("update memberships set state = 'left'");
    expect(await wrongCounts(pool)).toEqual([]);
  } finally {
    await pool.end();
  }
});

test("a restored copy sends nothing: what was on the wire is unknown, the rest waits until it is activated", async () => {
  const provider = await startProvider(0);
  original = await startTestService({ ...key, TIDINGS_GATEWAY: provider.dsn() }, { workerLoops: false });
  await original.call("POST", "/send", { message: "Hello", numbers: numbers(10) });
  await original.pool.query(
    "update deliveries set state = 'sending', gateway = 'http' where phone in (select phone from deliveries order by phone limit 3)",
  );
  const file = join(folder, "b.backup");
  await backUp(configOf(original.url), file, { withKey: false }, quiet);
  const copy = await madeDatabase();
  await restore(configOf(copy.url), file, quiet);

  const pool = openPool(copy);
  const states = async (): Promise<unknown> =>
    (await pool.query("select state, count(*)::int as count from deliveries group by state order by state")).rows;
  const settings = {
    ...key,
    DATABASE_URL: copy.url,
    TIDINGS_DATA: join(folder, "other"),
    TIDINGS_GATEWAY: provider.dsn(),
  };
  try {
    expect(await states()).toEqual([
      { state: "queued", count: 7 },
      { state: "unknown", count: 3 },
    ]);
    const { rows: events } = await pool.query(
      "select count(*)::int as count from events where kind = 'message.unknown'",
    );
    expect(events).toEqual([{ count: 3 }]);
    const standby = await startServiceProcess(settings);
    const ready = await fetch(`${standby.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("it was restored from a backup")]);
    expect(standby.output()).toMatch(/Standby +it was restored from a backup\. Nothing is sent/);
    // Three polls of each worker loop that would send pass.
    const since = (await pool.query("select now() as now")).rows[0].now as Date;
    await eventually(
      async () => (await pool.query("select now() > $1::timestamptz + interval '3 s' as over", [since])).rows[0].over,
    );
    await standby.kill("SIGTERM");
    expect(provider.seen).toEqual([]);
    await promisify(execFile)(process.execPath, [main, "restore", "--activate", "--queued", "send"], {
      env: { ...bareEnvironment, ...settings },
    });
    const active = await startServiceProcess(settings);
    await provider.reached(7);
    await eventually(
      async () => JSON.stringify(await states()) === '[{"state":"sent","count":7},{"state":"unknown","count":3}]',
    );
    await active.kill("SIGTERM");
    expect(provider.seen.toSorted()).toEqual(numbers(10).slice(3));
  } finally {
    await pool.end();
    await provider.close();
  }
});

test("a backup beside a service that writes is a consistent snapshot: totals and rows agree", async () => {
  original = await startTestService(key);
  let sending = true;
  const writing = (async () => {
    for (let call = 0; sending; call += 1) {
      await original.call("POST", "/send", { message: "Hello", numbers: numbers(20, call * 20) });
    }
  })();
  await eventually(async () => (await original.pool.query("select from messages limit 5")).rowCount === 5);
  const file = join(folder, "c.backup");
  await backUp(configOf(original.url), file, { withKey: false }, quiet);
  sending = false;
  await writing;
  const copy = await madeDatabase();
  await restore(configOf(copy.url), file, quiet);
  const pool = openPool(copy);
  const { rows } = await pool.query(
    "select (select sum(accepted) from messages)::int as accepted, (select count(*) from deliveries)::int as rows",
  );
  await pool.end();
  expect(rows[0].accepted).toBeGreaterThan(0);
  expect(rows[0].rows).toBe(rows[0].accepted);
});

test("damage anywhere restores nothing, and the database can be used for the right file afterwards", async () => {
  original = await startTestService(key, { workerLoops: false });
  await fillEveryTable(original);
  const file = join(folder, "d.backup");
  await backUp(configOf(original.url), file, { withKey: false }, quiet);
  const plain = gunzipSync(await readFile(file));
  const header = plain.indexOf(10) + 1;
  const copy = await madeDatabase();
  const damaged = async (content: Buffer, why: RegExp): Promise<void> => {
    const bad = join(folder, "bad.backup");
    await writeFile(bad, content);
    await expect(restore(configOf(copy.url), bad, quiet)).rejects.toThrow(why);
  };
  const flipped = Buffer.from(plain);
  const at = flipped.indexOf("Newsletter", header);
  flipped[at] = flipped[at]! ^ 1;
  await damaged(gzipSync(flipped), /is damaged/);
  await damaged(gzipSync(plain.subarray(0, plain.length - 2)), /is damaged/);
  await damaged(gzipSync(plain.subarray(0, header + 2_000)), /is damaged/);
  const whole = await readFile(file);
  await damaged(whole.subarray(0, whole.length - 1_000), /is damaged/);
  await damaged(Buffer.from("no backup at all"), /is not a Tidings backup/);
  await damaged(gzipSync('{"tidings_backup":2}\n'), /in a different format/);
  const newer = plain.toString("latin1").replace(/"schema":\d+/, '"schema":9999');
  await damaged(gzipSync(Buffer.from(newer, "latin1")), /schema 9999/);
  await restore(configOf(copy.url), file, quiet);
  expect(await contents(copy.url)).toEqual({ ...(await contents(original.url)), ...SIGNED_OUT });
});

test("a restore never touches a database that is in use, a backup never an existing file", async () => {
  original = await startTestService(key, { workerLoops: false });
  const file = join(folder, "e.backup");
  await backUp(configOf(original.url), file, { withKey: false }, quiet);
  const before = await contents(original.url);
  await expect(restore(configOf(original.url), file, quiet)).rejects.toThrow(/not empty/);
  expect(await contents(original.url)).toEqual(before);
  const foreign = await madeDatabase();
  const pool = openPool(foreign);
  await pool.query("create table theirs (id int)");
  await pool.end();
  await expect(restore(configOf(foreign.url), file, quiet)).rejects.toThrow(/not empty/);
  await expect(backUp(configOf(original.url), file, { withKey: false }, quiet)).rejects.toThrow(/already exists/);
  expect(existsSync(`${file}.part`)).toBe(false);
});

test("a backup does not begin while the schema is being changed, and leaves no file", async () => {
  original = await startTestService(key, { workerLoops: false });
  const session = await original.pool.connect();
  try {
    await session.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const file = join(folder, "j.backup");
    await expect(backUp(configOf(original.url), file, { withKey: false }, quiet)).rejects.toThrow(
      /schema is being changed/,
    );
    expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false);
    await session.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    await backUp(configOf(original.url), file, { withKey: false }, quiet);
  } finally {
    session.release();
  }
});

test("the secret key is in the file only on request, and is restored if there is none", async () => {
  original = await startTestService(key, { workerLoops: false });
  const [without, having] = [join(folder, "f.backup"), join(folder, "g.backup")];
  await backUp(configOf(original.url), without, { withKey: false }, quiet);
  await backUp(configOf(original.url), having, { withKey: true }, quiet);
  const secret = key.TIDINGS_SECRET_KEY;
  expect(gunzipSync(await readFile(without)).includes(secret)).toBe(false);
  const [one, two] = [await madeDatabase(), await madeDatabase()];
  expect((await restore(configOf(one.url, {}), without, quiet)).key).toBe("missing");
  expect(existsSync(join(folder, "data", "secret.key"))).toBe(false);
  expect((await restore(configOf(two.url, {}), having, quiet)).key).toBe("written");
  expect((await readFile(join(folder, "data", "secret.key"), "utf8")).trim()).toBe(secret);
});

test("a data folder that belongs to another database makes a standby, and callers who send there are told that it waits", async () => {
  original = await startTestService(key, { workerLoops: false });
  const other = await createDatabase();
  made.push(other);
  await writeFile(join(folder, "installation"), "00000000-0000-4000-8000-000000000000\n");
  const service = await startTestService(
    { ...key, DATABASE_URL: other.url, TIDINGS_DATA: folder },
    { workerLoops: false },
  );
  try {
    expect(service.standby).toMatch(/another database/);
    const reply = await service.call("POST", "/send", { message: "Waits", numbers: numbers(1) });
    expect(reply.body.data.warnings).toEqual([expect.stringMatching(/^It waits because .*another database/)]);
    const here = await original.call("POST", "/send", { message: "Goes", numbers: numbers(1) });
    expect(here.body.data).not.toHaveProperty("warnings");
  } finally {
    await service.end();
  }
});

test("an error in the file that names the data folder's database ends the start, and does not silently create a standby", async () => {
  const data = join(folder, "unreadable");
  await mkdir(join(data, "installation"), { recursive: true });
  const { url } = await madeDatabase();
  original = await startTestService({ ...key, TIDINGS_DATA: join(folder, "other") }, { workerLoops: false });
  await expect(startServiceProcess({ ...key, TIDINGS_DATA: data, DATABASE_URL: url })).rejects.toThrow("EISDIR");
});
