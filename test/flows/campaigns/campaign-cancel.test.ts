import { expect, test } from "vitest";

import { acceptQueries } from "#store/queries/accept/accept";
import { cancellationQueries } from "#store/queries/messages/cancellations";

import { everybody } from "../../support/engine/campaign.ts";
import { openCampaignFixture } from "../../support/engine/campaign-fixture.ts";
import { eventually, numbers, textTo } from "../../support/engine/engine.ts";

const fixture = openCampaignFixture();
const { answers, ask, gate, heldAudience, node, cleared } = fixture;

test("a cancel in the middle of 5,000 lets in-flight deliveries finish and cancels all others", async () => {
  answers(async () => {
    await new Promise((resolve) => setTimeout(resolve, 15));
    return {};
  });
  const id = await (await node("", { works: false })).accept(numbers(5_000));
  const [one, two] = [await node("&window=10"), await node("&window=10")];
  await eventually(async () => fixture.provider.seen.length > 300);
  expect(await two.cancel(id)).toEqual({ already: false });
  expect(await ask.stateOf(id)).toBe("canceled");
  expect(await one.cancel(id)).toEqual({ already: true });
  await cleared();
  const states = await eventually(async () => {
    const found = await ask.states(id);
    return !found["sending"] && !found["queued"] && found;
  });
  expect(Object.keys(states).toSorted()).toEqual(["canceled", "sent"]);
  expect(states["sent"]! + states["canceled"]!).toBe(5_000);
  expect(states["sent"]).toBeGreaterThan(300);
  expect(fixture.provider.seen).toHaveLength(states["sent"]!);
  expect(fixture.provider.times().size).toBe(states["sent"]);
  expect(await ask.logged()).toEqual({ total: 5_000, success: states["sent"], failed: states["canceled"] });
  expect(await ask.progress(id)).toMatchObject({
    total: 5_000,
    done: 5_000,
    sent: states["sent"],
    failed: states["canceled"],
    pending: 0,
    percent: 100,
    reasons: [{ reason: "canceled", count: states["canceled"] }],
  });
  expect(
    await ask.rows(
      "select count(*)::int as n, count(distinct phone)::int as people from events where kind = 'message.failed'",
    ),
  ).toEqual([{ n: states["canceled"], people: states["canceled"] }]);
  expect(await ask.rows("select finished_at is not null as over from messages")).toEqual([{ over: true }]);
  expect(await ask.eventsOf(id)).toContain("message.canceled");
  await expect(one.pause(id)).rejects.toMatchObject({ code: "not_in_this_state", facts: { state: "canceled" } });
  await expect(one.resume(id)).rejects.toMatchObject({ code: "not_in_this_state" });
  await expect(one.setRate(id, 5)).rejects.toMatchObject({ code: "not_in_this_state" });
});

test("a cancel while the audience is being read stops the reading", async () => {
  const audience = await heldAudience(6_000);
  const one = await node("&window=20", { fanOuts: audience.fanOuts });
  const id = await one.accept([], { audience: everybody });
  await gate.reached();
  await one.cancel(id);
  gate.open();
  await cleared();
  const states = await eventually(async () => {
    const found = await ask.states(id);
    return !found["sending"] && found;
  });
  expect((states["sent"] ?? 0) + (states["canceled"] ?? 0)).toBe(2_000);
  expect(fixture.provider.seen).toHaveLength(states["sent"] ?? 0);
  expect(await ask.stateOf(id)).toBe("canceled");
  expect(audience.pages()).toBe(2);
});

test("what the gateway defers of a canceled message is canceled, not tried again", async () => {
  answers(async () => {
    await gate.wait();
    return { status: 503 };
  });
  const one = await node("&window=2");
  const id = await one.accept(numbers(1));
  await gate.reached();
  await one.cancel(id);
  gate.open();
  await eventually(async () => (await ask.states(id))["canceled"] === 1);
  await cleared();
  expect(fixture.provider.seen).toHaveLength(1);
  expect(await ask.logged()).toEqual({ total: 1, success: 0, failed: 1 });
});

