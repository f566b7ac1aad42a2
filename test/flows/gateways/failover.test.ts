import { expect, test } from "vitest";

import type { Receipt } from "#domain/gateways/gateway";
import { referenceOf } from "#domain/messages/reference";
import type { Phone } from "#domain/recipients/phone";

import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually, numbers, pausesIn, startEngine, textTo } from "../../support/engine/engine.ts";
import { openFixture } from "../../support/engine/fixture.ts";
import type { ProviderReply } from "../../support/providers/scripted-provider.ts";

const fixture = openFixture();
const { node, rows, states, ended } = fixture;

/** A provider with controllable behavior; `took` are the numbers that it has really sent to, with the time. */
async function provider() {
  const took: { readonly to: string; readonly at: number }[] = [];
  let answer: ProviderReply | Promise<ProviderReply> = {};
  const one = await fixture.provider(async ({ to }) => {
    await new Promise((resolve) => setTimeout(resolve, 4));
    const given = await answer;
    if (given !== null && (given.status ?? 200) === 200) took.push({ to, at: performance.now() });
    return given;
  });
  return {
    ...one,
    took,
    be: (reply: ProviderReply | Promise<ProviderReply>) => {
      answer = reply;
    },
  };
}

/** A tenth of the usual cool-down: what is shown is the order of things. */
const SOON = { coolDownMs: 1_000 };

const DEATHS: readonly (readonly [string, ProviderReply | "refuses", number])[] = [
  ["refuses connections", "refuses", 10],
  ["hangs", null, 20],
  ["answers 500", { status: 500 }, 40],
  ["answers 401", { status: 401 }, 0],
  ["answers 503", { status: 503 }, 0],
];

test.each(DEATHS)(
  "a gateway that %s in the middle of a campaign is replaced: nobody is left out, nobody gets it twice",
  async (_, death, mostInDoubt) => {
    const [a, b] = [await provider(), await provider()];
    const setting = `failover(${a.dsn("&name=a&window=10&timeout=10")} ${b.dsn("&name=b&window=10")})`;
    const nodes = [await node(setting), await node(setting)];
    // Three chunks: each node has one when it dies, and one waits.
    const people = numbers(1_200);
    await nodes[0]!.messages.accept(textTo(people));
    nodes[1]!.engine.wake.dispatch();
    await eventually(async () => a.took.length >= 400);
    expect(b.took.length).toBe(0);
    if (death === "refuses") await a.close();
    else a.be(death);
    await eventually(async () => b.took.length > 0);
    // Three seconds of silence are enough: no call has run into its timeout, which would leave it in doubt.
    if (death === null) expect((await states())["unknown"] ?? 0).toBe(0);
    await eventually(async () => b.took.length >= 100);
    await ended();
    const taken = [...a.took, ...b.took].map(({ to }) => to);
    expect(new Set(taken).size).toBe(taken.length);
    const { sent = 0, unknown = 0, ...rest } = await states();
    expect(rest).toEqual({});
    expect(sent + unknown).toBe(people.length);
    // Two nodes with windows of ten: what was on the wire when it died, and the calls that detected it.
    expect(unknown).toBeLessThanOrEqual(2 * mostInDoubt);
    // What one may have accepted is never sent by the other.
    const doubtful = await deliveriesOf(fixture.db.pool, { state: "unknown" });
    const byB = new Set(b.took.map(({ to }) => to));
    expect(doubtful.filter(({ phone }) => byB.has(phone))).toEqual([]);
  },
);

test("a recovered gateway gets one try, then more and more, and finally everything", async () => {
  const [a, b] = [await provider(), await provider()];
  const one = await node(`failover(${a.dsn("&name=a&window=20")} ${b.dsn("&name=b&window=20")})`, SOON);
  a.be({ status: 503 });
  await one.messages.accept(textTo(numbers(300)));
  await eventually(async () => b.took.length >= 250);
  a.be({});
  let next = 1_000;
  const more = async (count: number): Promise<void> => {
    await one.messages.accept(textTo(numbers(count, next)));
    next += count;
  };
  const shares: number[] = [];
  await eventually(async () => {
    const before = [a.took.length, b.took.length];
    await more(100);
    await ended();
    const [byA, byB] = [a.took.length - before[0]!, b.took.length - before[1]!];
    shares.push(byA / (byA + byB));
    return one.engine.healthOf("a").status === "up";
  });
  expect(shares.some((share) => share > 0 && share < 1)).toBe(true);
  const before = b.took.length;
  await more(200);
  await ended();
  expect(b.took.length).toBe(before);
  const taken = [...a.took, ...b.took].map(({ to }) => to);
  expect(new Set(taken).size).toBe(taken.length);
  expect(taken.length).toBe((await states())["sent"]);
});

