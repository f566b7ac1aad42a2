import { expect, test } from "vitest";

import type { Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import type { Host } from "#domain/access/host";
import { cancellationQueries } from "#store/queries/messages/cancellations";

import { sessionsWaiting } from "../../support/database/locks.ts";
import { everybody } from "../../support/engine/campaign.ts";
import { openCampaignFixture } from "../../support/engine/campaign-fixture.ts";
import { eventually, numbers, textTo } from "../../support/engine/engine.ts";
import type { ProviderReply } from "../../support/providers/scripted-provider.ts";

const fixture = openCampaignFixture();
const { answers, ask, gate, heldAudience, node } = fixture;

/** The gateway takes as long as a real one. */
const slowly = async (): Promise<ProviderReply> => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return {};
};

/** When the last delivery of a message was marked, and the current time, both by the database. */
async function lastMark(id: Uuid): Promise<{ at: number; now: number }> {
  const [row] = await ask.rows(
    "select extract(epoch from max(marked_at)) * 1000 as at, extract(epoch from clock_timestamp()) * 1000 as now from deliveries where message_id = $1",
    [id],
  );
  return { at: Number(row!["at"]), now: Number(row!["now"]) };
}

const nothingInFlight = (id: Uuid) => eventually(async () => ((await ask.states(id))["sending"] ?? 0) === 0);

test("a pause takes effect at once on both nodes, and a resume sends the rest, nothing twice", async () => {
  answers(slowly);
  const [one, two] = [await node("&window=8"), await node("&window=8")];
  const id = await one.accept(numbers(1_500));
  await eventually(async () => fixture.provider.seen.length > 100);
  for (let round = 0; round < 3; round += 1) {
    const before = fixture.provider.seen.length;
    expect(await two.pause(id)).toEqual({ already: false });
    const replied = (await lastMark(id)).now;
    expect(await one.pause(id)).toEqual({ already: true });
    await nothingInFlight(id);
    expect((await lastMark(id)).at).toBeLessThanOrEqual(replied);
    expect(await ask.stateOf(id)).toBe("paused");
    // Both nodes poll again, and find nothing.
    const seen = fixture.provider.seen.length;
    for (const { engine } of [one, two]) engine.wake.dispatch();
    await eventually(
      async () => (await ask.rows("select 1 from chunks where claimable and message_id = $1", [id])).length === 0,
    );
    expect(fixture.provider.seen.length).toBe(seen);
    expect(await one.resume(id)).toEqual({ already: false });
    expect(await one.resume(id)).toEqual({ already: true });
    await eventually(async () => fixture.provider.seen.length > before + 100);
  }
  await ask.becomes(id, "completed", 120_000);
  expect(await ask.states(id)).toEqual({ sent: 1_500 });
  expect(fixture.provider.times().size).toBe(1_500);
  expect(fixture.provider.seen).toHaveLength(1_500);
  expect(await ask.eventsOf(id)).toEqual(expect.arrayContaining(["message.paused", "message.resumed"]));
  expect(await ask.rows("select data->>'by' as by from events where kind = 'message.paused'")).toEqual(
    Array.from({ length: 3 }, () => ({ by: "tester" })),
  );
});

test("of two small messages in one chunk the paused one waits, without being claimed again and again, and the other leaves", async () => {
  const accept = acceptQueries(fixture.db, () => undefined);
  const results = await Promise.all(numbers(20).map((phone) => accept.accept(textTo([phone]))));
  const ids = results.map((result) => (result.kind === "accepted" ? result.message.id : null)!);
  const shared = (await ask.rows("select message_ids from chunks where message_ids is not null")).flatMap(
    (row) => row["message_ids"] as Uuid[],
  );
  const id = ids.find((one) => shared.includes(one))!;
  const idle = await node("", { works: false });
  await idle.pause(id);
  // The chunk of the others may be claimed: the mark is what prevents sending.
  const one = await node();
  await eventually(
    async () => (await ask.rows("select 1 from messages where state not in ('completed', 'paused')")).length === 0,
  );
  expect(await ask.states(id)).toEqual({ queued: 1 });
  await eventually(async () => (await ask.rows("select 1 from retries where due = 'infinity'")).length === 1);
  expect(fixture.provider.seen.filter(({ to }) => to === numbers(20)[ids.indexOf(id)])).toHaveLength(0);
  await one.resume(id);
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ sent: 1 });
});

test("deliveries that were parked while a resume was being committed continue on their own", async () => {
  const one = await node();
  const id = await one.accept(numbers(1));
  await ask.becomes(id, "completed");
  await ask.rows(
    "with back as (update messages set state = 'running' where id = $1 returning id) update deliveries d set state = 'queued' from back where d.message_id = back.id",
    [id],
  );
  await ask.rows(
    "insert into retries (message_id, phone, route, priority, due) values ($1, $2, 'default', 1, 'infinity')",
    [id, numbers(1)[0]],
  );
  const store = cancellationQueries(fixture.db, { woken: () => undefined, hooked: () => undefined });
  expect(await store.sweep()).toBe(true);
  await ask.becomes(id, "completed");
  expect(fixture.provider.seen).toHaveLength(2);
});

