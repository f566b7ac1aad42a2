import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { webhookEndpoints } from "#api/v1/webhooks/webhook";
import { webhookDeliveryEndpoints } from "#api/v1/webhooks/webhook-deliveries";
import { webhooksEndpoints } from "#api/v1/webhooks/webhooks";
import { webhookTypes } from "#domain/webhooks/types";
import { appendEvents } from "#store/queries/webhooks/events";

import { apiWith, type Answer } from "../../support/service/api.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { startReceiver } from "../../support/webhooks/receiver.ts";
import { verified, webhookService } from "../../support/webhooks/webhooks.ts";

const URL_A = "https://93.184.215.14/a";
const URL_B = "https://93.184.215.14/b";

let db: TestDatabase;
let service: ReturnType<typeof webhookService>;
let api: ReturnType<typeof apiWith>;

beforeAll(async () => {
  db = await freshDatabase();
  service = webhookService(db);
  const ports = { ...service.ports, base: "/svc/v1" };
  api = apiWith(db, [...webhookEndpoints(ports), ...webhooksEndpoints(ports), ...webhookDeliveryEndpoints(ports)]);
});
afterEach(async () => {
  expect(api.unforeseen).toEqual([]);
  await db.pool.query("delete from webhooks");
});
afterAll(async () => {
  await service.stop();
  await db.drop();
});

async function call(
  method: string,
  path: string,
  fields?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  if (!fields) return api.call(path, { method, headers });
  const all = { "content-type": "application/json", ...headers };
  return api.call(path, { method, headers: all, body: JSON.stringify(fields) });
}

const add = (fields: object, headers?: Record<string, string>) => call("POST", "/webhook", fields, headers);
type Item = { id: string; webhook_url: string; field: string; code: string };
const details = (answer: Answer) => answer.body.data.details.map((one: Item) => [one.field, one.code]);

test("adding a webhook returns an id and, this once, its secret", async () => {
  const first = await add({ webhook_url: URL_A, type: "new_sms" });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ status: "success", error: [] });
  expect(first.body.data).toMatchObject({ webhook_url: URL_A, type: ["new_sms"], enabled: true });
  expect(first.body.data.id).toMatch(/^wh_[0-9a-f-]{36}$/);
  expect(first.body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const second = await add({ webhook_url: URL_A, type: "new_sms" });
  expect(second.body.data).toMatchObject({ id: first.body.data.id, type: ["new_sms"] });
  expect(second.text).not.toContain("whsec_");
  const listed = await call("GET", "/webhook");
  expect(listed.body.data.items).toHaveLength(1);
  expect(listed.text).not.toContain("whsec_");
});

test("another type joins the endpoint of the same URL, in the order of the list", async () => {
  await add({ webhook_url: URL_A, type: "new_subscriber" });
  const answer = await add({ webhook_url: `${URL_A}#fragment`, type: ["message.sent", "new_sms", "new_sms"] });
  expect(answer.body.data.type).toEqual(["new_sms", "new_subscriber", "message.sent"]);
  expect((await call("GET", "/webhook")).body.data.items).toHaveLength(1);
});

test("ten concurrent calls create one endpoint and show one secret", async () => {
  const answers = await Promise.all(webhookTypes.map((type) => add({ webhook_url: URL_A, type })));
  expect(answers.map((answer) => answer.status)).toEqual(webhookTypes.map(() => 200));
  expect(answers.filter((answer) => answer.body.data.secret)).toHaveLength(1);
  const { items } = (await call("GET", "/webhook")).body.data;
  expect(items).toMatchObject([{ webhook_url: URL_A, type: [...webhookTypes] }]);
});

test("forms, query strings and comma-separated types are understood", async () => {
  const form = new URLSearchParams({ webhook_url: URL_A, type: "new_sms" });
  expect((await api.call("/webhook", { method: "POST", body: form })).body.data.type).toEqual(["new_sms"]);
  const query = new URLSearchParams({ webhook_url: URL_B, type: "new_sms,new_subscriber" });
  const answer = await api.call(`/webhook?${query}`, { method: "POST" });
  expect(answer.body.data.type).toEqual(["new_sms", "new_subscriber"]);
});

