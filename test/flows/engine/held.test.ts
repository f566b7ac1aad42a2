import { Temporal } from "temporal-polyfill";
import { beforeEach, expect, test } from "vitest";

import type { Uuid } from "#lib/ids";

import { openCampaignFixture } from "../../support/engine/campaign-fixture.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import {
  ALL_DAY,
  everyDay,
  farFromNow,
  isSettled,
  queueWithHolds,
  setCap,
  setQuietHours,
  withoutWaiting,
} from "../../support/engine/holding.ts";
import { claimAll } from "../../support/engine/queue-fixture.ts";
import { deliveriesOf, suppress } from "../../support/database/ledger.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";

const fixture = openCampaignFixture();
const { ask } = fixture;
const node = () => fixture.node("", { queue: queueWithHolds(fixture.db) });
const marketing = { category: "marketing", validFor: 259_200 } as const;

/** Before any node reads the settings. */
const LONG_AGO = { longAgo: true };
const closeGermany = () =>
  setQuietHours(fixture.db, { regions: { DE: everyDay(farFromNow("Europe/Berlin")) } }, LONG_AGO);
const openGermany = () => setQuietHours(fixture.db, { regions: { DE: everyDay(ALL_DAY) } });
const allHeld = (id: Uuid, count: number) =>
  eventually(
    async () =>
      (await isSettled(fixture.db.pool)) &&
      (await ask.states(id))["held"] === count &&
      (await ask.rows("select 1 from chunks")).length === 0,
  );
const seen = () => fixture.provider.seen.length;

beforeEach(async () => {
  await fixture.db.pool.query("delete from settings where name in ('quiet_hours', 'frequency_cap')");
  await fixture.db.pool.query("truncate holds, contacts");
});

test("in quiet hours a campaign is held, and leaves once to each person when they end", async () => {
  await closeGermany();
  const one = await node();
  const id = await one.accept(numbers(1_200), marketing);
  await allHeld(id, 1_200);
  expect(seen()).toBe(0);
  expect(await ask.stateOf(id)).toBe("running");
  const due = await ask.rows("select distinct reason, due > now() + interval '3 hours' as later from holds");
  expect(due).toEqual([{ reason: "quiet_hours", later: true }]);
  await openGermany();
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ sent: 1_200 });
  expect(fixture.provider.times().size).toBe(1_200);
  expect(seen()).toBe(1_200);
  expect(await ask.rows("select 1 from holds")).toEqual([]);
});

test("a delivery whose hold is over is judged again: one that may leave does, the others stay held", async () => {
  await setQuietHours(
    fixture.db,
    { regions: { DE: everyDay(farFromNow("Europe/Berlin")), FR: everyDay(farFromNow("Europe/Paris")) } },
    LONG_AGO,
  );
  const one = await node();
  const id = await one.accept(["+4915112345678", "+33612345678"], marketing);
  await allHeld(id, 2);
  await setQuietHours(fixture.db, {
    regions: { DE: everyDay(farFromNow("Europe/Berlin")), FR: everyDay(ALL_DAY) },
  });
  await eventually(async () => (await ask.states(id))["sent"] === 1);
  await allHeld(id, 1);
  expect([...fixture.provider.times().keys()]).toEqual(["+33612345678"]);
});

test("a one-time password and a transactional message leave in quiet hours", async () => {
  await closeGermany();
  const one = await node();
  const [otp, notice] = [
    await one.accept(["+4915112345678"], { category: "otp" }),
    await one.accept(["+4915112345678"], { category: "transactional" }),
  ];
  await ask.becomes(otp, "completed");
  await ask.becomes(notice, "completed");
  expect(await ask.rows("select 1 from holds")).toEqual([]);
});

test("canceling a message cancels held deliveries, and none leaves later", async () => {
  await closeGermany();
  const one = await node();
  const id = await one.accept(numbers(700), marketing);
  await allHeld(id, 700);
  await one.cancel(id);
  await eventually(async () => (await ask.states(id))["canceled"] === 700);
  await eventually(async () => (await ask.rows("select 1 from holds")).length === 0);
  await openGermany();
  const other = await one.accept(["+4915112345678"], marketing);
  await ask.becomes(other, "completed");
  expect(seen()).toBe(1);
});