test.each(["failover", "roundrobin"])(
  "after an outage of every gateway (%s) what waited is sent, and what is accepted while they recover, each once",
  async (kind) => {
    const [a, b] = [await provider(), await provider()];
    const one = await node(`${kind}(${a.dsn("&name=a&window=10")} ${b.dsn("&name=b&window=10")})`);
    for (const each of [a, b]) each.be({ status: 503 });
    const people = numbers(200);
    await one.messages.accept(textTo(people));
    const all = (...statuses: readonly string[]): Promise<boolean> =>
      eventually(async () => ["a", "b"].every((name) => statuses.includes(one.engine.healthOf(name).status)));
    await all("degraded");
    for (const each of [a, b]) each.be({});
    expect(await ended()).toBe(true);
    // On a busy machine one may have recovered when this looks.
    await all("recovering", "up");
    const later = numbers(200, 1_000);
    await one.messages.accept(textTo(later));
    people.push(...later);
    expect(await ended()).toBe(true);
    const taken = [...a.took, ...b.took].map(({ to }) => to);
    expect(taken.toSorted()).toEqual(people.toSorted());
    expect(await states()).toEqual({ sent: people.length });
  },
);

test("a delivery in doubt at a gateway that merges repeats is repeated there and nowhere else", async () => {
  const [a, b] = [await provider(), await provider()];
  const one = await node(`failover(${a.dsn("&name=a&window=20&dedup=true")} ${b.dsn("&name=b&window=20")})`, SOON);
  a.be({ status: 500 });
  const people = numbers(200);
  await one.messages.accept(textTo(people));
  await eventually(async () => b.took.length >= 150);
  a.be({});
  await ended();
  const byA = new Set(a.seen.map(({ to }) => to));
  expect(b.took.filter(({ to }) => byA.has(to))).toEqual([]);
  expect((await states())["sent"]).toBe(people.length);
});

test("nor is it repeated by another when the worker that sent it dies, however often its chunk changes owner", async () => {
  const [a, b] = [await provider(), await provider()];
  const setting = `failover(${a.dsn("&name=a&window=10&dedup=true&timeout=30")} ${b.dsn("&name=b&window=10")})`;
  a.be(null);
  const dead = await startEngine(fixture.db, setting, { times: { leaseMs: 1_000, drainMs: 1 } });
  const people = numbers(300);
  await dead.messages.accept(textTo(people));
  await eventually(async () => a.seen.length >= 5);
  await dead.engine.stop();
  const seen = new Set(a.seen.map(({ to }) => to));
  // As after kill -9: marked, under a lease that has ended, with an unknown outcome.
  await rows("delete from retries where phone = any($1)", [[...seen]]);
  await rows("update deliveries set state = 'sending', bound_to = null where phone = any($1)", [[...seen]]);
  let answer = (_reply: ProviderReply): void => undefined;
  a.be(new Promise((resolve) => (answer = resolve)));
  const living = await node(setting);
  // It has the chunk first, and then another one has.
  await eventually(async () => (await rows("select 1 from deliveries where bound_to = 'a'")).length > 0);
  living.paused.set("a", Date.now() + 4_000);
  answer({});
  await ended();
  expect(b.took.length).toBeGreaterThan(0);
  expect(b.took.filter(({ to }) => seen.has(to))).toEqual([]);
  expect((await states())["sent"]).toBe(people.length);
});

test("a one-time password that only a degraded gateway can send does not wait until it has recovered", async () => {
  const [a, b] = [await provider(), await provider()];
  const near = a.dsn("&name=a&window=10");
  const one = await node(`by(country=FR: a; else: failover(${near} ${b.dsn("&name=b&window=10")}))`);
  a.be({ status: 503 });
  await one.messages.accept(textTo(numbers(200)));
  await eventually(async () => one.engine.healthOf("a").status === "degraded");
  await ended();
  a.be({});
  const named = numbers(1, 5_000)[0]!;
  await one.messages.accept(textTo([named], { category: "otp", route: "a" }));
  await one.messages.accept(textTo(["+33612345678"], { category: "otp" }));
  await one.messages.accept(textTo(numbers(1, 6_000), { category: "otp" }));
  await ended();
  expect(a.took.map(({ to }) => to)).toEqual(expect.arrayContaining([named, "+33612345678"]));
  expect(one.engine.healthOf("a").status).not.toBe("up");
  // Other gateways can send this one.
  expect(b.took.map(({ to }) => to)).toContain(numbers(1, 6_000)[0]);
});