test.each([
  [
    {},
    [
      ["webhook_url", "required"],
      ["type", "required"],
    ],
  ],
  [
    { webhook_url: "nonsense", type: ["nonsense"] },
    [
      ["webhook_url", "invalid_url"],
      ["type[0]", "not_in_list"],
    ],
  ],
  [{ webhook_url: "http://example.com/hook", type: "new_sms" }, [["webhook_url", "invalid_url"]]],
  [{ webhook_url: "https://user:pw@example.com/", type: "new_sms" }, [["webhook_url", "invalid_url"]]],
  [{ webhook_url: "https://10.0.0.1/hook", type: "new_sms" }, [["webhook_url", "private_address"]]],
  [
    { webhook_url: "https://[::1]/hook", type: ["bad"] },
    [
      ["type[0]", "not_in_list"],
      ["webhook_url", "private_address"],
    ],
  ],
  [
    { webhook_url: "https://169.254.169.254/latest", type: [] },
    [
      ["type", "wrong_type"],
      ["webhook_url", "private_address"],
    ],
  ],
  [{ webhook_url: URL_A, type: [5] }, [["type[0]", "not_in_list"]]],
  [{ webhook_url: 5, type: "new_sms" }, [["webhook_url", "wrong_type"]]],
  [{ webhook_url: `https://example.com/${"x".repeat(2_048)}`, type: "new_sms" }, [["webhook_url", "too_long"]]],
])("%j is refused with all its issues, and nothing is stored", async (fields, expected) => {
  const answer = await add(fields);
  expect([answer.status, answer.body.code]).toEqual([400, "invalid_parameter"]);
  expect(details(answer)).toEqual(expected);
  expect((await call("GET", "/webhook")).body.data.items).toEqual([]);
});

test("a name that cannot be resolved now is accepted", async () => {
  const answer = await add({ webhook_url: "https://hooks.invalid/sms", type: "new_sms" });
  expect(answer.status).toBe(200);
});

test("removing by body or by query ends the endpoint; an unknown one counts as removed", async () => {
  await add({ webhook_url: URL_A, type: "new_sms" });
  await add({ webhook_url: URL_B, type: "new_sms" });
  expect((await call("DELETE", "/webhook", { webhook_url: URL_A })).status).toBe(200);
  const byQuery = await call("DELETE", `/webhook?webhook_url=${encodeURIComponent(URL_B)}`);
  expect(byQuery.body.data).toEqual({ webhook_url: URL_B, type: [] });
  expect((await call("GET", "/webhook")).body.data.items).toEqual([]);
  expect((await call("DELETE", "/webhook", { webhook_url: URL_A, type: "new_sms" })).status).toBe(200);
});

test("removing a type leaves the others, and the last one removes the endpoint", async () => {
  await add({ webhook_url: URL_A, type: "new_sms,new_subscriber" });
  const less = await call("DELETE", "/webhook", { webhook_url: URL_A, type: "new_sms" });
  expect(less.body.data).toEqual({ webhook_url: URL_A, type: ["new_subscriber"] });
  await call("DELETE", "/webhook", { webhook_url: URL_A, type: "message.sent" });
  expect((await call("GET", "/webhook")).body.data.items).toMatchObject([{ type: ["new_subscriber"] }]);
  await call("DELETE", "/webhook", { webhook_url: URL_A, type: ["new_subscriber", "new_sms"] });
  expect((await call("GET", "/webhook")).body.data.items).toEqual([]);
  expect((await add({ webhook_url: URL_A, type: "new_sms" })).body.data.secret).toMatch(/^whsec_/);
});

test.each([{}, { webhook_url: "nonsense" }, { webhook_url: "http://example.com/" }, { webhook_url: URL_A, type: "x" }])(
  "removing %j is a client error",
  async (fields) => {
    expect((await call("DELETE", "/webhook", fields)).status).toBe(400);
  },
);