test("held deliveries of a paused message wait for the resume, even after their hours begin", async () => {
  await closeGermany();
  const one = await node();
  const id = await one.accept(numbers(600), marketing);
  await allHeld(id, 600);
  await one.pause(id);
  await openGermany();
  await eventually(async () => (await ask.rows("select 1 from holds")).length === 0);
  const other = await one.accept(["+4915112345678"], marketing);
  await ask.becomes(other, "completed");
  expect(await ask.stateOf(id)).toBe("paused");
  expect(seen()).toBe(1);
  await one.resume(id);
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ sent: 600 });
});

test("a paused message that is resumed in quiet hours is not completed while deliveries are held", async () => {
  await closeGermany();
  const one = await node();
  const id = await one.accept(numbers(3), marketing);
  await allHeld(id, 3);
  await one.pause(id);
  await one.resume(id);
  expect(await ask.stateOf(id)).toBe("running");
  await openGermany();
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ sent: 3 });
});

test("a person who says STOP while they are held gets nothing", async () => {
  await closeGermany();
  const one = await node();
  const phones = numbers(5);
  const id = await one.accept(phones, marketing);
  await allHeld(id, 5);
  await suppress(fixture.db.pool, phones[2]!);
  await openGermany();
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ sent: 4, suppressed: 1 });
  expect(fixture.provider.times().has(phones[2]!)).toBe(false);
});

test("a message that expires before its hours begin is expired then, not sent", async () => {
  await closeGermany();
  const one = await node();
  const id = await one.accept(numbers(4), { ...marketing, validFor: 3_600 });
  await allHeld(id, 4);
  const [held] = await ask.rows(
    "select bool_and(h.due = m.valid_until) as same from holds h join messages m on m.id = h.message_id",
  );
  expect(held).toEqual({ same: true });
  await ask.rows("update messages set valid_until = now() where id = $1", [id]);
  await ask.rows("update holds set due = now()");
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ expired: 4 });
  expect(seen()).toBe(0);
});

test("a person's own time zone decides, whatever their number says", async () => {
  await setQuietHours(
    fixture.db,
    { regions: { US: everyDay(farFromNow("Europe/Berlin")), "US-NY": everyDay(farFromNow("Europe/Berlin")) } },
    LONG_AGO,
  );
  await ask.rows(
    "insert into subscribers (phone, name, time_zone) values ('+12125550123', '', 'Europe/Berlin') on conflict (phone) do update set time_zone = excluded.time_zone",
  );
  const one = await node();
  const id = await one.accept(["+12125550123"], marketing);
  await allHeld(id, 1);
  const [{ zone }] = (await ask.rows(
    "select extract(hour from due at time zone 'Europe/Berlin')::int as zone from holds",
  )) as [{ zone: number }];
  expect(zone).toBe(Number(farFromNow("Europe/Berlin")[0].slice(0, 2)));
});

test("with a cap of one, two nodes and two campaigns at once reach each person exactly once, and the rest is held", async () => {
  await setCap(fixture.db, { messages: 1, windowHours: 24 }, LONG_AGO);
  const [one, two] = [await node(), await node()];
  const phones = numbers(400);
  const [first, second] = await Promise.all([
    one.accept(phones, marketing),
    two.accept(phones.toReversed(), marketing),
  ]);
  const count = async (state: string): Promise<number> =>
    ((await ask.states(first))[state] ?? 0) + ((await ask.states(second))[state] ?? 0);
  await eventually(
    async () => (await isSettled(fixture.db.pool)) && (await count("sent")) + (await count("held")) === 800,
  );
  expect(await count("sent")).toBe(400);
  expect(await count("held")).toBe(400);
  expect(fixture.provider.times().size).toBe(400);
  expect(seen()).toBe(400);
  const [due] = await ask.rows(
    "select distinct reason, due between now() + interval '23 hours' and now() + interval '24 hours' as tomorrow from holds",
  );
  expect(due).toEqual({ reason: "frequency_cap", tomorrow: true });
});

test("when the window of the cap has passed, held deliveries leave", async () => {
  await setCap(fixture.db, { messages: 1, windowHours: 1 });
  const one = await node();
  const [first, second] = [await one.accept(numbers(3), marketing), await one.accept(numbers(3), marketing)];
  await eventually(async () => (await ask.states(second))["held"] === 3 || (await ask.states(first))["held"] === 3);
  await ask.rows(
    `update contacts set recent = jsonb_build_array(jsonb_build_array(recent->0->>0, (recent->0->>1)::float8 - 3700000))`,
  );
  await ask.rows("update holds set due = now()");
  await ask.becomes(first, "completed");
  await ask.becomes(second, "completed");
  expect(seen()).toBe(6);
});

