import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";

import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { rotateSecret } from "#domain/webhooks/endpoints";
import type { Uuid } from "#lib/ids";
import { webhookQueueQueries } from "#store/queries/webhooks/webhook-queue";

import { eventually } from "../../support/service/processes.ts";
import { subscribed, tried, webhookFixture } from "../../support/webhooks/webhook-fixture.ts";
import { verified } from "../../support/webhooks/webhooks.ts";

const fixture = webhookFixture();

test("more endpoints that hang than calls at once leave half of the calls to those that work", async () => {
  const hanging = await Promise.all(Array.from({ length: 12 }, () => fixture.hear(() => undefined)));
  const healthy = await fixture.hear();
  for (const { url } of hanging) await fixture.hook(url, ["new_subscriber"]);
  await fixture.hook(healthy.url, ["new_sms"]);
  // They have failed for a while: nobody waits for a timeout here.
  await fixture
    .db()
    .pool.query("update webhooks set failing_since = now() - interval '1 minute' where url <> $1", [healthy.url]);
  fixture.service().start({ limit: 8 });
  await fixture.happen(subscribed());
  const called = (): number => hanging.reduce((sum, { calls }) => sum + calls.length, 0);
  await eventually(() => called() === 4);
  await fixture.happen(
    ...Array.from({ length: 30 }, () => ({ kind: "new_sms" as const, phone: "+4915112345678", data: {} })),
  );
  await healthy.received(30);
  expect(called()).toBe(4);
});

test("an endpoint that failed once is tried again while those that work have more than fits into a claim", async () => {
  const { webhook: failed } = await fixture.hook("https://127.0.0.1/failed", ["new_sms"]);
  await fixture.hook("https://127.0.0.1/busy", ["new_subscriber"]);
  await fixture.happen(
    { kind: "new_sms", phone: "+4915112345678", data: {} },
    ...Array.from({ length: 5 }, () => subscribed()),
  );
  await fixture.db().pool.query("update webhooks set failing_since = now() where id = $1", [failed.id]);
  await fixture.db().pool.query("update webhook_deliveries set due = now() - make_interval(secs => 1000000 - id)");
  const claim = async (failing: number) => {
    const request = { limit: 2, perEndpoint: 10, leaseMs: 0, busy: new Map<Uuid, number>(), failing };
    return (await webhookQueueQueries(fixture.db()).claim(request)).map(({ webhookId }) => webhookId === failed.id);
  };
  expect((await claim(1)).toSorted()).toEqual([false, true]);
  expect(await claim(0)).toEqual([false, false]);
});

test("an endpoint that hangs delays no other", async () => {
  const slow = await fixture.hear(() => undefined);
  const quick = await fixture.hear();
  await fixture.hook(slow.url, ["new_subscriber"]);
  await fixture.hook(quick.url, ["new_subscriber"]);
  fixture.service().start({ limit: 6, perEndpoint: 3 });
  await fixture.happen(...Array.from({ length: 40 }, (_, index) => subscribed(`N${index}`)));
  await quick.received(40);
  expect(slow.calls.length).toBeLessThanOrEqual(3);
});

test("an endpoint that fails gets one try at a time", async () => {
  let open = 0;
  let most = 0;
  let failing = true;
  const receiver = await fixture.hear((_call, response) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      response.writeHead(failing ? 500 : 200).end();
    });
  });
  await fixture.hook(receiver.url);
  await fixture.db().pool.query("update webhooks set failing_since = now()");
  fixture.service().start({ perEndpoint: 8 });
  await fixture.happen(...Array.from({ length: 12 }, (_, index) => subscribed(`N${index}`)));
  await fixture.settled(tried);
  expect(most).toBe(1);
  failing = false;
});

