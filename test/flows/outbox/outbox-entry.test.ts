import { afterAll, beforeAll, expect, test } from "vitest";

import { withoutPrefix } from "#lib/ids";

import { playProvider } from "../../conformance/gateways/kit/provider.ts";
import { eventually } from "../../support/engine/engine.ts";
import { suppress } from "../../support/database/ledger.ts";
import { compatCalls } from "../../support/service/compat.ts";
import type { Json } from "../../support/service/api.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
let service: TestService;
const wpsms = compatCalls(() => service);

beforeAll(async () => {
  provider = await playProvider();
  const rules =
    "ok_status=200&id=/id&receipt_state=state&receipt_id=id&receipt_code=code&receipt_delivered=delivered&receipt_undelivered=lost";
  service = await startTestService({
    TIDINGS_GATEWAY: `http://${provider.host}/send?name=main&body={"to":"{to}","url":"{receipt_url}"}&${rules}`,
    TIDINGS_COMPAT: "wpsms",
    TIDINGS_PUBLIC_URL: "https://sms.example.org",
  });
});
afterAll(async () => {
  await service.end();
  await provider.close();
});

const idOf = (body: string): string => (JSON.parse(body) as { to: string }).to.slice(1);
const accepts = (): void =>
  provider.answers(({ body }) => ({ status: 200, body: JSON.stringify({ id: idOf(body), note: "queued" }) }));

async function send(numbers: readonly string[], more: object = {}): Promise<string> {
  const answer = await service.call("POST", "/send", { message: "Your table is ready", numbers, ...more });
  expect(answer.body.message).toContain("accepted");
  return answer.body.data.message_id;
}

/** The number of a recipient's entry, once it is in one of these states. */
async function entryIn(message: string, recipient: string, ...states: string[]): Promise<number> {
  let item: Json;
  await eventually(async () => {
    const query = new URLSearchParams({ message_id: message, recipient });
    [item] = (await service.call("GET", `/outbox?${query}`)).body.data.items;
    return states.includes(item?.state);
  });
  return item.id;
}

const callsTo = (number: string): number => provider.seen.filter(({ body }) => body.includes(number)).length;
const read = async (id: number): Promise<Json> => (await service.call("GET", `/outbox/${id}`)).body.data;
const typesOf = (entry: Json): string[] => entry.timeline.map(({ type }: Json) => type);
const stepOf = (entry: Json, type: string): Json => entry.timeline.find((step: Json) => step.type === type);

async function receipt(of: string, state: string, code?: string): Promise<void> {
  const { body } = provider.seen.findLast((call) => idOf(call.body) === of)!;
  const address = new URL((JSON.parse(body) as { url: string }).url);
  await service.call(
    "POST",
    address.pathname.replace("/svc/v1", ""),
    { id: of, state, ...(code && { code }) },
    { as: null },
  );
}

test("an entry tells its whole story: who sent it, the attempt that failed, the gateway's answer, its id, the receipt and the webhook", async () => {
  const number = "+447400123401";
  const hook = await service.call("POST", "/webhooks", {
    url: "https://127.0.0.1:1/secret/path?key=word",
    types: ["message.delivered"],
  });
  expect(hook.status).toBe(201);
  let tries = 0;
  provider.answers(({ body }) => {
    tries += 1;
    return tries === 1
      ? { status: 503, body: "busy, come back" }
      : { status: 200, body: JSON.stringify({ id: idOf(body) }) };
  });
  const message = await send([number]);
  const id = await entryIn(message, number, "sent");
  await receipt(number.slice(1), "delivered");
  await entryIn(message, number, "delivered");
  const entry = await read(id);
  expect(typesOf(entry).filter((type) => type !== "webhook")).toEqual([
    "accepted",
    "deferred",
    "routed",
    "sent",
    "delivered",
  ]);
  expect(stepOf(entry, "accepted")).toMatchObject({ by: expect.stringMatching(/^builtin:\d+$/) });
  expect(stepOf(entry, "deferred")).toMatchObject({
    attempt: 1,
    gateway: "main",
    response: expect.stringContaining("503"),
  });
  expect(stepOf(entry, "sent")).toMatchObject({ gateway: "main", provider_ids: [number.slice(1)] });
  expect(stepOf(entry, "webhook").webhook).toMatchObject({
    id: hook.body.data.id,
    host: "127.0.0.1:1",
    type: "message.delivered",
  });
  expect(JSON.stringify(entry)).not.toContain("secret/path");
  const times = entry.timeline.map(({ at }: Json) => at).filter(Boolean);
  expect(times).toEqual(times.toSorted());
  expect([entry.state, entry.attempts, entry.reason, entry.resend_of, entry.resent_as]).toEqual([
    "delivered",
    2,
    null,
    null,
    null,
  ]);
});