test("one too many is suppressed with the cap as its reason, if the operator says so", async () => {
  await setCap(fixture.db, { messages: 2, whenOver: "skip" });
  const one = await node();
  const ids: Uuid[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    ids.push(await one.accept(["+4915112345678"], marketing));
    await ask.becomes(ids.at(-1)!, "completed");
  }
  expect(await ask.states(ids[2]!)).toEqual({ suppressed: 1 });
  expect(await deliveriesOf(fixture.db.pool, { message: ids[2]! })).toMatchObject([{ failure: "frequency_cap" }]);
  expect(seen()).toBe(2);
});

test.each(["skip", "hold"] as const)(
  "what was not sent after all takes nobody's place under the cap (%s)",
  async (whenOver) => {
    await setCap(fixture.db, { messages: 1, whenOver });
    // Both are accepted before anything is claimed, so that one mark judges both.
    const accepting = await fixture.node("", { works: false });
    const ended = await accepting.accept(["+4915112345678"], marketing);
    const wanted = await accepting.accept(["+4915112345678"], marketing);
    await ask.rows("update messages set valid_until = now() where id = $1", [ended]);
    await node();
    await ask.becomes(ended, "completed");
    await withoutWaiting(fixture.db.pool, async () => (await ask.stateOf(wanted)) === "completed");
    expect(await ask.states(ended)).toEqual({ expired: 1 });
    expect(await ask.states(wanted)).toEqual({ sent: 1 });
  },
);

test("what waited for a person's list while the cap was lifted is not held by the old cap", async () => {
  await setCap(fixture.db, { messages: 1 });
  const one = await node();
  await ask.becomes(await one.accept(["+4915112345678"], marketing), "completed");
  const locker = await fixture.db.pool.connect();
  try {
    await locker.query("begin");
    await locker.query("select from contacts for update");
    const id = await one.accept(["+4915112345678"], marketing);
    await eventually(async () => (await sessionsWaiting(fixture.db.pool)) > 0);
    await setCap(fixture.db, { mode: "off" });
    await eventually(
      async () =>
        (
          await ask.rows(
            "select 1 from settings where updated_at < now() - interval '2.2 s' and name = 'frequency_cap'",
          )
        ).length > 0,
    );
    await locker.query("commit");
    await ask.becomes(id, "completed");
    expect(seen()).toBe(2);
  } finally {
    locker.release(true);
  }
});

test("a delivery that was erased while a worker had it leaves no number in the lists of the cap", async () => {
  await setCap(fixture.db, { messages: 1 });
  const accepting = await fixture.node("", { works: false });
  await accepting.accept(["+4915112345678", "+4915112345679"], marketing);
  const queue = queueWithHolds(fixture.db);
  const [claimed] = await queue.claim(claimAll);
  await ask.rows("update deliveries set state = 'canceled', phone = '+0' || id where phone = '+4915112345678'");
  const { chunk } = claimed!;
  const marked = await queue.mark([{ chunk, keys: chunk.keys, prolong: false }], "main", 60_000);
  expect(marked.map(({ phone }) => phone)).toEqual(["+4915112345679"]);
  expect(await ask.rows("select phone from contacts")).toEqual([{ phone: "+4915112345679" }]);
});

test("a delivery that is tried again counts once", async () => {
  await setCap(fixture.db, { messages: 1 });
  let tries = 0;
  fixture.answers(() => ((tries += 1) === 1 ? { status: 429 } : {}));
  const one = await node();
  const id = await one.accept(["+4915112345678"], marketing);
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ sent: 1 });
  expect(seen()).toBe(2);
});

test("while the settings cannot be read nothing leaves, and afterwards everything goes on", async () => {
  const queue = queueWithHolds(fixture.db);
  await closeGermany();
  const accepting = await fixture.node("", { works: false });
  const id = await accepting.accept(["+4915112345678"], marketing);
  const otp = await accepting.accept(["+4915112345678"], { category: "otp" });
  await ask.rows("alter table settings rename to settings_away");
  try {
    const one = await fixture.node("", { queue });
    await eventually(async () => one.logged.some(({ message }) => message === "dispatching will be retried"));
    expect([await ask.states(id), await ask.states(otp)]).toEqual([{ queued: 1 }, { queued: 1 }]);
    expect(seen()).toBe(0);
  } finally {
    await ask.rows("alter table settings_away rename to settings");
  }
  await ask.becomes(otp, "completed");
  await allHeld(id, 1);
});

