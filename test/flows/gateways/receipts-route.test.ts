import { createHmac } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { receiptsMount } from "#api/v1/gateways/receipts";
import { providerEventReceiver } from "#domain/inbox/receive-provider-events";
import { referenceOf } from "#domain/messages/reference";
import type { Gateway } from "#domain/gateways/gateway";
import type { Phone } from "#domain/recipients/phone";
import { definitions } from "#gateways/index";
import { openGateways } from "../../support/gateways/open-gateways.ts";
import type { Uuid } from "#lib/ids";
import { isUnreachable } from "#store/pg-errors";
import { acceptQueries } from "#store/queries/accept/accept";
import { inboundPartQueries } from "#store/queries/inbox/inbound-parts";
import { inboxQueries } from "#store/queries/inbox/inbox";
import { queueQueries } from "#store/queries/queue/queue";
import { receiptQueries } from "#store/queries/receipts/receipts";

import { consentsOver } from "../../support/people/consents.ts";
import { apiWith } from "../../support/service/api.ts";
import { optOutDeps } from "../../support/providers/opt-out-deps.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { deliveriesOf, statesOf, suppress } from "../../support/database/ledger.ts";
import { textTo } from "../../support/engine/engine.ts";
import { claimAll } from "../../support/engine/queue-fixture.ts";

const PUBLIC = "https://sms.example.org/wp-json";
const TOKEN = "secret-token-of-twilio";
const AUTH = "auth-token";
const OLD =
  'http://u:p@127.0.0.1:9/?body={"to":"{to}","text":"{text}"}&id=/id&inbound_from=from&inbound_text=text&name=old';
const PATH = `/receipts/main/${TOKEN}`;

let db: TestDatabase;
let api: ReturnType<typeof apiWith>;
let receipts: ReturnType<typeof receiptQueries>;
let events: ReturnType<typeof providerEventReceiver>;
let broken = false;

beforeAll(async () => {
  db = await freshDatabase();
  receipts = receiptQueries(db, { stored: () => undefined, hooked: () => undefined });
  events = providerEventReceiver({
    receipts,
    inbox: inboxQueries(db, () => undefined),
    parts: inboundPartQueries(db),
    ...optOutDeps(db),
    country: null,
  });
  const { gateways } = openGateways(
    `failover(twilio://ACxxx:${AUTH}@default?from=%2B15005550006&name=main sandbox://default?name=box ${OLD})`,
    definitions,
    () => ({ fetch, clock: { now: () => 0 }, random: () => 0.5, events: async () => undefined, log: () => undefined }),
  );
  const byName = new Map<string, Gateway>(gateways.map(({ name, gateway }) => [name, gateway]));
  api = apiWith(
    db,
    [],
    [
      receiptsMount({
        base: "/svc/v1",
        publicUrl: PUBLIC,
        gatewayOf: (name) => byName.get(name) ?? null,
        isToken: (_gateway, token) => token === TOKEN,
        receiveProviderEvents: async (gateway, given) => {
          if (broken) throw Object.assign(new Error("gone"), { code: "57P01" });
          await events(gateway, given);
        },
        isDatabaseDown: isUnreachable,
        log: () => undefined,
        newRequestId: () => "req_test",
        docsUrl: "/docs/errors",
      }),
    ],
  );
});
beforeEach(async () => {
  broken = false;
  await db.pool.query(
    "truncate receipts, inbox, suppressions, events, memberships, consent_people, subscribers, deliveries, chunks, messages cascade",
  );
});
afterAll(() => db.drop());

function signature(url: string, form: Record<string, string>): string {
  const fields = Object.keys(form)
    .toSorted()
    .map((name) => name + form[name])
    .join("");
  return createHmac("sha1", AUTH)
    .update(url + fields)
    .digest("base64");
}

function post(
  form: Record<string, string>,
  more: { path?: string; signature?: string; headers?: Record<string, string> } = {},
) {
  const path = more.path ?? PATH;
  return api.call(path, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": more.signature ?? signature(`${PUBLIC}/svc/v1${path}`, form),
      ...more.headers,
    },
    body: new URLSearchParams(form).toString(),
  });
}

