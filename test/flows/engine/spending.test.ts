import { beforeEach, expect, test } from "vitest";

import type { Uuid } from "#lib/ids";
import { spendRules } from "#domain/spending/spend-rules";
import type { ReadSettings } from "#domain/settings/settings-store";
import { spendingQueue } from "#engine/spending-queue";
import { creditQueries } from "#store/queries/gateways/credit";
import { holdQueries } from "#store/queries/queue/holds";
import { settingsQueries } from "#store/queries/settings/settings";
import { spendingQueries } from "#store/queries/spending/spending";

import { openCampaignFixture } from "../../support/engine/campaign-fixture.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import {
  everyDay,
  farFromNow,
  isSettled,
  queueWithHolds,
  setCap as setFrequencyCap,
  setQuietHours,
  storeSettings,
  withoutWaiting,
} from "../../support/engine/holding.ts";
import { suppress } from "../../support/database/ledger.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";

const fixture = openCampaignFixture();
const { ask } = fixture;
const bound = { categories: ["marketing", "transactional"] } as const;
const marketing = { category: "marketing", validFor: 259_200 } as const;

/** A node as the service puts it together, with every rule that holds deliveries. */
function node(failing: { hold?: boolean; rules?: boolean; lock?: boolean } = {}) {
  const { db } = fixture;
  const holds = holdQueries(db, () => undefined);
  const stored = settingsQueries(db).read;
  const read: ReadSettings = (section) =>
    failing.rules ? Promise.reject(new Error("the settings cannot be read")) : stored(section);
  const store = spendingQueries(db);
  const queue = queueWithHolds(
    db,
    db,
    (within) =>
      spendingQueue(within, {
        readRules: spendRules(read, { clock: db, inTransaction: db.inTransaction }),
        spending: {
          ...store,
          lock: (...args) => (failing.lock ? Promise.reject(new Error("the periods are locked")) : store.lock(...args)),
        },
        credit: creditQueries(db),
        holds: {
          hold: async (...args) => {
            // As a statement does: a surrounding transaction fails with it.
            if (failing.hold) await db.unnamed("select no_such_column", []);
            else await holds.hold(...args);
          },
        },
        unitOfWork: db,
        clock: db,
        timeZone: "UTC",
        log: () => undefined,
      }),
    read,
  );
  return fixture.node("&name=main", { queue });
}

const setCap = (perDay: string | null) => storeSettings(fixture.db, "spending", { perDay });
/** Before any node reads it. */
const hadCap = (perDay: string) => storeSettings(fixture.db, "spending", { perDay }, { longAgo: true });
const lowCreditFor = async (category: string) => {
  await storeSettings(fixture.db, "low_credit", { stopBelow: "10", categories: [category] });
  await fixture.db.pool.query(
    "insert into gateway_states (name, credit, credit_unit, checked_at) values ('main', '1', 'EUR', now())",
  );
};
const held = async (id: Uuid): Promise<number> => (await ask.states(id))["held"] ?? 0;
const spent = async () =>
  (
    await ask.rows("select spent, messages, reached_at is not null as reached from spending where length(period) = 10")
  )[0];
const LOCK_SUMS =
  "insert into spending (period) select to_char(now() at time zone 'UTC', f) from unnest(array['YYYY-MM-DD', 'YYYY-MM']) f";

beforeEach(async () => {
  await fixture.db.pool.query("delete from settings");
  await fixture.db.pool.query("truncate holds, spending, gateway_states, contacts");
  await storeSettings(fixture.db, "prices", { currency: "EUR", segments: [{ prefix: "+", price: "0.05" }] });
});

test("two nodes send exactly what the cap of the day allows, and the rest when it is raised", async () => {
  await setCap("20");
  await node();
  const two = await node();
  const id = await two.accept(numbers(1_000), marketing);
  // What is held may be so before the last of the others is on the wire.
  await eventually(async () => (await held(id)) === 600 && fixture.provider.seen.length >= 400);
  expect(fixture.provider.seen.length).toBe(400);
  expect(await spent()).toEqual({ spent: 20_000_000, messages: 400, reached: true });
  expect(await ask.rows("select distinct reason from holds")).toEqual([{ reason: "spending" }]);
  expect(await ask.stateOf(id)).toBe("running");
  await setCap("49.99");
  await eventually(async () => (await held(id)) === 1 && fixture.provider.seen.length === 999);
  await setCap(null);
  await ask.becomes(id, "completed");
  expect(fixture.provider.times().size).toBe(1_000);
  expect(fixture.provider.seen.length).toBe(1_000);
});

