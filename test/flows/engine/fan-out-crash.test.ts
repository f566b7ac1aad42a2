import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { FanOutJob } from "#domain/messages/fan-out-store";
import type { Db } from "#store/database";
import { migrate } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";
import { acceptQueries } from "#store/queries/accept/accept";
import { fanOutQueries } from "#store/queries/fan-out/fan-out";

import { everybody } from "../../support/engine/campaign.ts";
import { eventually, numbers, startEngine, textTo } from "../../support/engine/engine.ts";
import { openDb } from "../../support/database/open-db.ts";
import { startOwnPostgres, type SharedPostgres } from "../../support/database/own-postgres.ts";
import { deliveriesOf, phonesOf } from "../../support/database/ledger.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { fillGroup } from "../../support/people/subscribers.ts";

let postgres: SharedPostgres;
let db: Db;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  await migrate(pool);
  await ensurePartitions(pool, Date.now());
  await pool.end();
  db = await openDb({ url: postgres.url }, { max: 8 });
});
afterAll(async () => {
  await db.close();
  await postgres.stop();
});

const rows = async (sql: string): Promise<Record<string, any>[]> => (await db.pool.query(sql)).rows;

async function accept(): Promise<void> {
  const result = await acceptQueries(db, () => undefined).accept(textTo([], { audience: everybody }));
  expect(result.kind).toBe("accepted");
}

test("pages that a killed database forgot are forgotten together with their cursor, and their writer writes no more on top", async () => {
  const page = 500;
  const people = numbers(50 * page).toSorted();
  await fillGroup(db.pool, 1, people.length);
  await accept();
  const store = fanOutQueries(db, () => undefined);
  let job: FanOutJob = (await store.claim("test", 60_000))!;
  const write = async (): Promise<boolean> => {
    const written = await store.addStored(job, { groups: [1] }, page, 60_000);
    if (written) job = { ...job, progress: written.progress };
    return written !== null;
  };
  let forgotten = 0;
  // The server flushes its log five times a second by itself: a kill in between is a matter of luck.
  for (let tries = 0; forgotten === 0 && tries < 12; tries += 1) {
    const before = job;
    expect(await write()).toBe(true);
    await postgres.crash!();
    await eventually(() => rows("select 1").catch(() => null));
    const [kept] = await rows("select progress ->> 'cursor' as cursor from fanouts");
    const reached = people.indexOf(kept!["cursor"]) + 1;
    expect(await rows("select count(*)::int as n, max(phone) as last from deliveries")).toEqual([
      { n: reached, last: kept!["cursor"] },
    ]);
    expect(await rows("select accepted, matched from messages")).toEqual([{ accepted: reached, matched: reached }]);
    expect(await rows("select coalesce(sum(size), 0)::int as n from chunks")).toEqual([{ n: reached }]);
    if (kept!["cursor"] === job.progress.cursor) continue;
    forgotten += 1;
    // Nor is it an end, whatever their writer believes it has reached.
    expect(await write()).toBe(false);
    expect(await store.end({ ...job, progress: { ...job.progress, source: 1, cursor: null } })).toBe(false);
    job = before;
  }
  expect(forgotten).toBe(1);
  while (job.progress.source === 0) expect(await write()).toBe(true);
  expect(await store.end(job)).toBe(true);
  expect(await rows("select count(*)::int as n, count(distinct phone)::int as people from deliveries")).toEqual([
    { n: people.length, people: people.length },
  ]);
  expect(await rows("select state::text, accepted, matched, duplicates from messages")).toEqual([
    { state: "running", accepted: people.length, matched: people.length, duplicates: 0 },
  ]);
  await db.pool.query(
    "truncate messages, deliveries, chunks, fanouts, fanout_leavers, events, outbox_deltas, message_deltas",
  );
});

test("a database that is killed after three pages of an audience loses no message and doubles none", async () => {
  const people = numbers(8_000);
  await fillGroup(db.pool, 1, people.length);
  const provider = await startScriptedProvider(() => ({}));
  const store = fanOutQueries(db, () => undefined);
  let pages = 0;
  const fanOuts = {
    ...store,
    async addStored(...asked: Parameters<typeof store.addStored>) {
      const written = await store.addStored(...asked);
      pages += 1;
      // The reader is told that its page is written, and the server that wrote it is gone.
      if ([1, 3, 5].includes(pages)) await postgres.crash!();
      return written;
    },
  };
  const node = await startEngine(db, provider.dsn("&window=50"), {
    fanOuts,
    times: { leaseMs: 2_000, drainMs: 1_000 },
  });
  await accept();
  await eventually(
    async () => (await rows("select 1 from messages where state = 'completed'").catch(() => [])).length === 1,
    // A claim that is committed and not answered leaves a lease of 30 s.
    160_000,
  );
  await node.engine.stop();
  const unknown = await phonesOf(db.pool, { state: "unknown" });
  const seen = provider.times();
  expect([...seen].filter(([, times]) => times > 1)).toEqual([]);
  expect(people.filter((phone) => !seen.has(phone) && !unknown.includes(phone))).toEqual([]);
  expect(unknown.length).toBeLessThanOrEqual(3 * 2 * 50);
  expect(await rows("select matched, accepted, duplicates from messages")).toEqual([
    { matched: people.length, accepted: people.length, duplicates: 0 },
  ]);
  expect(await deliveriesOf(db.pool)).toHaveLength(people.length);
  await provider.close();
});
