import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { uuidTime } from "#lib/ids";
import { day, minute, second } from "#lib/time";
import type { Db } from "#store/database";
import { acceptQueries } from "#store/queries/accept/accept";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually, numbers, startEngine, textTo, type TestEngine } from "../../support/engine/engine.ts";
import { openDb } from "../../support/database/open-db.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { callService, startServiceProcess } from "../../support/service/service.ts";

/** Nodes whose own clock is wrong; the database's clock decides. */
let truth: TestDatabase;
let opened: Db[] = [];
let engines: TestEngine[] = [];
beforeAll(async () => {
  truth = await freshDatabase();
});
afterEach(async () => {
  await Promise.all(engines.map(({ engine }) => engine.stop()));
  await Promise.all(opened.map((db) => db.close()));
  [opened, engines] = [[], []];
  await truth.pool.query("truncate messages, deliveries, chunks, retries, events, provider_refs");
});
afterAll(() => truth.drop());

async function nodeOff(byMs: number): Promise<Db> {
  const db = await openDb(truth.connection, { max: 6, clockAheadMs: byMs });
  opened.push(db);
  return db;
}

async function engineOf(db: Db, dsn: string): Promise<TestEngine> {
  const started = await startEngine(db, dsn, { times: { leaseMs: 3_000, drainMs: 5_000 } });
  engines.push(started);
  return started;
}

const states = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await truth.pool.query("select state::text, count(*)::int as n from deliveries group by state")).rows.map(
      (row) => [row.state, row.n],
    ),
  );

test.each([10 * minute, -10 * minute, 40 * day, -400 * day])(
  "a node whose clock is %i ms off assigns ids in the database's time, inside the partition of its month",
  async (off) => {
    const db = await nodeOff(off);
    const result = await acceptQueries(db, () => undefined).accept(textTo(numbers(3)));
    if (result.kind !== "accepted") throw new Error("not accepted");
    const { rows } = await truth.pool.query(
      "select extract(epoch from now())::float8 * 1000 as now, tableoid::regclass::text as table, to_char(now() at time zone 'utc', 'YYYY_MM') as month from deliveries",
    );
    expect(Math.abs(rows[0].now - uuidTime(result.message.id))).toBeLessThan(minute);
    expect(rows.map((row) => row.table)).toEqual(Array(3).fill(`deliveries_${rows[0].month}`));
  },
);

test("two workers whose clocks differ by twenty minutes take no lease from each other, however slow they are", async () => {
  // Each response takes longer than a lease: a worker that used its own clock would consider the other one dead.
  const provider = await startScriptedProvider(
    () => new Promise((resolve) => setTimeout(() => resolve({}), 4 * second)),
  );
  const dsn = provider.dsn("&window=10");
  await acceptQueries(truth, () => undefined).accept(textTo(numbers(16)));
  const [ahead, behind] = [await nodeOff(10 * minute), await nodeOff(-10 * minute)];
  await engineOf(ahead, dsn);
  await engineOf(behind, dsn);
  await eventually(async () => (await states())["sent"] === 16);
  expect(provider.seen).toHaveLength(16);
  expect(provider.times().size).toBe(16);
  await provider.close();
});

test("validity uses the database's clock: a clock ahead expires nothing early, a clock behind sends nothing late", async () => {
  const provider = await startScriptedProvider(() => ({}));
  const dsn = provider.dsn("&window=10");
  const [ahead, behind] = [await nodeOff(10 * minute), await nodeOff(-10 * minute)];
  const otp = { category: "otp", validFor: 60 } as const;

  await acceptQueries(behind, () => undefined).accept(textTo(numbers(1), otp));
  await engineOf(ahead, dsn);
  await eventually(async () => provider.seen.length === 1);
  await eventually(async () => (await states())["sent"] === 1);
  await engines[0]!.engine.stop();

  await acceptQueries(ahead, () => undefined).accept(textTo(numbers(1, 10), { ...otp, validFor: 1 }));
  await eventually(
    async () => (await truth.pool.query("select 1 from messages where valid_until < now()")).rowCount === 1,
  );
  await engineOf(behind, dsn);
  await eventually(async () => (await states())["expired"] === 1);
  expect(provider.seen).toHaveLength(1);
  await provider.close();
});

test("a service whose clock is forty days behind counts spending in the database's day", async () => {
  const shift = `const own = performance.timeOrigin; Object.defineProperty(performance, "timeOrigin", { value: own - ${40 * day} });`;
  const folder = await mkdtemp(join(tmpdir(), "tidings-clock-"));
  const service = await startServiceProcess({
    DATABASE_URL: "url" in truth.connection ? truth.connection.url : "",
    TIDINGS_DATA: folder,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}`,
  });
  try {
    const { body } = await callService(service, service.admin!, "/spending");
    const { rows } = await truth.pool.query("select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day");
    expect(body.data.day.period).toBe(rows[0].day);
  } finally {
    await service.kill("SIGTERM");
    await rm(folder, { recursive: true, force: true });
  }
});