/** The last two do not count as attempts: there may be thousands of them, of which the log has the first. */
const REFUSALS = [
  ["refused a delivery for now", 503],
  ["throttled a delivery", 429],
  ["refused a delivery because of its account", 401],
] as const;

test.each(REFUSALS)(
  "what a gateway that %s reports later says nothing about the one that took it",
  async (_, status) => {
    const [a, b] = [await provider(), await provider()];
    a.be({ status });
    const one = await node(`failover(${a.dsn("&name=a&window=5")} ${b.dsn("&name=b&window=5")})`);
    const [person, other] = numbers(2);
    await one.messages.accept(textTo([person!, other!]));
    const calls = 4;
    await eventually(async () => a.seen.length >= calls || (await states())["sent"] === 2);
    // A gateway that only throttles keeps its deliveries until it is paused.
    one.paused.set("a", Date.now() + 600_000);
    await eventually(async () => (await states())["sent"] === 2);
    const said = async (phone: string, gateway: string, state: Receipt["state"]): Promise<void> => {
      const [row] = await rows("select message_id from deliveries where phone = $1", [phone]);
      const ref = referenceOf({ messageId: row!["message_id"], phone: phone as Phone });
      await one.receipts.store(gateway, [{ ref, state }]);
    };
    const read = () => eventually(async () => (await rows("select from receipts")).length === 0);
    await said(person!, "a", "undelivered");
    await read();
    expect(await states()).toEqual({ sent: 2 });
    // Also where both reports are read at once.
    await Promise.all([said(person!, "a", "failed"), said(person!, "b", "delivered")]);
    await read();
    await said(other!, "b", "undelivered");
    await read();
    expect(await deliveriesOf(fixture.db.pool)).toMatchObject([
      { phone: person, state: "delivered" },
      { phone: other, state: "undelivered" },
    ]);
    if (status === 429) expect(await rows("select from events where kind = 'message.deferred'")).toHaveLength(2);
  },
);

test("nor does what it reports about the attempt of a worker that died, where another gateway repeated that", async () => {
  const [a, b] = [await provider(), await provider()];
  const setting = `failover(${a.dsn("&name=a&window=1&at_least_once=true&timeout=30")} ${b.dsn("&name=b&window=5")})`;
  a.be(null);
  const dead = await startEngine(fixture.db, setting, { times: { leaseMs: 1_000, drainMs: 1 } });
  const people = numbers(20);
  await dead.messages.accept(textTo(people));
  await eventually(async () => a.seen.length === 1);
  await dead.engine.stop();
  const person = a.seen[0]!.to as Phone;
  // As after kill -9: marked, under a lease that has ended.
  await rows("delete from retries where phone = $1", [person]);
  await rows("delete from events where kind = 'message.deferred'");
  await rows("update deliveries set state = 'sending', doubted_at = null where phone = $1", [person]);
  const living = await node(setting, { pauses: pausesIn(new Map([["a", Date.now() + 600_000]])) });
  await eventually(async () => (await states())["sent"] === people.length);
  const [row] = await rows("select message_id from deliveries where phone = $1", [person]);
  await living.receipts.store("a", [
    { ref: referenceOf({ messageId: row!["message_id"], phone: person }), state: "undelivered" },
  ]);
  await eventually(async () => (await rows("select from receipts")).length === 0);
  expect(await states()).toEqual({ sent: people.length });
});

test("a failure of the attempt that was taken counts, although it is reported to the gateway that refused it before", async () => {
  const [a, b] = [await provider(), await provider()];
  a.be({ status: 503 });
  const one = await node(`failover(${a.dsn("&name=a&window=5")} ${b.dsn("&name=b&window=5")})`);
  const [person] = numbers(1);
  await one.messages.accept(textTo([person!]));
  await eventually(async () => (await states())["sent"] === 1);
  const [taken] = await rows("select message_id, provider_id from provider_refs where phone = $1", [person]);
  const ref = referenceOf({ messageId: taken!["message_id"], phone: person as Phone });
  await one.receipts.store("a", [{ ref, providerId: taken!["provider_id"], state: "undelivered" }]);
  await eventually(async () => (await rows("select from receipts")).length === 0);
  expect(await states()).toEqual({ undelivered: 1 });
});