test("deliveries of a paused message that wait for another try are canceled with it", async () => {
  answers(() => ({ status: 503 }));
  const one = await node("&window=5");
  const id = await one.accept(numbers(30));
  await eventually(async () => (await ask.rows("select 1 from retries")).length === 30);
  await one.pause(id);
  await ask.rows("update retries set due = 'infinity' where phone > '+4915100000010'");
  await one.cancel(id);
  await cleared();
  expect(await ask.states(id)).toEqual({ canceled: 30 });
  expect(await ask.logged()).toEqual({ total: 30, success: 0, failed: 30 });
});

test("other messages in the chunk of a canceled message are not affected", async () => {
  const idle = await node("", { works: false });
  const accept = acceptQueries(fixture.db, () => undefined);
  const results = await Promise.all(numbers(10).map((phone) => accept.accept(textTo([phone]))));
  const ids = results.map((result) => (result.kind === "accepted" ? result.message.id : null)!);
  await idle.cancel(ids[4]!);
  await node();
  await eventually(async () => (await ask.rows("select 1 from messages where state = 'completed'")).length === 9);
  expect(await ask.states(ids[4]!)).toEqual({ canceled: 1 });
  expect(fixture.provider.seen).toHaveLength(9);
  await cleared();
});

test("a worker that dies with deliveries of a canceled message leaves them in doubt, not sending forever", async () => {
  const idle = await node("", { works: false });
  const id = await idle.accept(numbers(600));
  // The rows of a worker that died after its mark.
  await ask.rows("update chunks set token = 1, due = now() + interval '2 seconds', owner = 'dead'");
  await ask.rows(
    "update deliveries d set state = 'sending', token = 1, chunk_id = c.id, gateway = 'http' from chunks c where d.phone = c.phones[1] or d.phone = c.phones[2]",
  );
  await idle.cancel(id);
  await node();
  await eventually(async () => !(await ask.states(id))["sending"]);
  expect(await ask.states(id)).toEqual({ unknown: 4, canceled: 596 });
  await cleared();
  expect(fixture.provider.seen).toHaveLength(0);
});

test("an interrupted cancellation continues where it stopped, and a late holder writes nothing", async () => {
  const idle = await node("", { works: false });
  const id = await idle.accept(numbers(300));
  await idle.cancel(id);
  const store = cancellationQueries(fixture.db, { woken: () => undefined, hooked: () => undefined });
  const first = (await store.claim("one", 0))!;
  expect(await store.step(first, 100, 0)).toBe(true);
  const second = (await store.claim("two", 30_000))!;
  expect(second.token).toBe(first.token + 1);
  expect(await store.step(first, 100, 30_000)).toBeNull();
  await store.end(first);
  expect(await ask.states(id)).toEqual({ queued: 200, canceled: 100 });
  expect(await store.step(second, 100, 30_000)).toBe(true);
  expect(await store.step(second, 1_000, 30_000)).toBe(false);
  await store.end(second);
  expect(await ask.states(id)).toEqual({ canceled: 300 });
  expect(await ask.logged()).toEqual({ total: 300, success: 0, failed: 300 });
  await cleared();
});

test("a campaign that leaves slowly is paused, resumed, sped up and canceled like any other", async () => {
  const one = await node("&window=10");
  const id = await one.accept(numbers(3_000), { ratePerMinute: 1_200 });
  await eventually(async () => fixture.provider.seen.length > 10);
  await eventually(async () => (await ask.rows("select 1 from chunks where throttled")).length > 0);
  await one.pause(id);
  expect(await ask.rows("select 1 from chunks where claimable")).toEqual([]);
  await eventually(async () => !(await ask.states(id))["sending"]);
  const seen = fixture.provider.seen.length;
  await one.resume(id);
  await eventually(async () => fixture.provider.seen.length > seen + 5);
  expect(fixture.provider.seen.length).toBeLessThan(1_000);
  await one.setRate(id, null);
  await eventually(async () => fixture.provider.seen.length > 1_500);
  await one.setRate(id, 60);
  await one.cancel(id);
  await cleared();
  const states = await ask.states(id);
  expect(states["sent"]! + states["canceled"]!).toBe(3_000);
  expect(fixture.provider.seen).toHaveLength(states["sent"]!);
});