test("the list is filtered by URL and by type", async () => {
  await add({ webhook_url: URL_A, type: "new_sms" });
  await add({ webhook_url: URL_B, type: "new_subscriber" });
  const urls = async (query: string) =>
    (await call("GET", `/webhook?${query}`)).body.data.items.map((item: Item) => item.webhook_url);
  expect(await urls(`webhook_url=${encodeURIComponent(URL_B)}`)).toEqual([URL_B]);
  expect(await urls("type=new_sms,message.sent")).toEqual([URL_A]);
  expect(await urls("type=message.sent")).toEqual([]);
});

test("an Idempotency-Key never returns the secret a second time, and stores it nowhere", async () => {
  const headers = { "Idempotency-Key": "one" };
  const first = await add({ webhook_url: URL_A, type: "new_sms" }, headers);
  const again = await add({ webhook_url: URL_A, type: "new_sms" }, headers);
  expect([again.status, again.body.code]).toEqual([409, "already_created"]);
  const { rows } = await db.pool.query("select * from idempotency_keys");
  expect(JSON.stringify(rows)).not.toContain(first.body.data.secret);
  expect(rows).toMatchObject([{ body: null }]);
});

test("an endpoint that was disabled is enabled by adding it again", async () => {
  await add({ webhook_url: URL_A, type: "new_sms" });
  await db.pool.query("update webhooks set enabled = false, disabled_reason = 'gone', failing_since = now()");
  expect((await call("GET", "/webhook")).body.data.items).toMatchObject([{ enabled: false, disabled_reason: "gone" }]);
  const answer = await add({ webhook_url: URL_A, type: "new_sms" });
  expect(answer.body.data).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
});

test("the resource is created, read, changed and deleted", async () => {
  const made = await call("POST", "/webhooks", { url: URL_A, types: ["new_sms"] });
  expect(made.status).toBe(201);
  const { id } = made.body.data;
  expect(made.headers.get("location")).toBe(`/svc/v1/webhooks/${id}`);
  expect(made.body.data.secret).toMatch(/^whsec_/);
  const read = await call("GET", `/webhooks/${id}`);
  expect(read.body.data).toMatchObject({ id, url: URL_A, types: ["new_sms"], old_secret_until: null });
  expect(read.body.data.secret).toBeUndefined();
  const changed = await call("PATCH", `/webhooks/${id}`, { types: ["message.sent", "new_sms"], enabled: false });
  expect(changed.body.data).toMatchObject({
    types: ["new_sms", "message.sent"],
    enabled: false,
    disabled_reason: "switched_off",
  });
  expect((await call("PATCH", `/webhooks/${id}`, {})).body.data).toEqual(changed.body.data);
  expect((await call("DELETE", `/webhooks/${id}`)).status).toBe(200);
  for (const method of ["GET", "PATCH", "DELETE"]) {
    expect((await call(method, `/webhooks/${id}`)).status).toBe(404);
  }
});

test("one URL has one endpoint: a second one, or a change to it, is a conflict", async () => {
  const made = await call("POST", "/webhooks", { url: URL_A, types: "new_sms" });
  const other = await call("POST", "/webhooks", { url: URL_B, types: "new_sms" });
  expect((await call("POST", "/webhooks", { url: URL_A, types: "new_sms" })).status).toBe(409);
  const moved = await call("PATCH", `/webhooks/${other.body.data.id}`, { url: URL_A });
  expect([moved.status, moved.body.code]).toEqual([409, "conflict"]);
  expect((await call("PATCH", `/webhooks/${made.body.data.id}`, { url: URL_A, enabled: "true" })).status).toBe(200);
});

test("a change to a private address is refused", async () => {
  const made = await call("POST", "/webhooks", { url: URL_A, types: "new_sms" });
  const moved = await call("PATCH", `/webhooks/${made.body.data.id}`, { url: "https://192.168.0.1/" });
  expect(details(moved)).toEqual([["url", "private_address"]]);
});