test("a delivery that was marked before its hours ended and waits behind a slow gateway does not leave after them", async () => {
  // Where it is about noon, hours that end in some minutes; at their end it is for the node when the test says so.
  const utc = Temporal.Instant.fromEpochMilliseconds(fixture.db.now()).toZonedDateTimeISO("UTC");
  const zone = `Etc/GMT${utc.hour < 12 ? "-" : "+"}${Math.abs(12 - utc.hour)}`;
  const end = utc.withTimeZone(zone).add({ minutes: 5 }).round({ smallestUnit: "minute", roundingMode: "floor" });
  let ahead = 0;
  const clock = { now: (): number => fixture.db.now() + ahead };
  const people = numbers(5, 900_000);
  await ask.rows("insert into subscribers (phone, name, time_zone) select unnest($1::text[]), '', $2", [people, zone]);
  await setQuietHours(fixture.db, { regions: { DE: everyDay(["00:00", end.toPlainTime().toString().slice(0, 5)]) } });
  fixture.answers(async () => {
    await fixture.gate.wait();
    return {};
  });
  // The lease outlasts the jump of the clock, so that it is not what keeps them back.
  const times = { leaseMs: 900_000, drainMs: 1_000 };
  const one = await fixture.node("&window=3", { queue: queueWithHolds(fixture.db, clock), clock, times });
  const id = await one.accept(people, marketing);
  await eventually(async () => seen() === 2 && (await ask.states(id))["sending"] === 5);
  await setQuietHours(fixture.db, { regions: { DE: everyDay(farFromNow(zone)) } });
  ahead = end.epochMilliseconds + 1_000 - fixture.db.now();
  fixture.answers(() => ({}));
  fixture.gate.open();
  await eventually(async () => (await isSettled(fixture.db.pool)) && (await ask.states(id))["held"] === 3);
  expect(await ask.states(id)).toEqual({ held: 3, sent: 2 });
  expect(seen()).toBe(2);
});

test("a node whose machine was suspended goes by the database's hours, not by those it remembers", async () => {
  const hours = farFromNow("Europe/Berlin");
  const now = Temporal.Instant.fromEpochMilliseconds(fixture.db.now()).toZonedDateTimeISO("Europe/Berlin");
  const open = now.withPlainTime(hours[0]).add({ minutes: 30 });
  const last = Temporal.ZonedDateTime.compare(open, now) < 0 ? open : open.subtract({ days: 1 });
  const clock = { now: (): number => fixture.db.now() - (now.epochMilliseconds - last.epochMilliseconds) };
  await setQuietHours(fixture.db, { regions: { DE: everyDay(hours) } }, LONG_AGO);
  const one = await fixture.node("", { queue: queueWithHolds(fixture.db, clock) });
  const id = await one.accept(["+4915112345678"], marketing);
  await allHeld(id, 1);
  expect(seen()).toBe(0);
});

test("two nodes that release while a cancel is under way send nothing after it, and leave nothing behind", async () => {
  await closeGermany();
  const [one, two] = [await node(), await node()];
  const id = await one.accept(numbers(3_000), marketing);
  await allHeld(id, 3_000);
  fixture.answers(async () => {
    await fixture.gate.wait();
    return {};
  });
  await openGermany();
  await fixture.gate.reached();
  await two.cancel(id);
  // What was marked and waits for the wire comes back; the rest is at the provider, whose answer may be given up
  // meanwhile.
  await eventually(async () => {
    const { queued = 0, held = 0, sending = 0, unknown = 0 } = await ask.states(id);
    return queued + held === 0 && sending + unknown === seen();
  });
  const before = seen();
  fixture.answers(() => ({}));
  fixture.gate.open();
  await fixture.cleared();
  await eventually(async () => (await ask.rows("select 1 from holds")).length === 0);
  const states = await ask.states(id);
  expect((states["canceled"] ?? 0) + (states["sent"] ?? 0) + (states["unknown"] ?? 0)).toBe(3_000);
  expect(seen()).toBe(before);
  expect(fixture.provider.times().size).toBe(before);
});
