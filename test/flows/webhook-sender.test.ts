import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";

import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { createWebhook, rotateSecret } from "#domain/webhooks/endpoints";
import type { WebhookType } from "#domain/webhooks/types";
import type { Uuid } from "#lib/ids";
import { appendEvents, type NewEvent } from "#store/queries/events";

import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { startReceiver, type Answer, type Receiver } from "../support/receiver.ts";
import { verified, webhookHouse } from "../support/webhooks.ts";

type House = ReturnType<typeof webhookHouse>;

let db: TestDatabase;
let house: House;
const key = randomBytes(32);
const receivers: Receiver[] = [];

beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());
beforeEach(() => {
  house = webhookHouse(db, { key });
});
afterEach(async () => {
  await house.stop();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  await db.pool.query("delete from webhooks");
  await db.pool.query("delete from events");
});

async function hear(answer?: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

async function hook(url: string, types: readonly WebhookType[] = ["new_subscriber"]) {
  return createWebhook(house.ports, { url, types, by: "test" });
}

async function happen(...events: readonly NewEvent[]): Promise<void> {
  await db.transaction(() => appendEvents(db, events, house.wake));
}

const subscribed = (name = "Ada"): NewEvent => ({ kind: "new_subscriber", phone: "+4915112345678", data: { name } });

type Row = { state: string; attempt: number; last_status: number | null; last_error: string | null; wait: number };

async function rows(): Promise<Row[]> {
  const { rows: found } = await db.pool.query<Row>(
    "select state, attempt, last_status, last_error, round(extract(epoch from due - now()))::int as wait from webhook_deliveries order by id",
  );
  return found;
}

/** Asks the database until it says so: the sender settles after the receiver has answered. */
async function settled(done: (rows: Row[]) => boolean): Promise<Row[]> {
  for (;;) {
    const found = await rows();
    if (done(found)) return found;
    await new Promise((next) => setImmediate(next));
  }
}

const tried = (found: Row[]): boolean => found.every((row) => row.last_status !== null || row.last_error !== null);

async function endpointRow() {
  const { rows: found } = await db.pool.query<{ enabled: boolean; disabled_reason: string | null; failing: boolean }>(
    "select enabled, disabled_reason, failing_since is not null as failing from webhooks",
  );
  return found[0]!;
}

test("an event reaches the endpoint signed, and the public library verifies it", async () => {
  const receiver = await hear();
  const { secret } = await hook(receiver.url);
  house.start();
  await happen(subscribed());
  await receiver.received(1);
  const payload = verified(secret, receiver.calls[0]!);
  expect(payload).toMatchObject({ type: "new_subscriber", name: "Ada", mobile: "+4915112345678" });
  expect(receiver.calls[0]).toMatchObject({ method: "POST", path: "/hook" });
  expect(receiver.calls[0]!.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(await settled((found) => found[0]!.state === "delivered")).toMatchObject([{ attempt: 1, last_status: 200 }]);
});

test("an endpoint gets the types it asked for and no others", async () => {
  const receiver = await hear();
  const { secret } = await hook(receiver.url, ["subscriber.verified", "new_incoming_sms"]);
  house.start();
  await happen(
    subscribed(),
    { kind: "message.accepted", data: {} },
    { kind: "subscriber.verified", phone: "+491", data: { id: 5, name: "Ada" } },
  );
  await receiver.received(1);
  expect(verified(secret, receiver.calls[0]!).data).toMatchObject({ id: 5, name: "Ada", mobile: "+491" });
  expect(await rows()).toHaveLength(1);
});

test("an event of a change that was rolled back is told to nobody", async () => {
  const receiver = await hear();
  await hook(receiver.url);
  house.start();
  await expect(
    db.transaction(async () => {
      await appendEvents(db, [subscribed("Ghost")], house.wake);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await happen(subscribed("Real"));
  await receiver.received(1);
  expect(receiver.calls[0]!.body).toContain("Real");
  expect(await rows()).toHaveLength(1);
});

test("a failing endpoint is tried again under the same id, with a new time and a valid signature", async () => {
  const receiver = await hear((_call, response, count) => void response.writeHead(count === 1 ? 500 : 204).end("broken\0"));
  const { secret } = await hook(receiver.url);
  house.start();
  await happen(subscribed());
  const [row] = await settled(tried);
  expect(row).toMatchObject({ state: "pending", attempt: 1, last_status: 500, last_error: "broken ", wait: 5 });
  expect(await endpointRow()).toMatchObject({ enabled: true, failing: true });
  await db.pool.query("update webhook_deliveries set due = now()");
  house.wake();
  await receiver.received(2);
  const [first, second] = receiver.calls;
  expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  expect(second!.body).toBe(first!.body);
  verified(secret, second!);
  expect(await settled((found) => found[0]!.state === "delivered")).toMatchObject([{ attempt: 2, last_error: null }]);
  expect(await endpointRow()).toMatchObject({ failing: false });
});

test("the whole table of tries runs in order and then the delivery has failed", async () => {
  const receiver = await hear((_call, response) => void response.writeHead(500).end());
  await hook(receiver.url);
  house.start();
  await happen(subscribed());
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const [row] = await settled((found) => tried(found) && found[0]!.attempt === attempt && found[0]!.last_status === 500);
    if (row!.state === "failed") break;
    waits.push(row!.wait);
    await db.pool.query("update webhook_deliveries set due = now(), last_status = null, last_error = null");
    house.wake();
  }
  expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  expect(await settled((found) => found[0]!.state === "failed")).toMatchObject([{ attempt: 10 }]);
  expect(receiver.calls).toHaveLength(10);
});

test("Retry-After is honoured and the rest of the queue loses no try", async () => {
  const receiver = await hear((_call, response) => void response.writeHead(429, { "Retry-After": "120" }).end());
  await hook(receiver.url);
  house.start({ perEndpoint: 1 });
  await happen(subscribed("A"), subscribed("B"), subscribed("C"));
  const found = await settled((all) => all[0]!.last_status === 429);
  expect(found.map((row) => row.attempt)).toEqual([1, 0, 0]);
  expect(found[0]!.wait).toBe(120);
});

test("410 ends the delivery and disables the endpoint, with one event that says so", async () => {
  const receiver = await hear((_call, response) => void response.writeHead(410).end());
  await hook(receiver.url);
  house.start({ perEndpoint: 4 });
  await happen(subscribed("A"), subscribed("B"));
  await settled((found) => found.every((row) => row.state === "failed"));
  expect(await endpointRow()).toMatchObject({ enabled: false, disabled_reason: "gone" });
  const { rows: events } = await db.pool.query("select data from events where kind = 'webhook.disabled'");
  expect(events).toMatchObject([{ data: { reason: "gone" } }]);
  await happen(subscribed("C"));
  expect(await rows()).toHaveLength(2);
});

test("an endpoint that failed for five days is disabled; its waiting events follow when it is enabled again", async () => {
  let healthy = false;
  const receiver = await hear((_call, response) => void response.writeHead(healthy ? 200 : 500).end());
  const { webhook } = await hook(receiver.url);
  house.start();
  await happen(subscribed());
  await settled(tried);
  const again = async (age: string): Promise<void> => {
    await db.pool.query(`update webhooks set failing_since = now() - interval '${age}'`);
    await db.pool.query("update webhook_deliveries set due = now(), last_status = null");
    house.wake();
    await settled((found) => found[0]!.last_status !== null);
  };
  await again("4 days 23 hours");
  expect(await endpointRow()).toMatchObject({ enabled: true, failing: true });
  await again("5 days 1 second");
  expect(await endpointRow()).toMatchObject({ enabled: false, disabled_reason: "failing" });
  const { rows: events } = await db.pool.query("select data from events where kind = 'webhook.disabled'");
  expect(events).toEqual([{ data: { webhook_id: webhook.id, reason: "failing" } }]);

  healthy = true;
  await db.pool.query("update webhook_deliveries set due = now()");
  const calls = receiver.calls.length;
  await house.ports.webhooks.change(webhook.id, { enabled: true });
  await receiver.received(calls + 1);
  await settled((found) => found[0]!.state === "delivered");
  expect(await endpointRow()).toMatchObject({ enabled: true, disabled_reason: null, failing: false });
});

test("a redirect is a failure and is not followed", async () => {
  const inside = await hear();
  const door = await hear((_call, response) => void response.writeHead(302, { Location: inside.url }).end());
  await hook(door.url);
  house.start();
  await happen(subscribed());
  expect(await settled(tried)).toMatchObject([{ state: "pending", last_status: 302 }]);
  expect(inside.connections()).toBe(0);
});

test("a private address that was never allowed is not called", async () => {
  const receiver = await hear();
  await house.stop();
  house = webhookHouse(db, { key, allow: ["10.0.0.0/8"] });
  await hook(receiver.url);
  house.start();
  await happen(subscribed());
  expect(await settled(tried)).toMatchObject([{ state: "pending", last_status: null, last_error: "OUTBOUND_REFUSED" }]);
  expect(receiver.connections()).toBe(0);
});

test("a receiver that never answers is given up after the time-out", async () => {
  const receiver = await hear(() => undefined);
  await hook(receiver.url);
  house.start({ timeoutMs: 50 });
  await happen(subscribed());
  expect(await settled(tried)).toMatchObject([{ state: "pending", last_status: null, last_error: "no answer in time" }]);
});

test("a receiver that is not there is noted with its code", async () => {
  const receiver = await startReceiver();
  await receiver.close();
  await hook(receiver.url);
  house.start();
  await happen(subscribed());
  expect(await settled(tried)).toMatchObject([{ last_error: "ECONNREFUSED" }]);
});

test("of a huge answer only the beginning is read and kept", async () => {
  let written = 0;
  const flood: Answer = (_call, response) => {
    response.writeHead(500);
    const block = "x".repeat(65_536);
    const pour = (): void => {
      while (!response.destroyed && written < 2 ** 30) {
        written += block.length;
        if (!response.write(block)) return void response.once("drain", pour);
      }
    };
    pour();
  };
  const receiver = await hear(flood);
  await hook(receiver.url);
  house.start();
  await happen(subscribed());
  const [row] = await settled(tried);
  expect(row!.last_error).toBe("x".repeat(1000));
  expect(written).toBeLessThan(32 * 2 ** 20);
});

test("a 200 whose body never ends counts as delivered", async () => {
  const receiver = await hear((_call, response) => {
    response.writeHead(200);
    response.write("o");
  });
  await hook(receiver.url);
  house.start({ timeoutMs: 100 });
  await happen(subscribed());
  expect(await settled(tried)).toMatchObject([{ state: "delivered", last_status: 200 }]);
});

test("an endpoint that hangs holds up no other", async () => {
  const slow = await hear(() => undefined);
  const quick = await hear();
  await hook(slow.url, ["new_subscriber"]);
  await hook(quick.url, ["new_subscriber"]);
  house.start({ limit: 6, perEndpoint: 3 });
  await happen(...Array.from({ length: 40 }, (_, index) => subscribed(`N${index}`)));
  await quick.received(40);
  expect(slow.calls.length).toBeLessThanOrEqual(3);
});

test("an endpoint that fails gets one try at a time", async () => {
  let open = 0;
  let most = 0;
  let failing = true;
  const receiver = await hear((_call, response) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      response.writeHead(failing ? 500 : 200).end();
    });
  });
  await hook(receiver.url);
  await db.pool.query("update webhooks set failing_since = now()");
  house.start({ perEndpoint: 8 });
  await happen(...Array.from({ length: 12 }, (_, index) => subscribed(`N${index}`)));
  await settled(tried);
  expect(most).toBe(1);
  failing = false;
});

test("two senders on one database deliver each event once", async () => {
  const receiver = await hear();
  await hook(receiver.url);
  house.start();
  house.start();
  await happen(...Array.from({ length: 300 }, (_, index) => subscribed(`N${index}`)));
  await settled((found) => found.every((row) => row.state === "delivered"));
  const ids = receiver.calls.map((call) => call.headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([300, 300]);
});

test("a sender killed between the try and its settle has its event sent again under the same id", async () => {
  const child = { kill: (): void => undefined };
  const receiver = await hear((_call, response, count) => {
    if (count === 1) child.kill();
    else response.end();
  });
  const { secret } = await hook(receiver.url);
  await happen(subscribed());
  const script = new URL("../support/webhook-sender-child.ts", import.meta.url).pathname;
  const running = spawn(process.execPath, [script, (db.connection as { url: string }).url, key.toString("hex")], {
    stdio: "inherit",
  });
  const ended = new Promise((done) => running.once("exit", (_code, how) => done(how)));
  child.kill = () => running.kill("SIGKILL");
  await receiver.received(1);
  expect(await ended).toBe("SIGKILL");
  expect(await rows()).toMatchObject([{ state: "pending", attempt: 1, last_status: null }]);

  house.start();
  await db.pool.query("update webhook_deliveries set due = now()");
  house.wake();
  await receiver.received(2);
  await settled((found) => found[0]!.state === "delivered" && found[0]!.attempt === 2);
  expect(receiver.calls[1]!.headers["webhook-id"]).toBe(receiver.calls[0]!.headers["webhook-id"]);
  verified(secret, receiver.calls[1]!);
});

test("a sender that stops puts an unfinished try back without counting it", async () => {
  const receiver = await hear((_call, response, count) => {
    if (count > 1) response.end();
  });
  await hook(receiver.url);
  const first = house.start({ graceMs: 20 });
  await happen(subscribed());
  await receiver.received(1);
  await first.stop();
  expect(await rows()).toMatchObject([{ state: "pending", attempt: 0, last_error: null }]);
  house.start();
  expect(await settled((found) => found[0]!.state === "delivered")).toMatchObject([{ attempt: 1 }]);
});

test("a sender that lost its lease writes nothing over the next one", async () => {
  let release = (): void => undefined;
  const receiver = await hear((_call, response, count) => {
    if (count === 1) release = () => void response.writeHead(500).end();
    else response.end();
  });
  await hook(receiver.url);
  const late = house.start();
  await happen(subscribed());
  await receiver.received(1);
  await db.pool.query("update webhook_deliveries set due = now()");
  house.start();
  await settled((found) => found[0]!.state === "delivered");
  release();
  await late.stop();
  expect(await rows()).toMatchObject([{ state: "delivered", attempt: 2, last_status: 200 }]);
});

test("during a rotation both secrets verify, afterwards the new one alone", async () => {
  const receiver = await hear();
  const { webhook, secret: old } = await hook(receiver.url);
  const { secret: next } = await rotateSecret(house.ports, webhook.id, 60_000);
  house.start();
  await happen(subscribed("A"));
  await receiver.received(1);
  for (const secret of [old, next]) verified(secret, receiver.calls[0]!);
  await db.pool.query("update webhooks set previous_until = now()");
  await happen(subscribed("B"));
  await receiver.received(2);
  verified(next, receiver.calls[1]!);
  expect(() => new Webhook(old).verify(receiver.calls[1]!.body, { ...receiver.calls[1]!.headers })).toThrow();
});

test("a secret sealed under another key is a failed try, not a stopped sender", async () => {
  const receiver = await hear();
  await hook(receiver.url);
  await house.stop();
  house = webhookHouse(db, { key: randomBytes(32) });
  house.start();
  await happen(subscribed());
  expect(await settled(tried)).toMatchObject([{ state: "pending", last_error: "SealBroken" }]);
  expect(receiver.connections()).toBe(0);
});

test("a test event goes to its endpoint alone, whatever its types", async () => {
  const [one, two] = [await hear(), await hear()];
  const { webhook, secret } = await hook(one.url, ["new_sms"]);
  await hook(two.url, ["webhook.test"]);
  house.start();
  await house.ports.webhooks.test(webhook.id, { message: "Hello" });
  await one.received(1);
  expect(verified(secret, one.calls[0]!)).toMatchObject({ type: "webhook.test", data: { message: "Hello" } });
  expect([await rows(), two.connections()]).toMatchObject([[{ attempt: 1 }], 0]);
});

test("a replay sends the same event under the same id once more", async () => {
  const receiver = await hear();
  const { webhook } = await hook(receiver.url);
  house.start();
  await happen(subscribed());
  await settled((found) => found[0]!.state === "delivered");
  const [delivery] = await house.ports.webhooks.deliveries(webhook.id, { limit: 5, before: null, state: null });
  expect(delivery).toMatchObject({ state: "delivered", attempts: 1, nextTryAt: null });
  await house.ports.webhooks.replay(delivery!.id);
  await receiver.received(2);
  const [first, second] = receiver.calls;
  expect([second!.headers["webhook-id"], second!.body]).toEqual([first!.headers["webhook-id"], first!.body]);
});

test("an event that is no longer kept ends its delivery", async () => {
  const receiver = await hear();
  await hook(receiver.url);
  await happen(subscribed());
  await db.pool.query("delete from events");
  house.start();
  expect(await settled(tried)).toMatchObject([{ state: "failed", last_error: "the event is no longer kept" }]);
});

test("neither the text of a one-time password nor what a gateway echoed of it leaves", async () => {
  const receiver = await hear();
  const { secret } = await hook(receiver.url, ["new_sms", "message.sent", "message.failed"]);
  house.start();
  const otp = await message("otp", "Your code is 424242");
  const plain = await message("transactional", "Your order 424242 is ready");
  await happen(
    { kind: "new_sms", messageId: otp, data: { sender: "A", message: "Your code is 424242", response: "ok 424242" } },
    { kind: "message.sent", messageId: otp, phone: "+491", data: { id: 1, state: "sent", response: "ok 424242" } },
    { kind: "message.failed", messageId: gone, phone: "+491", data: { id: 2, state: "failed", response: "424242" } },
  );
  await receiver.received(3);
  expect(receiver.calls.map((call) => call.body).join()).not.toContain("424242");
  await happen({ kind: "new_sms", messageId: plain, data: { message: "Your order 424242", response: "ok" } });
  await receiver.received(4);
  const payload = verified(secret, receiver.calls[3]!);
  expect(payload).toMatchObject({ api_response: "ok", data: { message_id: `msg_${plain}`, message: "Your order 424242" } });
});

const gone = "01970000-0000-7000-8000-00000000dead" as Uuid;

async function message(category: string, body: string): Promise<Uuid> {
  const { rows: made } = await db.pool.query<{ id: Uuid }>(
    `insert into messages (id, state, category, lane, route, body, encoding, segments, valid_until, created_by)
     values (gen_random_uuid(), 'running', $1, 0, 'default', $2, 'gsm7', 1, now(), 'test') returning id`,
    [category, body],
  );
  return made[0]!.id;
}

test("secrets are sealed in the table and appear in no log line", async () => {
  const receiver = await hear((_call, response) => void response.writeHead(500).end());
  const { secret } = await hook(`${receiver.url}?token=private`);
  const { rows: stored } = await db.pool.query<{ secret: Buffer }>("select secret from webhooks");
  expect(stored[0]!.secret.includes(Buffer.from(secret.slice(6), "base64"))).toBe(false);
  expect(stored[0]!.secret.includes(secret.slice(6))).toBe(false);
  house.start();
  await happen(subscribed());
  await settled(tried);
  const log = house.lines.join("\n");
  expect(log).toContain("not delivered");
  for (const hidden of [secret, secret.slice(6), "token=private", "+4915112345678", "Ada"]) {
    expect(log).not.toContain(hidden);
  }
});