async function stored(): Promise<{ receipts: number; inbox: number; events: number; suppressions: number }> {
  const { rows } = await db.pool.query(
    "select (select count(*)::int from receipts) as receipts, (select count(*)::int from inbox) as inbox, (select count(*)::int from events) as events, (select count(*)::int from suppressions) as suppressions",
  );
  return rows[0];
}
const nothing = { receipts: 0, inbox: 0, events: 0, suppressions: 0 };

const RECEIPT = { MessageSid: "SM1", MessageStatus: "delivered", To: "+4915112345678" };
const TEXT = { MessageSid: "SM2", From: "+4915112345678", To: "+15005550006", Body: "Hello\nthere", NumMedia: "0" };

const message = (phones: readonly string[]) => textTo(phones, { category: "marketing" });

test("a signed receipt is answered in the provider's format once it is stored", async () => {
  const answer = await post(RECEIPT, { path: `${PATH}?ref=abc` });
  expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([200, "<Response/>", "text/xml"]);
  const { rows } = await db.pool.query("select gateway, provider_id, phone, state from receipts");
  expect(rows).toEqual([{ gateway: "main", provider_id: "SM1", phone: "+4915112345678", state: "delivered" }]);
});

const wrong: [string, () => ReturnType<typeof post>][] = [
  ["without a signature", () => post(RECEIPT, { signature: "" })],
  ["signed for another address", () => post(RECEIPT, { signature: signature("https://other.example/x", RECEIPT) })],
  [
    "signed over another body",
    () => post({ ...RECEIPT, MessageStatus: "failed" }, { signature: signature(`${PUBLIC}/svc/v1${PATH}`, RECEIPT) }),
  ],
  [
    "with a doubled field",
    () =>
      api.call(PATH, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": signature(`${PUBLIC}/svc/v1${PATH}`, TEXT),
        },
        body: `${new URLSearchParams(TEXT)}&Body=STOP`,
      }),
  ],
  ["a STOP in somebody else's name", () => post({ ...TEXT, Body: "STOP" }, { signature: "AAAA" })],
];

test.each(wrong)("a forged call, %s, is 401 and stores nothing", async (_what, call) => {
  const answer = await call();
  expect([answer.status, answer.body.code]).toEqual([401, "unauthorized"]);
  expect(await stored()).toEqual(nothing);
});

test("a wrong token, an unknown gateway, one without receipts and another method all look like a missing page", async () => {
  const form = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "a=1" };
  for (const path of [
    "/receipts/main/wrong",
    `/receipts/nobody/${TOKEN}`,
    `/receipts/box/${TOKEN}`,
    "/receipts/main",
    `${PATH}x`,
    "/receipts/main/%00",
  ]) {
    const answer = await api.call(path, form);
    expect([answer.status, answer.body.code], path).toEqual([404, "no_route"]);
  }
  for (const method of ["HEAD", "PUT", "DELETE"]) expect((await api.call(PATH, { method })).status, method).toBe(404);
  expect(await stored()).toEqual(nothing);
});

test("a body over 256 kB is refused while it is read", async () => {
  const answer = await post({ ...TEXT, Body: "x".repeat(300_000) });
  expect([answer.status, answer.body.code]).toEqual([413, "payload_too_large"]);
  expect(await stored()).toEqual(nothing);
});

test("while nothing can be stored the provider is told to retry", async () => {
  broken = true;
  const answer = await post(TEXT);
  expect([answer.status, answer.body.code]).toEqual([503, "database_unavailable"]);
  expect(answer.headers.get("retry-after")).not.toBeNull();
});

