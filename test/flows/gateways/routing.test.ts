import { expect, test } from "vitest";

import { messageControlQueries } from "#store/queries/messages/message-control";

import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually, numbers, startEngine, textTo } from "../../support/engine/engine.ts";
import { openFixture } from "../../support/engine/fixture.ts";

const fixture = openFixture();
const { provider, node, rows } = fixture;
const settled = fixture.ended;
const to = (one: { seen: readonly { to: string }[] }): string[] => one.seen.map((asked) => asked.to).toSorted();
const abroad = (count: number, head: string): string[] =>
  Array.from({ length: count }, (_, index) => `${head}${String(1_000_000 + index)}`);

test("each delivery of a campaign leaves by the gateway of the first rule that matches, once", async () => {
  const [a, b, c] = [await provider(), await provider(), await provider()];
  const rules = `by(category=otp: fast; prefix=+491511: fast; country=DE,AT: ${a.dsn("&name=near")}; else: ${b.dsn("&name=far")})`;
  const one = await node(rules.replace("category=otp: fast", `category=otp: ${c.dsn("&name=fast")}`));
  const german = numbers(700, 50_000_000).map((phone) => phone.replace("+4915", "+4917"));
  const austrian = abroad(150, "+43664");
  const prefixed = abroad(40, "+491511");
  const french = abroad(250, "+3361");
  await one.messages.accept(textTo([...german, ...french, ...austrian, ...prefixed]));
  for (const phone of abroad(3, "+3362")) await one.messages.accept(textTo([phone]));
  const otp = abroad(1, "+43665");
  await one.messages.accept(textTo(otp, { category: "otp" }));
  await settled();
  expect(to(a)).toEqual([...german, ...austrian].toSorted());
  expect(to(b)).toEqual([...french, ...abroad(3, "+3362")].toSorted());
  expect(to(c)).toEqual([...prefixed, ...otp].toSorted());
  await eventually(async () => (await rows("select 1 from messages where state = 'completed'")).length === 5);
  expect(await rows("select 1 from chunks")).toEqual([]);
});

test("weights share out the deliveries, and a gateway named in the call gets all of them", async () => {
  const [a, b] = [await provider(), await provider()];
  const one = await node(`roundrobin(3*${a.dsn("&name=a")} ${b.dsn("&name=b")})`);
  await one.messages.accept(textTo(numbers(2_000)));
  await settled();
  expect(a.seen.length + b.seen.length).toBe(2_000);
  expect(a.seen.length).toBeGreaterThan(1_400);
  expect(a.seen.length).toBeLessThan(1_600);
  await one.messages.accept(textTo(numbers(50, 5_000), { route: "b" }));
  await settled();
  expect(new Set(to(b)).isSupersetOf(new Set(numbers(50, 5_000)))).toBe(true);
});

test("what waits when the rules change follows the new ones, and what a dead node had marked stays in doubt", async () => {
  const [a, b] = [await provider(() => null), await provider()];
  const first = await startEngine(
    fixture.db,
    `by(country=DE: ${a.dsn("&name=a&window=5&timeout=60")}; else: ${b.dsn("&name=b")})`,
    { times: { leaseMs: 1_000, drainMs: 1 } },
  );
  await first.messages.accept(textTo(numbers(900)));
  // One of the five calls is reserved for one-time passwords.
  await eventually(async () => a.seen.length === 4);
  await first.engine.stop();
  await node(b.dsn("&name=b"));
  await settled();
  expect(b.seen.length).toBe(896);
  expect(new Set([...to(a), ...to(b)]).size).toBe(900);
});

test("a message that is paused while its deliveries are routed stays paused, and resumes without a loss", async () => {
  const [a, b] = [await provider(), await provider()];
  const one = await node(`by(country=DE: ${a.dsn("&name=a")}; else: ${b.dsn("&name=b")})`);
  const control = messageControlQueries(fixture.db, {
    dispatch: one.engine.wake.dispatch,
    cancelDeliveries: () => undefined,
    webhooks: () => undefined,
  });
  const people = numbers(3_000);
  const accepted = await one.messages.accept(textTo(people));
  if (accepted.kind !== "accepted") throw new Error(accepted.kind);
  await control.pause(accepted.message.id, "test", { from: ["running"], already: [] });
  const seen = a.seen.length;
  await eventually(async () => (await deliveriesOf(fixture.db.pool, { state: "sending" })).length === 0);
  expect(await rows("select 1 from chunks where claimable and due > now()")).toEqual([]);
  expect(a.seen.length - seen).toBeLessThanOrEqual(200);
  await control.resume(accepted.message.id, "test", { from: ["paused"], already: [] });
  await settled();
  expect(to(a)).toEqual(people.toSorted());
});

test("a route whose gateways are down does not delay the other routes of a message with a rate", async () => {
  const [a, b] = [await provider(), await provider()];
  const one = await node(`by(country=DE: ${a.dsn("&name=a")}; else: ${b.dsn("&name=b")})`);
  one.paused.set("a", Date.now() + 3_600_000);
  const french = abroad(60, "+3361");
  await one.messages.accept(textTo([...numbers(3_000), ...french], { ratePerMinute: 6_000 }));
  await eventually(async () => b.seen.length === french.length);
  expect(a.seen.length).toBe(0);
  one.paused.clear();
  await eventually(async () => a.seen.length > 10);
});
