import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually, numbers } from "../../support/engine/engine.ts";
import { scheduleCall, trial } from "../../support/engine/schedules.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { startReceiver, type Receiver } from "../../support/webhooks/receiver.ts";

/**
 * Every table, and what an erasure does about a person in it. A new table fails the first test until someone has
 * decided where it belongs, and has made the erasure reach it.
 */
const TABLES = {
  /** May hold a number, a name, an address or a text of a person: the erasure empties or deletes it. */
  erased: [
    "alert_notifications",
    "bounce_checks",
    "chunks",
    "consents",
    "contacts",
    "customers",
    "deliveries",
    "erasures",
    "events",
    "fanout_leavers",
    "form_requests",
    "help_replies",
    "holds",
    "idempotency_keys",
    "import_people",
    "inbound_parts",
    "inbox",
    "inbox_threads",
    "memberships",
    "messages",
    "order_notice_days",
    "order_notices",
    "prepared_texts",
    "provider_refs",
    "receipts",
    "retries",
    "schedule_recipients",
    "schedules",
    "setting_changes",
    "settings",
    "subscribers",
    "users",
    "webhook_deliveries",
  ],
  /** Encrypted under a key of the person, or a keyed hash: the erasure destroys the key. */
  keyed: [
    "code_requests",
    "consent_people",
    "consent_records",
    "form_nonces",
    "import_erasures",
    "import_parts",
    "import_ranges",
    "imports",
    "moved_entries",
    "one_time_passwords",
    "opt_in_codes",
    "opt_in_echoes",
    "person_links",
  ],
  /** A STOP remains in effect: docs/decisions/0018-privacy.md. */
  kept: ["suppressions"],
  /** Nothing of a recipient: settings, counts, ids, secrets of users, and what operators wrote. */
  impersonal: [
    "alert_checks",
    "alerts",
    "application_passwords",
    "bulk_joins",
    "cancellations",
    "clock_looks",
    "consent_sealings",
    "consent_seals",
    "consent_unsealed",
    "credit_readings",
    "fanouts",
    "form_wordings",
    "forms",
    "gateway_setup",
    "gateway_shares",
    "gateway_states",
    "gateway_tallies",
    "gateways",
    "groups",
    "import_issues",
    "import_mappings",
    "installation",
    "jobs",
    "late_redactions",
    "media",
    "membership_counts",
    "message_costs",
    "message_departures",
    "message_deltas",
    "message_paces",
    "message_splits",
    "message_totals",
    "order_notice_decisions",
    "outbox_deltas",
    "outbox_totals",
    "passkey_challenges",
    "passkeys",
    "platform_application_passwords",
    "platform_sessions",
    "recovery_codes",
    "redactions",
    "request_log",
    "request_log_skips",
    "revoked_application_passwords",
    "roles",
    "schedule_runs",
    "schema_migrations",
    "second_factors",
    "segments",
    "sessions",
    "setup_links",
    "shop_looks",
    "shop_orders",
    "sign_in_challenges",
    "spending",
    "spending_repeats",
    "stat_days",
    "stat_deltas",
    "stat_hours",
    "subscriber_fields",
    "templates",
    "throttles",
    "used_nonces",
    "webhooks",
    "write_probes",
  ],
} as const;

