import { expect, test } from "vitest";

import { eventually, numbers, textTo } from "../../support/engine/engine.ts";
import { openFixture } from "../../support/engine/fixture.ts";

const fixture = openFixture();
const { node: start, rows, states } = fixture;

test("a gateway that is overloaded for a while (503) delays its deliveries: all leave, each is accepted once", async () => {
  let well = false;
  const taken: string[] = [];
  const provider = await fixture.provider(({ to }) => {
    if (!well) return { status: 503 };
    taken.push(to);
    return {};
  });
  const node = await start(provider.dsn("&window=10"));
  const people = numbers(200);
  await node.messages.accept(textTo(people));
  await eventually(async () => provider.seen.length >= 150);
  expect(Object.keys(await states()).toSorted()).not.toContain("failed");
  well = true;
  await eventually(async () => (await states())["sent"] === people.length);
  expect(taken.toSorted()).toEqual(people.toSorted());
});

test("a gateway that fails (500) is left alone after twenty deliveries in doubt; the others leave when it has recovered", async () => {
  let well = false;
  const provider = await fixture.provider(() => (well ? {} : { status: 500 }));
  const node = await start(provider.dsn("&window=10"));
  const people = numbers(300);
  await node.messages.accept(textTo(people));
  await eventually(async () => node.paused.size === 1);
  expect(provider.seen.length).toBeLessThanOrEqual(20 + 10);
  well = true;
  // The test does not wait for its cool-down to end.
  node.paused.clear();
  await eventually(async () => (await rows("select 1 from messages where state = 'completed'")).length === 1);
  const { sent = 0, unknown = 0 } = await states();
  // A delivery that was answered 500 may have been sent: that is reported, and not retried.
  expect(sent + unknown).toBe(people.length);
  expect(unknown).toBeGreaterThanOrEqual(20);
  expect(unknown).toBeLessThanOrEqual(20 + 10);
  expect(provider.seen.map(({ to }) => to).toSorted()).toEqual(people.toSorted());
});

test("a gateway that hangs holds two windows and no more, in the database and in memory, however much waits", async () => {
  let hanging = true;
  const provider = await fixture.provider(() => (hanging ? null : {}));
  const node = await start(provider.dsn("&window=10&timeout=2"));
  const before = process.memoryUsage().heapUsed;
  for (let from = 0; from < 20_000; from += 5_000) await node.messages.accept(textTo(numbers(5_000, from)));
  // Two rounds of its timeout.
  let most = 0;
  await eventually(async () => {
    const { sending = 0, unknown = 0 } = await states();
    most = Math.max(most, sending);
    return unknown >= 15;
  });
  expect(most).toBeLessThanOrEqual(20);
  expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(150);
  // A one-time password still has a slot, and waits no longer than the timeout of what is before it.
  hanging = false;
  const otp = numbers(1, 90_000);
  await node.messages.accept(textTo(otp, { category: "otp" }));
  await eventually(async () => provider.seen.some(({ to }) => to === otp[0]));
});