test("what an old cap would hold when it could be judged at last goes by the cap of today", async () => {
  await setCap("0.05");
  const locker = await fixture.db.pool.connect();
  try {
    await locker.query("begin");
    await locker.query(LOCK_SUMS);
    const one = await node();
    const id = await one.accept(numbers(3), marketing);
    await eventually(async () => (await sessionsWaiting(fixture.db.pool)) > 0);
    await setCap(null);
    await eventually(
      async () =>
        (
          await ask.rows(
            "select 1 from settings where name = 'spending' and updated_at < now() - interval '2.2 seconds'",
          )
        ).length > 0,
    );
    await locker.query("commit");
    await ask.becomes(id, "completed");
    expect(await ask.states(id)).toEqual({ sent: 3 });
  } finally {
    locker.release(true);
  }
});

test("a price that is corrected judges again what it held", async () => {
  await storeSettings(fixture.db, "prices", { currency: "EUR", segments: [{ prefix: "+", price: "5" }] });
  await hadCap("1");
  const one = await node();
  const id = await one.accept(numbers(3), marketing);
  await eventually(async () => (await held(id)) === 3 && (await isSettled(fixture.db.pool)));
  await storeSettings(fixture.db, "prices", { currency: "EUR", segments: [{ prefix: "+", price: "0.05" }] });
  await ask.becomes(id, "completed");
  expect(await spent()).toMatchObject({ spent: 150_000, messages: 3 });
});

test("numbers without a price leave although more was spent than the cap allows", async () => {
  await storeSettings(fixture.db, "prices", { currency: "EUR", segments: [{ prefix: "+49", price: "0.05" }] });
  await setCap("0.10");
  const one = await node();
  const first = await one.accept(numbers(2), marketing);
  await ask.becomes(first, "completed");
  await setCap("0.05");
  const paid = await one.accept(numbers(3).slice(2), marketing);
  await eventually(async () => (await held(paid)) === 1 && (await isSettled(fixture.db.pool)));
  const free = await one.accept(["+33612345678"], marketing);
  await ask.becomes(free, "completed");
  expect(await ask.states(free)).toEqual({ sent: 1 });
});

test("one-time passwords are counted and leave although the cap is reached", async () => {
  await setCap("0.05");
  const one = await node();
  const campaign = await one.accept(numbers(3), marketing);
  await eventually(async () => (await held(campaign)) === 2);
  const otp = await one.accept(["+4915112345678"], { category: "otp" });
  await ask.becomes(otp, "completed");
  expect(await spent()).toMatchObject({ spent: 100_000, messages: 2 });
});

test.each([
  ["the settings cannot be read", { rules: true }],
  ["the sums of the periods are locked", { lock: true }],
])("one-time passwords leave while %s, and nothing else does", async (_, why) => {
  await setCap("5");
  const accepting = await fixture.node("", { works: false });
  const campaign = await accepting.accept(numbers(3), marketing);
  const otp = await accepting.accept(["+4915112345678"], { category: "otp" });
  const failing: Parameters<typeof node>[0] = { ...why };
  const one = await node(failing);
  await ask.becomes(otp, "completed", 120_000);
  const later = await one.accept(["+4915112345679"], { category: "otp" });
  await ask.becomes(later, "completed", 120_000);
  expect(await ask.states(campaign)).toEqual({ queued: 3 });
  expect((await spent())?.["messages"] ?? 0).toBe(failing.lock ? 2 : 0);
  Object.assign(failing, { rules: false, lock: false });
  await withoutWaiting(fixture.db.pool, async () => (await ask.stateOf(campaign)) === "completed");
});

test.each([
  [
    "quiet hours",
    () => setQuietHours(fixture.db, { ...bound, regions: { DE: everyDay(farFromNow("Europe/Berlin")) } }),
  ],
  ["a frequency cap", () => setFrequencyCap(fixture.db, { ...bound, messages: 1 })],
  ["a spend cap", () => setCap("0.05")],
  ["low credit", () => lowCreditFor("transactional")],
])("the answers to STOP and HELP leave although %s holds what else goes to the person", async (_, limit) => {
  await limit();
  const one = await node();
  const phone = ["+4915112399001"];
  const first = await one.accept(phone, { category: "transactional" });
  await eventually(async () => "queued" in (await ask.states(first)) === false);
  const second = await one.accept(phone, { category: "transactional" });
  await eventually(async () => (await held(second)) === 1);
  const before = fixture.provider.seen.length;
  const answer = { category: "transactional", createdBy: "opt-out", validFor: 300 } as const;
  const stop = await one.accept(phone, { ...answer, answersOptOut: true });
  const help = await one.accept(phone, answer);
  await ask.becomes(stop, "completed", 120_000);
  await ask.becomes(help, "completed", 120_000);
  expect([await ask.states(stop), await ask.states(help)]).toEqual([{ sent: 1 }, { sent: 1 }]);
  expect(fixture.provider.seen.length).toBe(before + 2);
  await eventually(async () => (await held(second)) === 1);
  const counted = (await spent())?.["messages"];
  if (counted !== undefined) expect(counted).toBe(before + 2);
});

