import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { phoneOf } from "#gateways/adapters/sandbox";

import { deliveriesOf, statesOf } from "../../support/database/ledger.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually, numbers, startEngine, textTo, type TestEngine } from "../../support/engine/engine.ts";

let db: TestDatabase;
let running: TestEngine[] = [];

beforeAll(async () => {
  db = await freshDatabase();
});
/**
 * What the service reports about a gateway whose account is in trouble; the second one if it is read at that very
 * moment.
 */
const PAUSED: readonly unknown[] = ["gateway paused: its queue waits", "gateway is down"];
afterEach(async () => {
  await Promise.all(running.map(({ engine }) => engine.stop()));
  const issues = running.flatMap(({ logged }) =>
    logged.filter((line) => line["level"] !== "info" && !PAUSED.includes(line["message"])),
  );
  running = [];
  // A deadlock or a failed statement would be survived, slowly: here it is an error.
  expect(issues).toEqual([]);
});
afterAll(() => db.drop());

async function start(dsn: string): Promise<TestEngine> {
  const started = await startEngine(db, dsn);
  running.push(started);
  return started;
}

async function stateByPhone(id: string): Promise<Record<string, string>> {
  const deliveries = await deliveriesOf(db.pool, { message: id });
  return Object.fromEntries(deliveries.map(({ phone, state }) => [phone, state]));
}

async function accepted(result: Awaited<ReturnType<TestEngine["messages"]["accept"]>>): Promise<string> {
  if (result.kind !== "accepted") throw new Error(result.kind);
  return result.message.id;
}

test("every sandbox number ends in its defined outcome", async () => {
  const { messages } = await start("sandbox://default?receipt_ms=5");
  const id = await accepted(
    await messages.accept(
      textTo([
        "+15005550000",
        "+15005550001",
        "+15005550002",
        "+15005550005",
        "+15005550006",
        "+15005550007",
        "+4915112345678",
      ]),
    ),
  );
  const states = await eventually(async () => {
    const found = await stateByPhone(id);
    return (
      found["+15005550005"] === "delivered" &&
      found["+15005550002"] === "undelivered" &&
      found["+4915112345678"] === "delivered" &&
      found
    );
  });
  expect(states).toEqual({
    "+15005550000": "delivered",
    "+15005550001": "failed",
    "+15005550002": "undelivered",
    "+15005550005": "delivered",
    "+15005550006": "sent",
    "+15005550007": "unknown",
    "+4915112345678": "delivered",
  });
  // A receipt may come before the chunk is ended.
  await eventually(async () => {
    const { rows } = await db.pool.query("select state from messages where id = $1", [id]);
    return rows[0].state === "completed";
  });
});

test("ten thousand recipients of one message each get it once", async () => {
  const { messages, gateways } = await start("sandbox://default?receipt_ms=0&keep=20000&credit=1000000");
  const id = await accepted(await messages.accept(textTo(numbers(10_000))));
  await eventually(async () => (await statesOf(db.pool, { message: id }))["delivered"] === 10_000);
  const received = phoneOf(gateways.gateways[0]!.gateway)!.messages();
  expect(received).toHaveLength(10_000);
  expect(new Set(received.map((sms) => sms.to)).size).toBe(10_000);
});

test("a thousand messages at once are each sent once and completed", async () => {
  const { messages, gateways } = await start("sandbox://default?receipt_ms=0&keep=20000&credit=1000000");
  const results = await Promise.all(numbers(1_000, 50_000).map((phone) => messages.accept(textTo([phone]))));
  expect(results.every((result) => result.kind === "accepted")).toBe(true);
  await eventually(async () => {
    const { rows } = await db.pool.query("select count(*) from messages where state = 'running'");
    return Number(rows[0].count) === 0;
  });
  const received = phoneOf(gateways.gateways[0]!.gateway)!.messages();
  expect(new Set(received.map((sms) => sms.to)).size).toBe(1_000);
  expect(received).toHaveLength(1_000);
});

test("an account in trouble pauses the gateway and keeps the queue", async () => {
  const { messages, paused, gateways, engine } = await start("sandbox://default?receipt_ms=0");
  const id = await accepted(await messages.accept(textTo(["+15005550008"])));
  await eventually(async () => paused.size > 0);
  const later = await accepted(await messages.accept(textTo(["+4915112345999"])));
  await eventually(async () => (await stateByPhone(id))["+15005550008"] === "queued");
  engine.wake.dispatch();
  expect(await stateByPhone(later)).toEqual({ "+4915112345999": "queued" });
  expect(phoneOf(gateways.gateways[0]!.gateway)!.messages()).toEqual([]);
  // An operator resumes it: the queued deliveries leave.
  await db.pool.query("delete from retries where phone = '+15005550008'");
  paused.clear();
  await eventually(async () => (await stateByPhone(later))["+4915112345999"] === "delivered");
});

test("a gateway with a rate never exceeds it in any second, and gets everything in the end", async () => {
  const { messages, gateways } = await start("sandbox://default?receipt_ms=0&rate=40&name=slow");
  const people = numbers(90, 300_000);
  await accepted(await messages.accept(textTo(people, { route: "slow" })));
  const phone = phoneOf(gateways.gateways[0]!.gateway)!;
  const own = () => phone.messages().filter((sms) => people.includes(sms.to));
  await eventually(async () => own().length >= people.length);
  const times = own()
    .map((sms) => sms.at)
    .toSorted((a, b) => a - b);
  expect(times).toHaveLength(people.length);
  const busiest = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
  expect(busiest).toBeLessThanOrEqual(44);
});

test("two nodes share the work and nobody gets a message twice", async () => {
  const one = await start("sandbox://default?receipt_ms=0&keep=20000&credit=1000000&latency_ms=2");
  const two = await start("sandbox://default?receipt_ms=0&keep=20000&credit=1000000&latency_ms=2");
  const id = await accepted(await one.messages.accept(textTo(numbers(5_000, 100_000))));
  await eventually(async () => {
    const { rows } = await db.pool.query("select state from messages where id = $1", [id]);
    return rows[0].state === "completed";
  });
  const wanted = new Set(numbers(5_000, 100_000));
  const received = [one, two]
    .flatMap(({ gateways }) => phoneOf(gateways.gateways[0]!.gateway)!.messages())
    .filter((sms) => wanted.has(sms.to));
  expect(received).toHaveLength(5_000);
  expect(new Set(received.map((sms) => sms.to)).size).toBe(5_000);
});