let service: TestService;
let folder: string;
let receiver: Receiver;
beforeAll(async () => {
  // As programs do that are still being debugged.
  receiver = await startReceiver((call, response) => response.writeHead(500).end(`Unexpected: ${call.body}`));
  folder = await mkdtemp(join(tmpdir(), "tidings-erased-"));
  service = await startTestService({ TIDINGS_COUNTRY: "DE", TIDINGS_DATA: folder, TIDINGS_LOG_LEVEL: "debug" });
});
afterAll(async () => {
  await service.end();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const MOBILE = numbers(1, 880_001)[0]!;
const OTHER = numbers(1, 880_002)[0]!;
/** As it is written where it is from. */
const NATIONAL = `0${MOBILE.slice(3, 6)} ${MOBILE.slice(6)}`;
const TRACES = [
  MOBILE.slice(1),
  NATIONAL,
  "Zerlina",
  "tabby-cat",
  "parcel-for-one",
  "plan-for-one",
  "words-from-one",
] as const;

const rows = async (text: string, values: unknown[] = []) => (await service.pool.query(text, values)).rows;

async function allTables(): Promise<string[]> {
  const found = await rows(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1",
  );
  return found.map(({ name }) => name);
}

/** Tables in which any of the words is found, as text or in the bytes of a column. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of await allTables()) {
    const texts = (await rows(`select t::text as text from "${table}" t`)).map(({ text }) => text as string);
    const bytes = texts.flatMap((text) =>
      [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex]) => Buffer.from(hex!, "hex").toString("latin1")),
    );
    const held = [...texts, ...bytes];
    const encoded = words.flatMap((word) => [word, Buffer.from(word).toString("base64").replace(/=+$/, "")]);
    if (held.some((text) => encoded.some((word) => text.includes(word)))) found.push(table);
  }
  return found;
}

async function post(path: string, body: object, key?: string) {
  const answer = await service.call(
    "POST",
    path,
    body,
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}

/** Leaves the person in every table that calls and providers fill. */
async function fill(): Promise<void> {
  await trial(service);
  await post("/webhooks", { url: receiver.url, types: ["new_sms", "new_subscriber"] });
  await post("/suppressions", { number: MOBILE, kind: "opt_out", reason: "Zerlina Quux called" });
  const lift = { reason: "Zerlina Quux called again", consent_by: "Zerlina Quux", consent_evidence: "tabby-cat card" };
  const lifted = await service.call("DELETE", `/suppressions/${encodeURIComponent(MOBILE)}`, {
    ...lift,
    consent_at: new Date().toISOString(),
  });
  expect(lifted.status, JSON.stringify(lifted.body)).toBe(200);
  await post("/newsletter", { name: "Zerlina", mobile: MOBILE, custom_fields: { pet: "tabby-cat" } }, "a");
  const [{ body }] = await rows(
    "select body from messages m join deliveries d on d.message_id = m.id where d.phone = $1",
    [MOBILE],
  );
  await eventually(async () => (await tablesWith(["Zerlina"])).includes("webhook_deliveries"));
  await post("/newsletter/verify", { mobile: MOBILE, activation: /\d{6}/.exec(body)![0] }, "b");
  await post("/customers", { name: "Zerlina", phone: MOBILE }, "c");
  await post(
    "/users",
    { username: "someone", email: "s@example.test", name: "S", phone: MOBILE, roles: ["author"] },
    "d",
  );
  await post("/send", { message: "parcel-for-one", numbers: [MOBILE] }, "e");
  await post("/send", { message: "For both", numbers: [MOBILE, OTHER] }, "f");
  // The response repeats what cannot be read.
  await post("/send", { message: "For the other", numbers: [`${NATIONAL} x`, OTHER], skip_invalid: true }, "h");
  await post("/send", {
    message: "{{name}}, your cat waits",
    numbers: [
      { number: MOBILE, variables: { name: "tabby-cat" } },
      { number: OTHER, variables: { name: "Ben" } },
    ],
  });
  await post("/send/batch", { messages: [{ number: MOBILE, message: "parcel-for-one", key: "g" }] });
  // A number gets one code a minute.
  await rows("update code_requests set at = at - interval '2 minutes'");
  await post("/otp", { number: MOBILE });
  const scheduled = await scheduleCall(service, { message: "plan-for-one", recipients: "numbers", numbers: [MOBILE] });
  expect(scheduled.status, JSON.stringify(scheduled.body)).toBe(200);
  await post("/privacy/search", { mobile: MOBILE });
  await post("/privacy/export", { mobile: MOBILE });
  await rows(
    "insert into inbox (gateway, provider_id, sender, recipient, body) values ('main', 'x', $1, '+4930', 'words-from-one')",
    [MOBILE],
  );
  await rows(
    "insert into inbound_parts (message, part, parts, gateway, identity, sender, recipient, body) values ('m', 1, 2, 'main', 'x', $1, '+4930', 'words-from-one')",
    [MOBILE],
  );
  await rows("insert into events (kind, phone, data) values ('new_incoming_sms', $1, $2)", [
    MOBILE,
    { id: 1, sender: MOBILE, text: "words-from-one" },
  ]);
  await rows("insert into order_notice_days (day, reader, phone, texts) values (current_date, 'customer', $1, 1)", [
    MOBILE,
  ]);
  await rows(
    "insert into order_notices (status, reader, enabled, numbers, template, requires_opt_in) values ('x', 'staff', true, array[$1], 'x', false)",
    [MOBILE],
  );
  await rows(
    "insert into receipts (gateway, provider_id, phone, state, due) values ('main', 'p', $1, 'sent', 'infinity')",
    [MOBILE],
  );
  await rows("insert into contacts (phone) values ($1)", [MOBILE]);
  await service.call("PATCH", "/settings", { alerts: { numbers: [MOBILE, "+4915112399999"] } });
  await rows(
    `with alert as (
      insert into alerts (id, kind, subject, level, data) values (gen_random_uuid(), 'codes_unverified', 'XX', 1, '{}') returning id
    )
    insert into alert_notifications (id, alert_id, event, level, channel, recipient)
    select gen_random_uuid(), id, 'opened', 1, 'sms', $1 from alert`,
    [MOBILE],
  );
  await rows("insert into help_replies (phone, at) values ($1, now())", [MOBILE]);
  await rows(
    `insert into form_requests (slug, version, phone, name, group_ids, custom_fields, due)
     values ('none', 1, $1, 'Zerlina', '{1}', '{}', 'infinity')`,
    [MOBILE],
  );
  const [{ id: job }] = await rows(
    "insert into jobs (id, kind, created_by, due) values (gen_random_uuid(), 'import', 'test', 'infinity') returning id",
  );
  await rows("insert into imports (id, sealed_key) values ($1, '\\x01')", [job]);
  await rows(
    "insert into import_people (import_id, phone, row, name, fields, state) values ($1, $2, 2, 'Zerlina', '{}', 'active')",
    [job, MOBILE],
  );
  await rows(
    "insert into consents (subscriber_id, group_id, kind, source, wording) select id, 1, 'subscribed', 'api', 'Zerlina' from subscribers where phone = $1",
    [MOBILE],
  );
  // Nothing may be reported later: an entry whose receipt is expected is erased after that.
  await eventually(async () => {
    const states = await rows("select state from deliveries where phone = $1", [MOBILE]);
    return states.length >= 5 && states.every(({ state }) => state === "delivered");
  });
  // With a fan-out that waits: upkeep removes the texts of all others.
  await rows(
    `with waiting as (insert into fanouts (message_id, due) values (gen_random_uuid(), 'infinity') returning message_id),
       leaving as (insert into fanout_leavers (message_id, phone, subscriber_id) select message_id, $1, 1 from waiting)
     insert into prepared_texts (message_id, phone, body, segments) select message_id, $1, 'tabby-cat', 1 from waiting`,
    [MOBILE],
  );
}

async function everyFile(): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), "latin1")),
  );
  return texts.join("\n");
}