test("of a message to many the same is found, and nothing of its other recipients", async () => {
  accepts();
  const numbers = Array.from({ length: 1_001 }, (_, nth) => `+44740020${1000 + nth}`);
  const message = await send(numbers);
  const [good, bad] = [numbers[5]!, numbers[6]!];
  const [goodId, badId] = [await entryIn(message, good, "sent"), await entryIn(message, bad, "sent")];
  await receipt(good.slice(1), "delivered");
  await receipt(bad.slice(1), "lost", "E17");
  await entryIn(message, good, "delivered");
  await entryIn(message, bad, "undelivered");
  const entry = await read(goodId);
  expect(typesOf(entry).filter((type) => type !== "webhook")).toEqual(["accepted", "routed", "sent", "delivered"]);
  expect(stepOf(entry, "sent").provider_ids).toEqual([good.slice(1)]);
  expect(stepOf(entry, "webhook").webhook.type).toBe("message.delivered");
  const lost = await read(badId);
  expect(typesOf(lost)).toEqual(["accepted", "routed", "sent", "undelivered"]);
  expect(stepOf(lost, "undelivered")).toMatchObject({ code: "E17", at: expect.any(String) });
  expect(lost.reason).toMatchObject({ code: "E17", remedy: expect.any(String) });
});

test("a pause of the message is part of the story, and so is what a delivery waits for", async () => {
  provider.answers(() => ({ status: 503, body: "later" }));
  const number = "+447400123402";
  const message = await send([number]);
  const query = new URLSearchParams({ message_id: message });
  const [item] = (await service.call("GET", `/outbox?${query}`)).body.data.items;
  await eventually(async () => (await read(item.id)).attempts > 0);
  await service.call("POST", `/messages/${message}/pause`);
  await service.call("POST", `/messages/${message}/resume`);
  const entry = await read(item.id);
  expect(typesOf(entry)).toEqual(expect.arrayContaining(["accepted", "deferred", "paused", "resumed"]));
  await service.call("POST", `/messages/${message}/cancel`);
  await entryIn(message, number, "canceled");
  const canceled = await read(item.id);
  expect(typesOf(canceled)).toEqual(expect.arrayContaining(["message_canceled", "canceled"]));
  expect(canceled.reason.remedy).toContain("Resend");
});

test("neither the text, the code nor a provider's echo of a one-time password is shown", async () => {
  provider.answers(({ body }) => ({ status: 200, body: JSON.stringify({ id: idOf(body), echo: "Code 314159" }) }));
  const number = "+447400123403";
  const message = await send([number], { message: "Code 314159", category: "otp" });
  const id = await entryIn(message, number, "sent");
  await service.pool.query("update deliveries set response = 'Code 314159' where id = $1", [id]);
  await service.pool.query('update events set data = data || \'{"response":"Code 314159"}\' where phone = $1', [
    number,
  ]);
  const entry = await read(id);
  expect(typesOf(entry)).toContain("sent");
  expect(JSON.stringify(entry)).not.toContain("314159");
  accepts();
  const answer = await service.call("POST", `/outbox/${id}/resend`);
  expect([answer.status, answer.body.code]).toEqual([409, "not_in_this_state"]);
});

test("an entry that does not exist is 404 on both routes", async () => {
  for (const id of ["999999999", "9007199254740991"]) {
    expect((await service.call("GET", `/outbox/${id}`)).status).toBe(404);
    expect((await service.call("POST", `/outbox/${id}/resend`)).status).toBe(404);
  }
  for (const id of ["0", "-1", "x", "1.5", "99999999999999999999"]) {
    expect([id, (await service.call("GET", `/outbox/${id}`)).status]).toEqual([id, 400]);
  }
});