test("one-time passwords leave while a frozen node holds the sums of the periods", async () => {
  await setCap("5");
  const locker = await fixture.db.pool.connect();
  try {
    await locker.query("begin");
    await locker.query(LOCK_SUMS);
    const one = await node();
    const otp = await one.accept(["+4915112345678"], { category: "otp" });
    await ask.becomes(otp, "completed");
    // Nothing has let go of the sums in the meantime.
    await locker.query("commit");
    expect(await ask.states(otp)).toEqual({ sent: 1 });
  } finally {
    locker.release(true);
  }
});

test("a message to a person who said STOP costs nothing, whatever else waits", async () => {
  await setCap("0.10");
  const one = await node();
  const people = numbers(3);
  await suppress(fixture.db.pool, people[0]!);
  const id = await one.accept(people, marketing);
  await ask.becomes(id, "completed");
  expect(await spent()).toMatchObject({ spent: 100_000, messages: 2, reached: false });
});

test("money that a person who said STOP meanwhile does not cost is available for the next one", async () => {
  await setCap("0.10");
  const people = numbers(3);
  const accepting = await fixture.node("", { works: false });
  const id = await accepting.accept(people, marketing);
  await suppress(fixture.db.pool, people.toSorted()[0]!);
  await node();
  await withoutWaiting(fixture.db.pool, async () => fixture.provider.seen.length === 2);
  await ask.becomes(id, "completed", 120_000);
  expect(await ask.states(id)).toEqual({ sent: 2, suppressed: 1 });
  expect(await spent()).toEqual({ spent: 100_000, messages: 2, reached: false });
});

test("paid deliveries are sent even if the rest cannot be held", async () => {
  await setCap("0.10");
  const failing = { hold: true };
  const one = await node(failing);
  const id = await one.accept(numbers(3), marketing);
  await eventually(async () => fixture.provider.seen.length === 2);
  failing.hold = false;
  await withoutWaiting(fixture.db.pool, async () => (await held(id)) === 1);
  expect(await ask.states(id)).toEqual({ sent: 2, held: 1 });
  expect(await spent()).toMatchObject({ messages: 2 });
});

test.each([
  ["the spend cap", () => setCap("0.10")],
  ["low credit", () => lowCreditFor("marketing")],
])("under a frequency cap, what may leave is sent even if what waits for %s cannot be held", async (_, limit) => {
  await limit();
  await setFrequencyCap(fixture.db, { messages: 5, categories: ["marketing", "transactional"] });
  const failing = { hold: true };
  // Both are accepted before anything is claimed, so that one mark judges all of it.
  const accepting = await fixture.node("", { works: false });
  const many = await accepting.accept(numbers(3), marketing);
  const few = await accepting.accept(numbers(2), { category: "transactional" });
  await node(failing);
  await eventually(async () => fixture.provider.seen.length === 2);
  failing.hold = false;
  await withoutWaiting(fixture.db.pool, async () => (await held(many)) + (await held(few)) === 3);
  expect(fixture.provider.seen.length).toBe(2);
  expect(await ask.rows("select 1 from contacts where jsonb_array_length(recent) > 0")).toHaveLength(2);
});

test("canceling ends deliveries that are held for money, and none leaves when the cap is raised", async () => {
  await setCap("0.05");
  const one = await node();
  const id = await one.accept(numbers(5), marketing);
  await eventually(async () => (await held(id)) === 4);
  await one.cancel(id);
  await eventually(async () => (await ask.states(id))["canceled"] === 4);
  await setCap(null);
  await eventually(async () => (await ask.rows("select 1 from holds")).length === 0);
  expect(fixture.provider.seen.length).toBe(1);
});

test("deliveries wait while the credit at the gateway is low, and not on a reading of yesterday", async () => {
  await storeSettings(fixture.db, "low_credit", { stopBelow: "10" });
  const read = (credit: string, age: string) =>
    fixture.db.pool.query(
      `insert into gateway_states (name, credit, credit_unit, checked_at) values ('main', $1, 'EUR', now() - $2::interval)
       on conflict (name) do update set credit = excluded.credit, checked_at = excluded.checked_at`,
      [credit, age],
    );
  await read("9.99", "0 s");
  const one = await node();
  const id = await one.accept(numbers(2), marketing);
  await eventually(async () => (await held(id)) === 2);
  expect(fixture.provider.seen.length).toBe(0);
  await read("10", "0 s");
  // The credit watch releases twice: a node may have known the old balance for another second.
  await eventually(async () => {
    await holdQueries(fixture.db, () => undefined).release("low_credit", null);
    return (await ask.stateOf(id)) === "completed";
  });
  await read("0", "1 day");
  // Another node, which has not read the balance yet.
  await one.stop();
  await node();
  const later = await one.accept(numbers(2), marketing);
  await ask.becomes(later, "completed");
});