test.each(["wh_1", "1", "wh_0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10", "msg_0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10", "%00"])(
  "the id %s names nothing",
  async (id) => {
    for (const path of [`/webhooks/${id}`, `/webhooks/${id}/deliveries`, `/webhook/deliveries/${id}`]) {
      expect([400, 404]).toContain((await call("GET", path)).status);
    }
    for (const path of [`/webhooks/${id}/test`, `/webhooks/${id}/rotate`, `/webhook/deliveries/${id}/replay`]) {
      expect([400, 404]).toContain((await call("POST", path)).status);
    }
  },
);

test("rotating shows the new secret once and says until when the old one signs", async () => {
  const made = await call("POST", "/webhooks", { url: URL_A, types: "new_sms" });
  const rotated = await call("POST", `/webhooks/${made.body.data.id}/rotate`, { overlap_hours: 1 });
  expect(rotated.body.data.secret).toMatch(/^whsec_/);
  expect(rotated.body.data.secret).not.toBe(made.body.data.secret);
  const until = Date.parse(rotated.body.data.old_secret_until) - Date.now();
  expect(until).toBeGreaterThan(3_500_000);
  expect(until).toBeLessThan(3_700_000);
  expect((await call("POST", `/webhooks/${made.body.data.id}/rotate`, { overlap_hours: 169 })).status).toBe(400);
});

test("a test event is delivered, listed and replayed", async () => {
  const receiver = await startReceiver();
  const sender = service.start();
  try {
    const made = await call("POST", "/webhooks", { url: receiver.url, types: "new_sms" });
    const { id, secret } = made.body.data;
    const test = await call("POST", `/webhooks/${id}/test`);
    expect(test.body.data).toMatchObject({ webhook_id: id, type: "webhook.test", state: "pending", attempts: 0 });
    await receiver.received(1);
    expect(verified(secret, receiver.calls[0]!)).toMatchObject({ type: "webhook.test" });
    const read = await call("GET", `/webhook/deliveries/${test.body.data.id}`);
    expect(read.body.data.payload).toEqual(JSON.parse(receiver.calls[0]!.body));
    expect(read.body.data.webhook_event_id).toBe(receiver.calls[0]!.headers["webhook-id"]);
    const detail = async () => (await call("GET", `/webhook/deliveries/${test.body.data.id}`)).body.data;
    await expect.poll(async () => (await detail()).state).toBe("delivered");
    const { body, last_headers: headers } = await detail();
    expect(body).toBe(receiver.calls[0]!.body);
    expect(receiver.calls[0]!.headers).toMatchObject(headers);
    expect(Object.keys(headers)).toContain("webhook-signature");
    expect(verified(secret, { ...receiver.calls[0]!, headers, body })).toMatchObject({ type: "webhook.test" });
    const replayed = await call("POST", `/webhook/deliveries/${test.body.data.id}/replay`);
    expect(replayed.body.data).toMatchObject({ id: test.body.data.id, state: "pending" });
    await receiver.received(2);
    expect(receiver.calls[1]!.headers["webhook-id"]).toBe(receiver.calls[0]!.headers["webhook-id"]);
  } finally {
    await sender.stop();
    await receiver.close();
  }
});