test("a failed entry is resent once, as a message of its own, and both timelines name the other", async () => {
  provider.answers(() => ({ status: 400, body: "no" }));
  const number = "+447400123404";
  const message = await send([number], { sender: "Bistro", flash: false });
  const id = await entryIn(message, number, "failed");
  accepts();
  const answers = await Promise.all(Array.from({ length: 5 }, () => service.call("POST", `/outbox/${id}/resend`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  const { data } = answers.find(({ status }) => status === 200)!.body;
  expect(data).toMatchObject({ category: "transactional", resend_of: { id, message_id: message } });
  const [before, after] = [await read(id), await read(data.id)];
  expect(before.resent_as).toEqual({ id: data.id, message_id: data.message_id });
  expect(after).toMatchObject({
    resend_of: { id, message_id: message },
    message: "Your table is ready",
    sender: "Bistro",
    recipient: number,
  });
  await entryIn(data.message_id, number, "sent");
  const { rowCount } = await service.pool.query("select from deliveries where phone = $1", [number]);
  expect(rowCount).toBe(2);
});

test("marketing to groups is not resent to a person who has left all of them since", async () => {
  await allowWithoutRecord(service.pool);
  const { id: group } = (await service.call("POST", "/groups", { name: "Left later" })).body.data;
  const [left, stays, named] = ["+447400123431", "+447400123432", "+447400123433"];
  for (const mobile of [left, stays]) {
    const person = { name: "N", mobile, group_id: [group], double_opt_in: false };
    expect((await service.call("POST", "/newsletter", person)).status).toBe(200);
  }
  provider.answers(() => ({ status: 400, body: "no" }));
  const message = await send([named], { group_ids: [group], category: "marketing" });
  const ids = await Promise.all([left, stays, named].map((number) => entryIn(message, number, "failed")));
  await service.call("POST", "/newsletter/unsubscribe", { mobile: left });
  accepts();
  const answers = [];
  for (const id of ids) answers.push(await service.call("POST", `/outbox/${id}/resend`));
  expect(answers.map(({ status }) => status)).toEqual([409, 200, 200]);
  expect(answers[0]!.body.message).toContain("has left the groups");
});

test("marketing is resent to a person without a consent on record on another basis alone, which only some may state", async () => {
  accepts();
  await service.call("PATCH", "/settings", { consent: { require_record: "enforce" } });
  const number = "+447400123434";
  const call = { category: "marketing", consent_basis: "contract" };
  const id = await entryIn(await send([number], call), number, "sent");
  const resend = (more: object, as = service.admin) =>
    service.call("POST", `/outbox/${id}/resend`, { again: true, ...more }, { as });
  expect((await resend({})).body.code).toBe("consent_required");
  const clerk = await service.userWith("svc_sendsms", "svc_outbox");
  expect((await resend({ consent_basis: "contract" }, clerk)).status).toBe(403);
  expect((await resend({ consent_basis: "contract" })).status).toBe(200);
});

test("a repeated key gets the first reply, and a failed resend can be tried again", async () => {
  provider.answers(() => ({ status: 400, body: "no" }));
  const number = "+447400123405";
  const id = await entryIn(await send([number]), number, "failed");
  await suppress(service.pool, number);
  expect((await service.call("POST", `/outbox/${id}/resend`)).body.code).toBe("no_recipients");
  await service.pool.query("delete from suppressions where phone = $1", [number]);
  accepts();
  const once = { headers: { "idempotency-key": "again-1" } };
  const [first, second] = [
    await service.call("POST", `/outbox/${id}/resend`, {}, once),
    await service.call("POST", `/outbox/${id}/resend`, {}, once),
  ];
  expect(first.status).toBe(200);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
});

test("a message that may be on the phone already is resent only with confirm_duplicate, and a sent one is not", async () => {
  accepts();
  const number = "+447400123406";
  const id = await entryIn(await send([number]), number, "sent");
  expect((await service.call("POST", `/outbox/${id}/resend`)).body.code).toBe("not_in_this_state");
  await service.pool.query("update deliveries set state = 'unknown' where id = $1", [id]);
  const refused = await service.call("POST", `/outbox/${id}/resend`, { confirm_duplicate: false });
  expect([refused.status, refused.body.data.confirm]).toEqual([409, "confirm_duplicate"]);
  expect((await service.call("POST", `/outbox/${id}/resend`, { confirm_duplicate: true })).status).toBe(200);
});

test("an entry whose person is being erased is not resent, although it still waits for a receipt", async () => {
  accepts();
  const number = "+447400123417";
  const id = await entryIn(await send([number]), number, "sent");
  await service.pool.query("update deliveries set state = 'unknown' where id = $1", [id]);
  expect((await service.call("POST", "/privacy/delete", { mobile: number, confirm: true })).status).toBe(201);
  const refused = await service.call("POST", `/outbox/${id}/resend`, { confirm_duplicate: true });
  expect([refused.status, refused.body.code]).toEqual([409, "not_in_this_state"]);
  expect((await service.pool.query("select from deliveries where phone = $1", [number])).rowCount).toBe(1);
});

test("a person's own text is resent as they got it, and nothing of an erased person", async () => {
  provider.answers(() => ({ status: 400, body: "no" }));
  const number = "+447400123407";
  const numbers = [{ number, variables: { code: "7F3" } }] as unknown as string[];
  const message = await send(numbers, { message: "Parcel {{code}}" });
  const id = await entryIn(message, number, "failed");
  accepts();
  const { body } = await service.call("POST", `/outbox/${id}/resend`);
  expect((await read(body.data.id)).message).toBe("Parcel 7F3");
  await entryIn(body.data.message_id, number, "sent");
  await service.pool.query("update deliveries set phone = '+0' || id, own_text = '[erased]' where id = $1", [id]);
  const answer = await service.call("POST", `/outbox/${id}/resend`);
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining("erased")]);
  expect(typesOf(await read(id))).toContain("accepted");
});

test("a text that retention has deleted is not resent, by either API", async () => {
  provider.answers(() => ({ status: 400, body: "no" }));
  const number = "+447400123408";
  const message = await send([number]);
  const id = await entryIn(message, number, "failed");
  await service.pool.query("update messages set body = '[redacted]' where id = $1", [withoutPrefix("msg", message)]);
  const seen = callsTo(number);
  const answer = await service.call("POST", `/outbox/${id}/resend`);
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining("deleted by retention")]);
  const compat = await wpsms("POST", `/outbox/${id}/resend`);
  expect([compat.status, compat.body.error.message]).toEqual([400, expect.stringContaining("deleted by retention")]);
  expect(callsTo(number)).toBe(seen);
});