test("an inbound message is in the inbox once, with its event, however often the provider repeats it", async () => {
  for (let time = 0; time < 3; time += 1) expect((await post(TEXT)).status).toBe(200);
  const { rows } = await db.pool.query("select gateway, provider_id, sender, recipient, body, keyword from inbox");
  expect(rows).toEqual([
    {
      gateway: "main",
      provider_id: "SM2",
      sender: "+4915112345678",
      recipient: "+15005550006",
      body: "Hello\nthere",
      keyword: null,
    },
  ]);
  const events = await db.pool.query("select kind, phone, data from events");
  expect(events.rows).toEqual([
    {
      kind: "new_incoming_sms",
      phone: "+4915112345678",
      data: {
        id: expect.any(Number),
        sender: "+4915112345678",
        recipient: "+15005550006",
        text: "Hello\nthere",
        media: [],
        gateway: "main",
        keyword: null,
        command_name: null,
      },
    },
  ]);
});

test("two calls with the same message at the same moment store it once", async () => {
  await Promise.all(Array.from({ length: 8 }, () => post({ ...TEXT, Body: "STOP" })));
  expect(await stored()).toMatchObject({ inbox: 1, suppressions: 1, events: 2 });
});

test("STOP blocks queued messages, at the mark, and START lets the next message through", async () => {
  const store = acceptQueries(db, () => undefined);
  const queue = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
  const run = async (): Promise<string[]> => {
    const claims = await queue.claim({ ...claimAll, priorities: [2] });
    const marked = [];
    for (const { chunk } of claims) {
      marked.push(...(await queue.mark([{ chunk, keys: chunk.keys, prolong: true }], "main", 5_000)));
      await queue.finish([{ chunk, clean: false }]);
    }
    return marked.map((row) => row.phone);
  };
  await store.accept(message(["+4915112345678", "+4915112345679"]));
  await post({ ...TEXT, Body: " Stop! " });
  expect(await run()).toEqual(["+4915112345679"]);
  expect(await deliveriesOf(db.pool, { phone: "+4915112345678" })).toMatchObject([
    { state: "suppressed", failure: "suppressed" },
  ]);
  expect(await store.accept(message(["+4915112345678"]))).toMatchObject({ kind: "no_recipients" });
  await post({ ...TEXT, MessageSid: "SM9", Body: "start" });
  await store.accept(message(["+4915112345678"]));
  expect(await run()).toEqual(["+4915112345678"]);
});

test.each([
  ["its word", { Body: "STOP" }],
  ["the account's own words", { Body: "Please no more", OptOutType: "STOP" }],
])("STOP over RCS suppresses the person behind the number, by %s", async (_name, more) => {
  await post({ ...TEXT, From: "rcs:+4915112345678", To: "rcs:acme_agent", ...more });
  const { rows } = await db.pool.query("select phone from suppressions");
  expect(rows).toEqual([{ phone: "+4915112345678" }]);
  const inbox = await db.pool.query("select sender from inbox");
  expect(inbox.rows).toEqual([{ sender: "+4915112345678" }]);
});

test("digits that are not a phone number suppress no number", async () => {
  await post({ ...TEXT, From: "messenger:4915112345678", Body: "STOP" });
  expect(await stored()).toMatchObject({ inbox: 1, suppressions: 0 });
});

test("a STOP that came by GET is signed over the address, and suppresses", async () => {
  const query = new URLSearchParams({ ...TEXT, Body: "STOP" });
  const url = `${PATH}?${query}`;
  const answer = await api.call(url, { headers: { "x-twilio-signature": signature(`${PUBLIC}/svc/v1${url}`, {}) } });
  expect([answer.status, await stored()]).toMatchObject([200, { inbox: 1, suppressions: 1 }]);
});

test("STOP ends every membership with a consent, START does not restore them", async () => {
  await db.pool.query("insert into subscribers (phone, name) values ('+4915112345678', 'Ada')");
  await db.pool.query("insert into groups (name) values ('A'), ('B') on conflict do nothing");
  await db.pool.query(
    "insert into memberships (group_id, subscriber_id, phone, state) select g.id, s.id, s.phone, 'active' from groups g, subscribers s",
  );
  await post({ ...TEXT, Body: "STOP" });
  await post({ ...TEXT, MessageSid: "SM3", Body: "START" });
  const { rows } = await db.pool.query("select distinct state from memberships");
  expect(rows).toEqual([{ state: "left" }]);
  const records = await consentsOver(db).repository.since("+4915112345678" as Phone, 0, 10);
  expect(records.map(({ kind, source, wording }) => [kind, source, wording])).toEqual([
    ["left", "sms", null],
    ["left", "sms", null],
    ["left", "sms", null],
    ["blocked", "sms", "STOP"],
    ["lifted", "sms", "START"],
  ]);
  expect(await stored()).toMatchObject({ suppressions: 0 });
});