test("a delivery lists its latest attempts, newest first: time, status, duration, and how the answer began", async () => {
  const answers = [
    { status: 500, answer: `failed${"x".repeat(494)}`, error: null },
    { status: null, answer: null, error: expect.stringMatching(/\w/) },
    { status: 200, answer: "taken", error: null },
    { status: 200, answer: "", error: null },
  ];
  let step = 0;
  const receiver = await startReceiver((_call, response) => {
    const { status, answer } = answers[step]!;
    if (status === null) response.destroy();
    else response.writeHead(status).end(status === 500 ? `failed${"x".repeat(900)}` : answer);
  });
  const sender = service.start();
  try {
    const made = await call("POST", "/webhooks", { url: receiver.url, types: "new_sms" });
    const { id } = (await call("POST", `/webhooks/${made.body.data.id}/test`)).body.data;
    const log = async () => (await call("GET", `/webhook/deliveries/${id}`)).body.data.attempt_log;
    for (step = 0; step < answers.length; step += 1) {
      if (step > 0) await call("POST", `/webhook/deliveries/${id}/replay`);
      await expect.poll(async () => (await log())[0]).toMatchObject(answers[step]!);
    }
    step = answers.length - 1;
    const attempts = await log();
    // Failures are also repeated after seconds, so there may be more of them.
    const kinds = attempts.map(
      ({ status, answer }: { status: number | null; answer: string }) => `${status} ${answer}`,
    );
    expect([...new Set(kinds)]).toEqual(answers.toReversed().map(({ status, answer }) => `${status} ${answer}`));
    const times = attempts.map(({ at }: { at: string }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
    expect(Math.abs(times[0] - Date.now())).toBeLessThan(60_000);
    for (const { duration_ms: ms } of attempts) expect([ms >= 0, ms < 60_000]).toEqual([true, true]);
    const listed = await call("GET", `/webhooks/${made.body.data.id}/deliveries`);
    expect(listed.body.data.items[0]).not.toHaveProperty("attempt_log");
    await db.pool.query(
      `update webhook_deliveries set attempt_log = (select jsonb_agg(attempt_log -> 0 || jsonb_build_object('answer', n::text)) from generate_series(1, 20) n)`,
    );
    await call("POST", `/webhook/deliveries/${id}/replay`);
    await expect.poll(async () => (await log())[0].answer).toBe("");
    expect((await log()).map(({ answer }: { answer: string }) => answer)).toEqual([
      "",
      ...Array.from({ length: 19 }, (_, index) => `${index + 1}`),
    ]);
  } finally {
    await sender.stop();
    await receiver.close();
  }
});

test("a test or a replay to an endpoint that is disabled says that it waits", async () => {
  const made = await call("POST", "/webhooks", { url: URL_A, types: "new_sms" });
  const { id } = made.body.data;
  expect((await call("POST", `/webhooks/${id}/test`)).body.message).toBe("The test event is on its way.");
  await call("PATCH", `/webhooks/${id}`, { enabled: false });
  const test = await call("POST", `/webhooks/${id}/test`);
  expect(test.body.message).toBe("The test event is waiting: the webhook is disabled.");
  const replayed = await call("POST", `/webhook/deliveries/${test.body.data.id}/replay`);
  expect(replayed.body.message).toBe("The event is waiting: the webhook is disabled.");
});

test("a delivery outlives its event", async () => {
  const made = await call("POST", "/webhooks", { url: URL_A, types: "new_sms" });
  const test = await call("POST", `/webhooks/${made.body.data.id}/test`);
  await db.pool.query("delete from events");
  const read = await call("GET", `/webhook/deliveries/${test.body.data.id}`);
  expect(read.body.data).toEqual({
    ...test.body.data,
    webhook_event_id: null,
    payload: null,
    body: null,
    last_headers: null,
    attempt_log: [],
  });
});

test("deliveries are read newest first, page by page, by state", async () => {
  const made = await call("POST", "/webhooks", { url: URL_A, types: "new_subscriber" });
  const path = `/webhooks/${made.body.data.id}/deliveries`;
  const events = Array.from({ length: 5 }, (_, index) => ({ kind: "new_subscriber", data: { name: `N${index}` } }));
  await db.transaction(() => appendEvents(db, events, () => undefined));
  const first = await call("GET", `${path}?per_page=3`);
  const rest = await call("GET", `${path}?per_page=3&cursor=${first.body.data.pagination.next_cursor}`);
  const ids = [...first.body.data.items, ...rest.body.data.items].map((item: Item) => Number(item.id.slice(4)));
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect([ids.length, rest.body.data.pagination.next_cursor]).toEqual([5, null]);
  expect((await call("GET", `${path}?state=failed`)).body.data.items).toEqual([]);
  expect((await call("GET", `${path}?cursor=nonsense`)).status).toBe(400);
});