test("a pause outlives every node, and a resume after the restart sends the rest", async () => {
  answers(slowly);
  const one = await node("&window=4");
  const id = await one.accept(numbers(400));
  await eventually(async () => fixture.provider.seen.length > 20);
  await one.pause(id);
  await one.stop();
  const seen = fixture.provider.seen.length;
  const two = await node("&window=20");
  two.engine.wake.dispatch();
  await nothingInFlight(id);
  expect(fixture.provider.seen).toHaveLength(seen);
  await two.resume(id);
  await ask.becomes(id, "completed", 120_000);
  expect(await ask.states(id)).toEqual({ sent: 400 });
  expect(fixture.provider.seen).toHaveLength(400);
});

test("an audience is still read while its message is paused, and none of it leaves", async () => {
  const { fanOuts } = await heldAudience(5_000);
  const one = await node("&window=50", { fanOuts });
  const id = await one.accept([], { audience: everybody });
  await gate.reached();
  await eventually(async () => fixture.provider.seen.length > 0);
  await one.pause(id);
  await nothingInFlight(id);
  const seen = fixture.provider.seen.length;
  const progress = await ask.progress(id);
  expect(progress.total).toBeNull();
  gate.open();
  await eventually(async () => (await ask.rows("select 1 from fanouts")).length === 0);
  expect(await ask.stateOf(id)).toBe("paused");
  // What a stalled node gave back instead of sending it is claimable until the next claim finds the message paused.
  await eventually(async () => (await ask.rows("select 1 from chunks where claimable")).length === 0);
  expect((await ask.progress(id)).total).toBe(5_000);
  expect(fixture.provider.seen).toHaveLength(seen);
  await one.resume(id);
  await ask.becomes(id, "completed", 120_000);
  expect(await ask.states(id)).toEqual({ sent: 5_000 });
  expect(fixture.provider.seen).toHaveLength(5_000);
});

test("a resume while the audience is being read returns to resolving", async () => {
  const { fanOuts } = await heldAudience(3, 1);
  const one = await node("", { fanOuts });
  const id = await one.accept([], { audience: everybody });
  await gate.reached();
  await one.pause(id);
  await one.resume(id);
  expect(await ask.stateOf(id)).toBe("resolving");
  gate.open();
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ sent: 3 });
});

test("a page of the audience that is being written when the pause comes is not claimed", async () => {
  const store = (await import("#store/queries/fan-out/fan-out")).fanOutQueries(fixture.db, () => undefined);
  const accepted = await acceptQueries(fixture.db, () => undefined).accept(textTo([], { audience: everybody }));
  const id = accepted.kind === "accepted" ? accepted.message.id : null;
  const job = (await store.claim("t", 30_000))!;
  // The pause has locked the message's row; the page waits for it.
  const pausing = await fixture.db.pool.connect();
  await pausing.query("begin");
  await pausing.query("update messages set state = 'paused' where id = $1", [id]);
  const adding = store.add(
    job,
    { phones: numbers(700) as never, duplicates: 0, invalid: 0, next: { source: 1, cursor: null, turn: 2 } },
    30_000,
  );
  await eventually(async () => (await sessionsWaiting(fixture.db.pool)) > 0);
  await pausing.query("commit");
  pausing.release();
  expect(await adding).toBe(true);
  expect(await ask.rows("select claimable, cardinality(phones) as n from chunks order by id")).toEqual([
    { claimable: false, n: 500 },
    { claimable: false, n: 200 },
  ]);
});

test("a paused message whose validity is over ends", async () => {
  answers(() => null);
  const one = await node("&window=2");
  const id = await one.accept(numbers(1_200));
  await eventually(async () => fixture.provider.seen.length > 0);
  await one.pause(id);
  await ask.rows("update messages set valid_until = now() where id = $1", [id]);
  await eventually(async () => ((await ask.states(id))["expired"] ?? 0) > 1_000);
  expect(await ask.rows("select state::text, reason from messages")).toEqual([{ state: "running", reason: "expired" }]);
  await one.stop();
  // What was on the wire is in doubt; the rest has expired.
  answers(() => ({}));
  await node();
  await ask.becomes(id, "completed", 120_000);
  const states = await ask.states(id);
  expect(Object.keys(states).toSorted()).toEqual(["expired", "unknown"]);
  expect(states["expired"]! + states["unknown"]!).toBe(1_200);
});

test("an audience that cannot be read while its message is valid fails, and says why", async () => {
  const host = { usersInRoles: () => Promise.reject(new Error("the host is down")) } as unknown as Host;
  const one = await node("", { host });
  const id = await one.accept([], { audience: { ...everybody, groups: null, roles: ["reader"] }, validFor: 1 });
  await ask.becomes(id, "failed", 120_000);
  expect(await ask.rows("select reason, finished_at is not null as over from messages")).toEqual([
    { reason: "audience_not_resolved", over: true },
  ]);
  expect(await ask.rows("select 1 from fanouts")).toEqual([]);
});

test("pauses and resumes from two nodes at once never leave a message between two states", async () => {
  answers(slowly);
  const [one, two] = [await node("&window=10"), await node("&window=10")];
  const id = await one.accept(numbers(1_500));
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(
      [one.pause(id), two.resume(id), two.pause(id), one.resume(id)].map((call) => call.catch(() => null)),
    );
    const paused = (await ask.stateOf(id)) === "paused";
    const claimable = await ask.rows("select distinct claimable from chunks where message_id = $1", [id]);
    if (claimable.length > 0) expect(claimable).toEqual([{ claimable: !paused }]);
  }
  if ((await ask.stateOf(id)) === "paused") await one.resume(id);
  await ask.becomes(id, "completed", 120_000);
  expect(await ask.states(id)).toEqual({ sent: 1_500 });
  expect(fixture.provider.seen).toHaveLength(1_500);
});