test("resending needs both capabilities", async () => {
  const reader = await service.userWith("svc_outbox");
  const sender = await service.userWith("svc_sendsms");
  for (const as of [reader, sender]) {
    expect((await service.call("POST", "/outbox/1/resend", {}, { as })).status).toBe(403);
  }
  expect((await service.call("GET", "/outbox/1", undefined, { as: sender })).status).toBe(403);
});

test("a queued entry tells that its gateway is paused, and why", async () => {
  accepts();
  await service.call("POST", "/gateways/main/pause", { reason: "maintenance" });
  const number = "+447400123499";
  const id = await entryIn(await send([number]), number, "queued");
  const waiting = stepOf(await read(id), "waiting");
  expect(waiting).toMatchObject({ at: null, gateway: "main", code: "paused_by_operator" });
  expect(waiting.text).toBe("Waiting: main is paused (maintenance).");
  expect(waiting).not.toHaveProperty("until");
  await service.call("POST", "/gateways/main/resume");
  await eventually(async () => (await read(id)).state === "sent");
  expect(typesOf(await read(id))).not.toContain("waiting");

  // A stop that the provider causes, as used-up credit does, is tried again.
  provider.answers(() => ({ status: 401, body: "{}" }));
  const other = "+447400123498";
  const refused = await entryIn(await send([other]), other, "queued");
  await eventually(async () => stepOf(await read(refused), "waiting")?.code !== undefined);
  const { gateway, until } = stepOf(await read(refused), "waiting");
  expect([gateway, until]).toEqual(["main", expect.any(String)]);
  accepts();
  expect((await service.call("POST", "/gateways/main/resume")).status).toBe(200);
  // Not when the pause would have ended, which is in a minute.
  await eventually(async () => !["queued", "sending"].includes((await read(refused)).state));
  const { state, sent_at: sentAt } = await read(refused);
  expect(state).toBe("sent");
  expect(Date.parse(sentAt)).toBeLessThan(Date.parse(until));
});