test("every table is in the list, so that an erasure reaches each new one", async () => {
  expect(Object.values(TABLES).flat().toSorted()).toEqual((await allTables()).toSorted());
});

test("after an erasure neither the database nor a file nor the log has the number, a name or a text of the person", async () => {
  await fill();
  const held = await tablesWith(TRACES);
  expect(held).toEqual(
    expect.arrayContaining([
      "consents",
      "contacts",
      "customers",
      "deliveries",
      "events",
      "fanout_leavers",
      "form_requests",
      "help_replies",
      "idempotency_keys",
      "import_people",
      "inbox",
      "inbox_threads",
      "memberships",
      "messages",
      "order_notice_days",
      "order_notices",
      "prepared_texts",
      "receipts",
      "schedules",
      "subscribers",
      "users",
      "webhook_deliveries",
    ]),
  );
  expect(held.filter((table) => !(TABLES.erased as readonly string[]).includes(table))).toEqual([]);

  const { erasure_id: id } = await post("/privacy/delete", { mobile: MOBILE, confirm: true });
  await eventually(async () => (await service.call("GET", `/privacy/erasures/${id}`)).body.data.state === "done");

  expect(await tablesWith(TRACES)).toEqual([]);
  expect(await tablesWith([OTHER.slice(1)])).toContain("deliveries");
  const elsewhere = `${await everyFile()}\n${JSON.stringify(service.logged)}`;
  for (const trace of TRACES) expect(elsewhere).not.toContain(trace);

  // A repeated call is not carried out again, although its response is gone.
  const again = await service.call(
    "POST",
    "/newsletter",
    { name: "Zerlina", mobile: MOBILE, custom_fields: { pet: "tabby-cat" } },
    { headers: { "idempotency-key": "a" } },
  );
  expect([again.status, again.body.code]).toEqual([409, "already_created"]);
  expect(await rows("select 1 from subscribers where phone = $1", [MOBILE])).toEqual([]);
});

test("of a person who replied STOP only the STOP is left", async () => {
  const mobile = numbers(1, 880_003)[0]!;
  await post("/newsletter", { name: "Stopper", mobile, double_opt_in: false });
  await rows("insert into suppressions (phone, reason, source) values ($1, 'opted out by text', 'main')", [mobile]);
  await post("/suppressions", { number: mobile, reason: "Stopper called, angry" });
  const { erasure_id: id } = await post("/privacy/delete", { mobile, confirm: true });
  await eventually(async () => (await service.call("GET", `/privacy/erasures/${id}`)).body.data.state === "done");
  expect(await tablesWith([mobile.slice(1)])).toEqual(TABLES.kept);
  expect(await tablesWith(["Stopper"])).toEqual([]);
  const left = await rows("select kind, reason from suppressions where phone = $1 order by kind", [mobile]);
  expect(left).toEqual([
    { kind: "block", reason: "" },
    { kind: "opt_out", reason: "opted out by text" },
  ]);
});