test("START lifts no suppression that an operator created", async () => {
  await suppress(db.pool, "+4915112345678", { kind: "block", reason: "complaint", source: "console" });
  await post({ ...TEXT, Body: "START" });
  expect(await stored()).toMatchObject({ suppressions: 1 });
});

test("a short code or a name may send STOP: it is stored, and no number is suppressed", async () => {
  for (const [index, From] of ["12345", "BANK", ""].entries())
    await post({ ...TEXT, MessageSid: `SM${index + 20}`, From, Body: "STOP" });
  expect(await stored()).toMatchObject({ inbox: 3, suppressions: 0 });
});

test("NUL and halves of surrogate pairs in provider events harm neither the message nor its neighbors", async () => {
  await events("main", {
    receipts: [
      { providerId: "a\0b", state: "delivered", detail: "\ud800 x", code: "\0" },
      { providerId: "good", state: "delivered", phone: "4915112345678" },
    ],
    inbound: [{ from: "+49151\u000012345678", to: "\ud800", text: "a\0b\udfff", media: ["\0"] }],
  });
  const { rows } = await db.pool.query("select provider_id, phone from receipts order by id");
  expect(rows).toEqual([
    { provider_id: "ab", phone: null },
    { provider_id: "good", phone: "+4915112345678" },
  ]);
  expect((await db.pool.query("select sender, body from inbox")).rows).toEqual([
    { sender: "+4915112345678", body: "ab\ufffd" },
  ]);
});

test("a receipt with our reference moves its delivery", async () => {
  const store = acceptQueries(db, () => undefined);
  const result = await store.accept(message(["+4915112345678"]));
  const id = (result as { message: { id: Uuid } }).message.id;
  await db.pool.query("update deliveries set state = 'sent'");
  const ref = referenceOf({ messageId: id, phone: "+4915112345678" as Phone });
  expect((await post(RECEIPT, { path: `${PATH}?ref=${ref}` })).status).toBe(200);
  expect((await receipts.apply()).seen).toBe(1);
  expect(await statesOf(db.pool)).toEqual({ delivered: 1 });
});

test("a reference to a month that never existed harms no other receipt", async () => {
  const store = acceptQueries(db, () => undefined);
  const result = await store.accept(message(["+4915112345678"]));
  const messageId = (result as { message: { id: Uuid } }).message.id;
  await db.pool.query("update deliveries set state = 'sent'");
  const far = referenceOf({
    messageId: "00000001-0000-7000-8000-000000000000" as Uuid,
    phone: "+4915112345678" as Phone,
  });
  await events("main", {
    receipts: [
      { ref: far, state: "delivered" },
      { ref: referenceOf({ messageId, phone: "+4915112345678" as Phone }), state: "delivered" },
    ],
    inbound: [],
  });
  await receipts.apply();
  expect(await statesOf(db.pool)).toEqual({ delivered: 1 });
});

test.each([
  ["a query", "?from=%2B33612345678&text=ARR%CAT", undefined],
  ["a form", "", { type: "application/x-www-form-urlencoded", body: "from=%2B33612345678&text=ARR%CAT" }],
  ["JSON", "", { type: "application/json", body: Buffer.from('{"from":"+33612345678","text":"ARRÊT"}', "latin1") }],
])("ARRÊT in the Latin 1 of an old provider, in %s, is honored", async (_, query, content) => {
  const init = content && { method: "POST", headers: { "content-type": content.type }, body: content.body };
  expect((await api.call(`/receipts/old/${TOKEN}${query}`, init)).status).toBe(200);
  expect(await stored()).toMatchObject({ inbox: 1, suppressions: 1 });
});
