import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { eventually, numbers, startEngine, textTo } from "../support/engine.ts";
import { startScriptedProvider } from "../support/scripted-provider.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  await db.pool.query("truncate messages, deliveries, chunks, retries, events, provider_refs");
});
afterAll(() => db.drop());

const states = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await db.pool.query("select state::text, count(*)::int as n from deliveries group by state")).rows.map((row) => [
      row.state,
      row.n,
    ]),
  );

test(
  "a gateway that is overloaded for a while (503) delays its texts: all leave, each is taken once",
  { timeout: 40_000 },
  async () => {
    let well = false;
    const taken: string[] = [];
    const provider = await startScriptedProvider(({ to }) => {
      if (!well) return { status: 503 };
      taken.push(to);
      return {};
    });
    const node = await startEngine(db, provider.dsn("&window=10"));
    const people = numbers(200);
    await node.messages.accept(textTo(people));
    await eventually(async () => provider.seen.length >= 150);
    expect(Object.keys(await states()).toSorted()).not.toContain("failed");
    well = true;
    await eventually(async () => (await states())["sent"] === people.length, 35_000);
    expect(taken.toSorted()).toEqual(people.toSorted());
    await node.engine.stop();
    await provider.close();
  },
);

test(
  "a gateway that fails (500) is left alone after twenty texts in doubt; the others go when it is well again",
  { timeout: 30_000 },
  async () => {
    let well = false;
    const provider = await startScriptedProvider(() => (well ? {} : { status: 500 }));
    const node = await startEngine(db, provider.dsn("&window=10"));
    const people = numbers(300);
    await node.messages.accept(textTo(people));
    await eventually(async () => node.paused.size === 1);
    expect(provider.seen.length).toBeLessThanOrEqual(20 + 10);
    well = true;
    await eventually(
      async () => (await db.pool.query("select 1 from messages where state = 'completed'")).rowCount === 1,
      25_000,
    );
    const { sent = 0, unknown = 0 } = await states();
    // Whoever was answered 500 may have been texted: that is said, and not tried again.
    expect(sent + unknown).toBe(people.length);
    expect(unknown).toBeGreaterThanOrEqual(20);
    expect(unknown).toBeLessThanOrEqual(20 + 10);
    expect(provider.seen.map(({ to }) => to).toSorted()).toEqual(people.toSorted());
    await node.engine.stop();
    await provider.close();
  },
);

test(
  "a gateway that hangs holds two windows and no more, in the database and in memory, however much waits",
  { timeout: 40_000 },
  async () => {
    let hanging = true;
    const provider = await startScriptedProvider(() => (hanging ? null : {}));
    const node = await startEngine(db, provider.dsn("&window=10&timeout=2"));
    const before = process.memoryUsage().heapUsed;
    for (let from = 0; from < 20_000; from += 5_000) await node.messages.accept(textTo(numbers(5_000, from)));
    // Two rounds of its time-out.
    let most = 0;
    await eventually(async () => {
      const { sending = 0, unknown = 0 } = await states();
      most = Math.max(most, sending);
      return unknown >= 15;
    }, 20_000);
    expect(most).toBeLessThanOrEqual(20);
    expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(150);
    // A one-time password still has a place, and waits no longer than the time-out of what is before it.
    hanging = false;
    const otp = numbers(1, 90_000);
    await node.messages.accept(textTo(otp, { category: "otp" }));
    await eventually(async () => provider.seen.some(({ to }) => to === otp[0]), 5_000);
    await node.engine.stop();
    await provider.close();
  },
);