test("two senders on one database deliver each event once", async () => {
  const receiver = await fixture.hear();
  await fixture.hook(receiver.url);
  fixture.service().start();
  fixture.service().start();
  await fixture.happen(...Array.from({ length: 300 }, (_, index) => subscribed(`N${index}`)));
  await fixture.settled((found) => found.every((row) => row.state === "delivered"));
  const ids = receiver.calls.map((call) => call.headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([300, 300]);
});

test("a sender killed between the try and its settle has its event sent again under the same id", async () => {
  const child = { kill: (): void => undefined };
  const receiver = await fixture.hear((_call, response, count) => {
    if (count === 1) child.kill();
    else response.end();
  });
  const { secret } = await fixture.hook(receiver.url);
  await fixture.happen(subscribed());
  const script = new URL("../../support/webhooks/webhook-sender-child.ts", import.meta.url).pathname;
  const running = spawn(
    process.execPath,
    [script, (fixture.db().connection as { url: string }).url, fixture.key.toString("hex")],
    {
      stdio: "inherit",
    },
  );
  const ended = new Promise((done) => running.once("exit", (_code, how) => done(how)));
  child.kill = () => running.kill("SIGKILL");
  await receiver.received(1);
  expect(await ended).toBe("SIGKILL");
  expect(await fixture.rows()).toMatchObject([{ state: "pending", attempt: 1, last_status: null }]);

  fixture.service().start();
  await fixture.db().pool.query("update webhook_deliveries set due = now()");
  fixture.service().wake();
  await receiver.received(2);
  await fixture.settled((found) => found[0]!.state === "delivered" && found[0]!.attempt === 2);
  expect(receiver.calls[1]!.headers["webhook-id"]).toBe(receiver.calls[0]!.headers["webhook-id"]);
  verified(secret, receiver.calls[1]!);
});

test("a sender that stops releases an unfinished try without counting it", async () => {
  const receiver = await fixture.hear((_call, response, count) => {
    if (count > 1) response.end();
  });
  await fixture.hook(receiver.url);
  const first = fixture.service().start({ graceMs: 20 });
  await fixture.happen(subscribed());
  await receiver.received(1);
  await first.stop();
  expect(await fixture.rows()).toMatchObject([{ state: "pending", attempt: 0, last_error: null }]);
  fixture.service().start();
  expect(await fixture.settled((found) => found[0]!.state === "delivered")).toMatchObject([{ attempt: 1 }]);
});

test("what a sender learns after it lost its lease changes nothing", async () => {
  let release = (): void => undefined;
  const receiver = await fixture.hear((_call, response, count) => {
    if (count === 1) release = () => void response.writeHead(410).end();
    else response.writeHead(500).end();
  });
  await fixture.hook(receiver.url);
  const late = fixture.service().start({ graceMs: 10_000 });
  await fixture.happen(subscribed());
  await receiver.received(1);
  await fixture.db().pool.query("update webhook_deliveries set due = now()");
  fixture.service().start();
  await fixture.settled(tried);
  release();
  await late.stop();
  expect(await fixture.rows()).toMatchObject([{ state: "pending", attempt: 2, last_status: 500 }]);
  expect(await fixture.endpoint()).toMatchObject({ enabled: true, failing: true });
});

test("what an endpoint's previous address answers is not held against the new one, which gets the event", async () => {
  let gone = (): void => undefined;
  const before = await fixture.hear((_call, response) => {
    gone = () => void response.writeHead(410).end();
  });
  const after = await fixture.hear();
  const { webhook, secret } = await fixture.hook(before.url);
  fixture.service().start({ graceMs: 10_000 });
  await fixture.happen(subscribed());
  await before.received(1);
  await fixture.db().pool.query("update webhooks set failing_since = now() - interval '4 days'");
  await fixture.service().ports.webhooks.change(webhook.id, { url: after.url });
  expect(await fixture.endpoint()).toMatchObject({ failing: false });
  gone();
  await after.received(1);
  verified(secret, after.calls[0]!);
  await fixture.settled((found) => found[0]!.state === "delivered");
  expect(await fixture.endpoint()).toMatchObject({ enabled: true, disabled_reason: null });
  expect(before.calls).toHaveLength(1);
});

test("what an endpoint answers to an attempt from before it was enabled again is not held against it", async () => {
  let late = (): void => undefined;
  const receiver = await fixture.hear((_call, response, count) => {
    if (count > 1) return void response.end();
    late = () => void response.writeHead(410).end();
  });
  const { webhook } = await fixture.hook(receiver.url);
  fixture.service().start({ graceMs: 10_000 });
  await fixture.happen(subscribed());
  await receiver.received(1);
  const { change } = fixture.service().ports.webhooks;
  await change(webhook.id, { enabled: false });
  await change(webhook.id, { enabled: true });
  late();
  expect(await fixture.settled((found) => found[0]!.state === "delivered")).toMatchObject([{ attempt: 1 }]);
  expect(receiver.calls).toHaveLength(2);
  expect(await fixture.endpoint()).toMatchObject({ enabled: true, disabled_reason: null, failing: false });
});

test("an endpoint that was enabled before the clock was set back is not called again and again", async () => {
  const receiver = await fixture.hear((_call, response) => void response.writeHead(500).end());
  await fixture.hook(receiver.url);
  await fixture.db().pool.query("update webhooks set enabled_at = now() + interval '1 hour'");
  fixture.service().start();
  await fixture.happen(subscribed());
  expect(await fixture.settled(tried)).toMatchObject([{ state: "pending", attempt: 1, last_status: 500 }]);
  expect(receiver.calls).toHaveLength(1);
});

test("an endpoint that was enabled while it was, and answers 410, is disabled", async () => {
  let gone = (): void => undefined;
  const receiver = await fixture.hear((_call, response) => {
    gone = () => void response.writeHead(410).end();
  });
  const { webhook } = await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  await receiver.received(1);
  await fixture.service().ports.webhooks.change(webhook.id, { enabled: true });
  gone();
  await fixture.settled((found) => found[0]!.state === "failed");
  expect(await fixture.endpoint()).toMatchObject({ enabled: false, disabled_reason: "gone" });
});

test("a change that leaves the address as it is takes no event back from its sender", async () => {
  let answer = (): void => undefined;
  const receiver = await fixture.hear((_call, response) => {
    answer = () => void response.end();
  });
  const { webhook } = await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  await receiver.received(1);
  await fixture.service().ports.webhooks.change(webhook.id, { url: receiver.url, types: ["new_subscriber"] });
  answer();
  expect(await fixture.settled((found) => found[0]!.state === "delivered")).toMatchObject([{ attempt: 1 }]);
});

test("during a rotation both secrets verify, afterwards only the new one", async () => {
  const receiver = await fixture.hear();
  const { webhook, secret: old } = await fixture.hook(receiver.url);
  const { secret: next } = await rotateSecret(fixture.service().ports, webhook.id, 60_000);
  fixture.service().start();
  await fixture.happen(subscribed("A"));
  await receiver.received(1);
  for (const secret of [old, next]) verified(secret, receiver.calls[0]!);
  await fixture.db().pool.query("update webhooks set previous_until = now()");
  await fixture.happen(subscribed("B"));
  await receiver.received(2);
  verified(next, receiver.calls[1]!);
  expect(() => new Webhook(old).verify(receiver.calls[1]!.body, { ...receiver.calls[1]!.headers })).toThrow();
});

test("a secret sealed under another key is a failed try, not a stopped sender", async () => {
  const receiver = await fixture.hear();
  await fixture.hook(receiver.url);
  await fixture.move({ key: randomBytes(32) });
  fixture.service().start();
  await fixture.happen(subscribed());
  expect(await fixture.settled(tried)).toMatchObject([{ state: "pending", last_error: "SealBroken" }]);
  expect(receiver.connections()).toBe(0);
});

test("a test event goes only to its endpoint, whatever its types", async () => {
  const [one, two] = [await fixture.hear(), await fixture.hear()];
  const { webhook, secret } = await fixture.hook(one.url, ["new_sms"]);
  await fixture.hook(two.url, ["webhook.test"]);
  fixture.service().start();
  await fixture.service().ports.webhooks.test(webhook.id, { message: "Hello" });
  await one.received(1);
  expect(verified(secret, one.calls[0]!)).toMatchObject({ type: "webhook.test", data: { message: "Hello" } });
  expect([await fixture.rows(), two.connections()]).toMatchObject([[{ attempt: 1 }], 0]);
});

test("a replay sends the same event under the same id once more", async () => {
  const receiver = await fixture.hear();
  const { webhook } = await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  await fixture.settled((found) => found[0]!.state === "delivered");
  const [delivery] = await fixture
    .service()
    .ports.webhooks.deliveries(webhook.id, { limit: 5, before: null, state: null });
  expect(delivery).toMatchObject({ state: "delivered", attempts: 1, nextTryAt: null });
  await fixture.service().ports.webhooks.replay(delivery!.id);
  await receiver.received(2);
  const [first, second] = receiver.calls;
  expect([second!.headers["webhook-id"], second!.body]).toEqual([first!.headers["webhook-id"], first!.body]);
});

test("an event that is no longer stored ends its delivery", async () => {
  const receiver = await fixture.hear();
  await fixture.hook(receiver.url);
  await fixture.happen(subscribed());
  await fixture.db().pool.query("delete from events");
  fixture.service().start();
  expect(await fixture.settled(tried)).toMatchObject([{ state: "failed", last_error: "the event is no longer kept" }]);
});

test("neither the body of a one-time password nor a gateway's echo of it is sent", async () => {
  const receiver = await fixture.hear();
  const { secret } = await fixture.hook(receiver.url, ["new_sms", "message.sent", "message.failed"]);
  fixture.service().start();
  const otp = await message("otp", "Your code is 424242");
  const plain = await message("transactional", "Your order 424242 is ready");
  await fixture.happen(
    { kind: "new_sms", messageId: otp, data: { sender: "A", message: "Your code is 424242", response: "ok 424242" } },
    { kind: "message.sent", messageId: otp, phone: "+491", data: { id: 1, state: "sent", response: "ok 424242" } },
    { kind: "message.failed", messageId: gone, phone: "+491", data: { id: 2, state: "failed", response: "424242" } },
  );
  await receiver.received(3);
  expect(receiver.calls.map((call) => call.body).join()).not.toContain("424242");
  await fixture.happen({ kind: "new_sms", messageId: plain, data: { message: "Your order 424242", response: "ok" } });
  await receiver.received(4);
  const payload = verified(secret, receiver.calls[3]!);
  expect(payload).toMatchObject({
    api_response: "ok",
    data: { message_id: `msg_${plain}`, message: "Your order 424242" },
  });
});

const gone = "01970000-0000-7000-8000-00000000dead" as Uuid;

async function message(category: string, body: string): Promise<Uuid> {
  const { rows: made } = await fixture.db().pool.query<{ id: Uuid }>(
    `insert into messages (id, state, category, priority, route, body, encoding, segments, valid_until, created_by)
     values (gen_random_uuid(), 'running', $1, 0, 'default', $2, 'gsm7', 1, now(), 'test') returning id`,
    [category, body],
  );
  return made[0]!.id;
}

test("secrets are sealed in the table and appear in no log line", async () => {
  const receiver = await fixture.hear((_call, response) => void response.writeHead(500).end());
  const { secret } = await fixture.hook(`${receiver.url}?token=private`);
  const { rows: stored } = await fixture.db().pool.query<{ secret: Buffer }>("select secret from webhooks");
  expect(stored[0]!.secret.includes(Buffer.from(secret.slice(6), "base64"))).toBe(false);
  expect(stored[0]!.secret.includes(secret.slice(6))).toBe(false);
  fixture.service().start();
  await fixture.happen(subscribed());
  await fixture.settled(tried);
  const log = fixture.service().lines.join("\n");
  expect(log).toContain("not delivered");
  for (const hidden of [secret, secret.slice(6), "token=private", "+4915112345678", "Ada"]) {
    expect(log).not.toContain(hidden);
  }
});

test.each([
  ["an emoji across the end of what is kept", Buffer.from(`${"x".repeat(499)}😀`), `${"x".repeat(499)}\ufffd`],
  ["a NUL", Buffer.from("a\0b"), "a b"],
  ["half a surrogate pair", Buffer.from([0x61, 0xed, 0xa0, 0xbd, 0x62]), "a\ufffd\ufffd\ufffdb"],
])("an answer with %s is recorded", async (_name, answer, kept) => {
  const receiver = await fixture.hear((_call, response) => void response.writeHead(500).end(answer));
  await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  await expect.poll(() => fixture.rows()).toMatchObject([{ last_status: 500 }]);
  expect(await answersLogged()).toEqual([kept]);
});

test("no text of one attempt prevents the outcomes of others from being recorded", async () => {
  const receiver = await fixture.hear();
  await fixture.hook(receiver.url);
  await fixture.happen(subscribed("A"), subscribed("B"));
  const queue = webhookQueueQueries(fixture.db());
  const claimed = await queue.claim({ limit: 2, perEndpoint: 2, leaseMs: 60_000, busy: new Map(), failing: 1 });
  const hostile = "a\0b\ud83d";
  await queue.settle(
    claimed.map(({ deliveryId, token, url }, index) => ({
      deliveryId,
      token,
      url,
      verdict: { kind: "again", afterMs: 1_000 },
      status: 500,
      error: index === 0 ? hostile : "broken",
      signed: null,
      attempt: { at: new Date(), durationMs: 1, status: 500, answer: index === 0 ? hostile : "broken", error: null },
    })),
  );
  expect((await fixture.rows()).map((row) => row.last_error)).toEqual(["ab\ufffd", "broken"]);
  expect(await answersLogged()).toEqual(["ab\ufffd", "broken"]);
});

async function answersLogged(): Promise<string[]> {
  const { rows } = await fixture
    .db()
    .pool.query<{ answer: string }>(
      "select attempt_log -> 0 ->> 'answer' as answer from webhook_deliveries order by id",
    );
  return rows.map(({ answer }) => answer);
}
