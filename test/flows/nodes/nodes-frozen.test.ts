import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { acceptQueries } from "#store/queries/accept/accept";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually, numbers, startEngine, textTo } from "../../support/engine/engine.ts";
import { startPgProxy } from "../../support/database/pg-proxy.ts";
import { childProgram } from "../../support/service/child-program.ts";
import { startTalker } from "../../support/service/processes.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";

/** What a paused virtual machine, or a long garbage collection, does to a worker: SIGSTOP past its lease, SIGCONT. */
const script = childProgram("engine-child");
/** A second instead of fifteen: what a lease must survive is the same. */
const times = { leaseMs: 1_000, drainMs: 2_000 };
const people = numbers(12);

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
beforeEach(async () => {
  await db.pool.query("truncate messages, deliveries, chunks, retries, events, provider_refs");
});
afterAll(() => db.drop());

type Row = { phone: string; state: string; refs: number; events: string[] };

const rows = async (): Promise<Row[]> =>
  (
    await db.pool.query(`select phone, state::text,
      (select count(*)::int from provider_refs r where r.phone = d.phone) as refs,
      (select coalesce(array_agg(kind order by id), '{}') from events e where e.phone = d.phone) as events
    from deliveries d order by phone`)
  ).rows;
const completed = async (): Promise<boolean> =>
  (await db.pool.query("select 1 from messages where state <> 'completed'")).rowCount === 0;

/**
 * One worker is stopped while `statement` (or its response) is on the wire, another one takes everything over, and then
 * the first continues as if nothing had happened.
 */
async function freeze(statement: string, side: "call" | "answer") {
  const provider = await startScriptedProvider(() => ({}));
  const dsn = provider.dsn("&window=4");
  const proxy = await startPgProxy("url" in db.connection ? db.connection.url : "");
  const held = proxy.hold(statement, side);
  const frozen = startTalker(script, { url: proxy.url, dsn, times });
  await frozen.next("ready");
  const { kind } = await acceptQueries(db, () => undefined).accept(textTo(people));
  expect(kind).toBe("accepted");
  await held.met;
  frozen.kill("SIGSTOP");

  // Its own leases have their usual length: it must not be the one that loses them on a busy computer.
  const node = await startEngine(db, dsn);
  await eventually(completed);
  const before = { rows: await rows(), seen: provider.seen.length };
  held.release();
  frozen.kill("SIGCONT");
  frozen.kill("SIGTERM");
  await frozen.next("stopped");
  const after = await rows();
  await node.engine.stop();
  await proxy.close();
  await provider.close();
  expect([...provider.times().values()].filter((count) => count > 1)).toEqual([]);
  return { before, after, provider };
}

test("a worker stopped between claim and mark sends nothing when it wakes: another one has", async () => {
  const { before, after, provider } = await freeze("mark deliveries", "call");
  // Its mark reached the database after the end of its lease and marked nothing.
  expect(after).toEqual(before.rows);
  expect(after.map(({ state, refs }) => [state, refs])).toEqual(people.map(() => ["sent", 1]));
  expect(provider.seen).toHaveLength(people.length);
});

test("a worker stopped between mark and send sends nothing when it wakes, and what it had marked is in doubt", async () => {
  const { before, after, provider } = await freeze("mark deliveries", "answer");
  const doubtful = before.rows.filter(({ state }) => state === "unknown");
  expect(doubtful.length).toBeGreaterThan(0);
  expect(doubtful.length).toBeLessThanOrEqual(8);
  // It sent nothing, and decided nothing for which it had no evidence.
  expect(after).toEqual(before.rows);
  expect(provider.seen).toHaveLength(before.seen);
  expect(provider.seen.filter(({ to }) => doubtful.some(({ phone }) => phone === to))).toEqual([]);
  expect(after.filter(({ state }) => state === "sent")).toHaveLength(people.length - doubtful.length);
});

test("a worker stopped between send and settle adds its result when it wakes: in doubt becomes sent", async () => {
  const { before, after, provider } = await freeze("settle deliveries", "call");
  const doubtful = before.rows.filter(({ state }) => state === "unknown").map(({ phone }) => phone);
  expect(doubtful.length).toBeGreaterThan(0);
  const taken = doubtful.filter((phone) => provider.times().has(phone));
  expect(taken.length).toBeGreaterThan(0);
  for (const row of after) {
    const known = !doubtful.includes(row.phone) || taken.includes(row.phone);
    expect([row.phone, row.state, row.refs]).toEqual([row.phone, known ? "sent" : "unknown", known ? 1 : 0]);
  }
  // First the doubt, then its resolution: each with its event.
  const evidence = after.find(({ phone }) => phone === taken[0])!;
  expect(evidence.events).toEqual(["message.unknown", "message.sent"]);
});
