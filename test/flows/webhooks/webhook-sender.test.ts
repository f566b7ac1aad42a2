import { expect, test } from "vitest";

import { appendEvents } from "#store/queries/webhooks/events";

import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually } from "../../support/engine/engine.ts";
import type { Answer } from "../../support/webhooks/receiver.ts";
import { startReceiver } from "../../support/webhooks/receiver.ts";
import { subscribed, tried, webhookFixture } from "../../support/webhooks/webhook-fixture.ts";
import { verified } from "../../support/webhooks/webhooks.ts";

const fixture = webhookFixture();

test("an event reaches the endpoint signed, and the public library verifies it", async () => {
  const receiver = await fixture.hear();
  const { secret } = await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  await receiver.received(1);
  const payload = verified(secret, receiver.calls[0]!);
  expect(payload).toMatchObject({ type: "new_subscriber", name: "Ada", mobile: "+4915112345678" });
  expect(receiver.calls[0]).toMatchObject({ method: "POST", path: "/hook" });
  expect(receiver.calls[0]!.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(await fixture.settled((found) => found[0]!.state === "delivered")).toMatchObject([
    { attempt: 1, last_status: 200 },
  ]);
});

test("an endpoint gets the types it subscribed to and no others", async () => {
  const receiver = await fixture.hear();
  const { secret } = await fixture.hook(receiver.url, ["subscriber.verified", "new_incoming_sms"]);
  fixture.service().start();
  await fixture.happen(
    subscribed(),
    { kind: "message.accepted", data: {} },
    { kind: "subscriber.verified", phone: "+491", data: { id: 5, name: "Ada" } },
  );
  await receiver.received(1);
  expect(verified(secret, receiver.calls[0]!).data).toMatchObject({ subscriber_id: 5, name: "Ada", mobile: "+491" });
  expect(await fixture.rows()).toHaveLength(1);
});

test("an event of a change that was rolled back is never delivered", async () => {
  const receiver = await fixture.hear();
  await fixture.hook(receiver.url);
  fixture.service().start();
  await expect(
    fixture.db().transaction(async () => {
      await appendEvents(fixture.db(), [subscribed("Ghost")], fixture.service().wake);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await fixture.happen(subscribed("Real"));
  await receiver.received(1);
  expect(receiver.calls[0]!.body).toContain("Real");
  expect(await fixture.rows()).toHaveLength(1);
});

test("an event that happens while its endpoint is being deleted is kept, and queued for no endpoint", async () => {
  const receiver = await fixture.hear();
  const { webhook } = await fixture.hook(receiver.url);
  const session = await fixture.db().pool.connect();
  try {
    await session.query("begin");
    await session.query("delete from webhooks where id = $1", [webhook.id]);
    const happening = fixture.happen(subscribed());
    await eventually(async () => (await sessionsWaiting(session)) > 0);
    await session.query("commit");
    await happening;
  } finally {
    session.release(true);
  }
  expect(await fixture.rows()).toEqual([]);
  const { rows } = await fixture.db().pool.query("select kind from events");
  expect(rows).toEqual([{ kind: "new_subscriber" }]);
});

test("a failing endpoint is tried again under the same id, with a new time and a valid signature", async () => {
  const receiver = await fixture.hear(
    (_call, response, count) => void response.writeHead(count === 1 ? 500 : 204).end("broken\0"),
  );
  const { secret } = await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  const [row] = await fixture.settled(tried);
  expect(row).toMatchObject({ state: "pending", attempt: 1, last_status: 500, last_error: "broken ", wait: 5 });
  expect(await fixture.endpoint()).toMatchObject({ enabled: true, failing: true });
  await fixture.db().pool.query("update webhook_deliveries set due = now()");
  fixture.service().wake();
  await receiver.received(2);
  const [first, second] = receiver.calls;
  expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  expect(second!.body).toBe(first!.body);
  verified(secret, second!);
  expect(await fixture.settled((found) => found[0]!.state === "delivered")).toMatchObject([
    { attempt: 2, last_error: null },
  ]);
  expect(await fixture.endpoint()).toMatchObject({ failing: false });
});

test("the whole retry plan runs in order and then the delivery has failed", async () => {
  const receiver = await fixture.hear((_call, response) => void response.writeHead(500).end());
  await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const [row] = await fixture.settled(
      (found) => tried(found) && found[0]!.attempt === attempt && found[0]!.last_status === 500,
    );
    if (row!.state === "failed") break;
    waits.push(row!.wait);
    await fixture.db().pool.query("update webhook_deliveries set due = now(), last_status = null, last_error = null");
    fixture.service().wake();
  }
  // What is left of each when it is read, some moments after it was stored.
  const plan = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  expect(waits).toHaveLength(plan.length);
  expect(waits.filter((wait, nth) => wait > plan[nth]! || wait < plan[nth]! - Math.min(plan[nth]! / 2, 60))).toEqual(
    [],
  );
  expect(await fixture.settled((found) => found[0]!.state === "failed")).toMatchObject([{ attempt: 10 }]);
  expect(receiver.calls).toHaveLength(10);
});

test("Retry-After is honored and the rest of the queue loses no try", async () => {
  const busy = await fixture.hear((_call, response) => void response.writeHead(429, { "Retry-After": "120" }).end());
  const other = await fixture.hear();
  await fixture.hook(busy.url);
  await fixture.hook(other.url, ["subscriber.verified"]);
  fixture.service().start({ perEndpoint: 1 });
  await fixture.happen(subscribed("A"), subscribed("B"), subscribed("C"));
  const found = await fixture.settled((all) => all[0]!.last_status === 429);
  expect(found[0]!.wait).toBeGreaterThan(60);
  expect(found[0]!.wait).toBeLessThanOrEqual(120);
  // Two more claims have been made when the other endpoint has received two.
  for (const count of [1, 2]) {
    await fixture.happen({ kind: "subscriber.verified", data: {} });
    await other.received(count);
  }
  expect((await fixture.rows()).slice(0, 3).map((row) => row.attempt)).toEqual([1, 0, 0]);
});

test("410 ends the delivery and disables the endpoint, with one event that says so", async () => {
  const receiver = await fixture.hear((_call, response) => void response.writeHead(410).end());
  await fixture.hook(receiver.url);
  fixture.service().start({ perEndpoint: 4 });
  await fixture.happen(subscribed("A"), subscribed("B"));
  await fixture.settled((found) => found.every((row) => row.state === "failed"));
  expect(await fixture.endpoint()).toMatchObject({ enabled: false, disabled_reason: "gone" });
  const { rows: events } = await fixture.db().pool.query("select data from events where kind = 'webhook.disabled'");
  expect(events).toMatchObject([{ data: { reason: "gone" } }]);
  await fixture.happen(subscribed("C"));
  expect(await fixture.rows()).toHaveLength(2);
});

test("an endpoint that failed for five days is disabled; its waiting events follow when it is enabled again", async () => {
  let healthy = false;
  const receiver = await fixture.hear((_call, response) => void response.writeHead(healthy ? 200 : 500).end());
  const { webhook } = await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  await fixture.settled(tried);
  const again = async (age: string): Promise<void> => {
    await fixture.db().pool.query(`update webhooks set failing_since = now() - interval '${age}'`);
    await fixture.db().pool.query("update webhook_deliveries set due = now(), last_status = null");
    fixture.service().wake();
    await fixture.settled((found) => found[0]!.last_status !== null);
  };
  await again("4 days 23 hours");
  expect(await fixture.endpoint()).toMatchObject({ enabled: true, failing: true });
  await again("5 days 1 second");
  expect(await fixture.endpoint()).toMatchObject({ enabled: false, disabled_reason: "failing" });
  const { rows: events } = await fixture.db().pool.query("select data from events where kind = 'webhook.disabled'");
  expect(events).toEqual([{ data: { webhook_id: webhook.id, reason: "failing" } }]);

  healthy = true;
  await fixture.db().pool.query("update webhook_deliveries set due = now()");
  const calls = receiver.calls.length;
  await fixture.service().ports.webhooks.change(webhook.id, { enabled: true });
  await receiver.received(calls + 1);
  await fixture.settled((found) => found[0]!.state === "delivered");
  expect(await fixture.endpoint()).toMatchObject({ enabled: true, disabled_reason: null, failing: false });
});

test("a redirect is a failure that says where it led, and is not followed", async () => {
  const inside = await fixture.hear();
  const door = await fixture.hear((_call, response) => void response.writeHead(302, { Location: inside.url }).end());
  await fixture.hook(door.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  const last_error = `redirect to ${inside.url}: not followed`;
  expect(await fixture.settled(tried)).toMatchObject([{ state: "pending", last_status: 302, last_error }]);
  const { rows } = await fixture
    .db()
    .pool.query("select attempt_log -> 0 ->> 'error' as error from webhook_deliveries");
  expect(rows).toEqual([{ error: last_error }]);
  expect(inside.connections()).toBe(0);
});

test("a private address that was never allowed is not called", async () => {
  const receiver = await fixture.hear();
  await fixture.move({ key: fixture.key, allow: ["10.0.0.0/8"] });
  await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  expect(await fixture.settled(tried)).toMatchObject([
    { state: "pending", last_status: null, last_error: "OUTBOUND_REFUSED" },
  ]);
  expect(receiver.connections()).toBe(0);
});

test("a receiver that never answers is abandoned after the timeout", async () => {
  const receiver = await fixture.hear(() => undefined);
  await fixture.hook(receiver.url);
  fixture.service().start({ timeoutMs: 50 });
  await fixture.happen(subscribed());
  expect(await fixture.settled(tried)).toMatchObject([
    { state: "pending", last_status: null, last_error: "no answer in time" },
  ]);
});

test("a receiver that is unreachable is recorded with its code", async () => {
  const receiver = await startReceiver();
  await receiver.close();
  await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  expect(await fixture.settled(tried)).toMatchObject([{ last_error: "ECONNREFUSED" }]);
});

test("only the beginning of a huge response is read and stored", async () => {
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
  const receiver = await fixture.hear(flood);
  await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  const [row] = await fixture.settled(tried);
  expect(row!.last_error).toBe("x".repeat(1000));
  expect(written).toBeLessThan(32 * 2 ** 20);
});

test("a 200 whose body never ends counts as delivered, and its slot is free long before the timeout", async () => {
  const receiver = await fixture.hear((_call, response) => {
    response.writeHead(200);
    response.write("o");
  });
  await fixture.hook(receiver.url);
  fixture.service().start({ timeoutMs: 600_000 });
  await fixture.happen(subscribed());
  expect(await fixture.settled(tried)).toMatchObject([{ state: "delivered", last_status: 200 }]);
});

test("an answer that breaks off in its body counts by its status", async () => {
  const receiver = await fixture.hear((_call, response) => {
    response.writeHead(200, { "Content-Length": "100" });
    response.write("ok", () => response.destroy());
  });
  await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  expect(await fixture.settled(tried)).toMatchObject([{ state: "delivered", attempt: 1, last_status: 200 }]);
});

test("an endpoint that is switched off during a call keeps that reason, even if the call is answered 410", async () => {
  let answer: (() => void) | undefined;
  const receiver = await fixture.hear((_call, response) => {
    answer = () => void response.writeHead(410).end();
  });
  const { webhook } = await fixture.hook(receiver.url);
  fixture.service().start();
  await fixture.happen(subscribed());
  await receiver.received(1);
  await fixture.service().ports.webhooks.change(webhook.id, { enabled: false });
  answer!();
  expect(await fixture.settled(tried)).toMatchObject([{ state: "failed", last_status: 410 }]);
  expect(await fixture.endpoint()).toEqual({ enabled: false, disabled_reason: "switched_off", failing: false });
  const { rows } = await fixture.db().pool.query("select 1 from events where kind = 'webhook.disabled'");
  expect(rows).toEqual([]);
});
