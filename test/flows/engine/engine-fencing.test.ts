import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { acceptQueries } from "#store/queries/accept/accept";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { statesOf } from "../../support/database/ledger.ts";
import { eventually, numbers, startEngine, textTo, type TestEngine } from "../../support/engine/engine.ts";
import { childProgram } from "../../support/service/child-program.ts";
import { startTalker, type Talker } from "../../support/service/processes.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";

const script = childProgram("engine-child");
/**
 * Two seconds instead of fifteen: what a lease must survive is the same. With one, renewed every third of it, a busy
 * machine cost a process its lease before the test had stopped it.
 */
const times = { leaseMs: 2_000, drainMs: 2_000 };

let db: TestDatabase;
let children: Talker[] = [];
let engines: TestEngine[] = [];
beforeAll(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  for (const child of children) {
    child.kill("SIGCONT");
    child.kill("SIGKILL");
    await child.exited;
  }
  await Promise.all(engines.map(({ engine }) => engine.stop()));
  [children, engines] = [[], []];
  await db.pool.query("truncate messages, deliveries, chunks, retries, suppressions, events, provider_refs");
});
afterAll(() => db.drop());

const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await db.pool.query(sql)).rows;

async function child(dsn: string): Promise<Talker> {
  const { connection } = db;
  const url = "url" in connection ? connection.url : "";
  const talker = startTalker(script, { url, dsn, times });
  children.push(talker);
  await talker.next("ready");
  return talker;
}

/** @param more short leases, if this node must keep them; a node that takes over has plenty of time */
async function node(dsn: string, more = {}): Promise<TestEngine> {
  const started = await startEngine(db, dsn, more);
  engines.push(started);
  return started;
}

async function accept(phones: readonly string[], more = {}): Promise<void> {
  const result = await acceptQueries(db, () => undefined).accept(textTo(phones, more));
  expect(result.kind).toBe("accepted");
}

async function states(): Promise<Record<string, number>> {
  return statesOf(db.pool);
}

const completed = async (): Promise<boolean> =>
  (await rows("select 1 from messages where state <> 'completed'")).length === 0;

/** A provider that holds back its first responses until released, and answers the rest at once. */
async function startHolding(count: number) {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const provider = await startScriptedProvider(async (_asked, nth) => {
    if (nth <= count) await gate;
    return {};
  });
  return { ...provider, open };
}

test("a worker stopped with deliveries on the wire and deliveries ready sends none of them twice", async () => {
  const provider = await startHolding(2);
  const dsn = provider.dsn("&window=3");
  await accept(numbers(20));
  const frozen = await child(dsn);
  await eventually(async () => provider.seen.length === 2);
  // One slot is reserved for one-time passwords; three more deliveries are marked and ready.
  await eventually(async () => (await states())["sending"] === 5);
  frozen.kill("SIGSTOP");

  await node(dsn);
  await eventually(async () => (await states())["sent"] === 15);
  expect((await states())["unknown"]).toBe(5);
  await eventually(completed);
  const wire = provider.seen.slice(0, 2).map(({ to }) => to);
  provider.open();
  frozen.kill("SIGCONT");

  // Evidence is kept: what was on the wire is known to be sent. What was only ready is not sent by a late worker: the
  // recipient may have replied STOP meanwhile.
  await eventually(async () => (await states())["sent"] === 17);
  frozen.kill("SIGTERM");
  await frozen.next("stopped");
  expect(await states()).toEqual({ sent: 17, unknown: 3 });
  expect([...provider.times().values()].filter((count) => count > 1)).toEqual([]);
  for (const phone of wire) {
    expect(await rows(`select state from deliveries where phone = '${phone}'`)).toEqual([{ state: "sent" }]);
    expect(await rows(`select 1 from provider_refs where phone = '${phone}'`)).toHaveLength(1);
  }
  await provider.close();
});

test("at least once: a worker that wakes up late adds nothing to what the next one repeats", async () => {
  const provider = await startHolding(2);
  const dsn = provider.dsn("&window=3&at_least_once=true");
  await accept(numbers(20));
  const frozen = await child(dsn);
  await eventually(async () => provider.seen.length === 2);
  await eventually(async () => (await states())["sending"] === 5);
  frozen.kill("SIGSTOP");
  await node(dsn);
  await eventually(completed);
  provider.open();
  frozen.kill("SIGCONT");
  frozen.kill("SIGTERM");
  await frozen.next("stopped");
  expect(await states()).toEqual({ sent: 20 });
  expect(provider.times().size).toBe(20);
  // Only the two on the wire were in doubt: only they may be sent twice.
  expect(provider.seen.length).toBeLessThanOrEqual(22);
  await provider.close();
});

test("a gateway that answers after several lease periods keeps its deliveries, beside an idle node", async () => {
  const provider = await startHolding(3);
  const dsn = provider.dsn("&window=4");
  await accept(numbers(3));
  await node(dsn, { times });
  await eventually(async () => provider.seen.length === 3);
  await node(dsn);
  // Three lease periods pass.
  await eventually(
    async () => (await rows("select 1 from messages where valid_until - interval '3593 seconds' < now()")).length === 1,
  );
  expect(await states()).toEqual({ sending: 3 });
  provider.open();
  await eventually(completed);
  expect(await states()).toEqual({ sent: 3 });
  expect(provider.seen).toHaveLength(3);
  await provider.close();
});

test("a slow statement in the loop does not cost the lease of work in progress", async () => {
  const provider = await startHolding(2);
  const dsn = provider.dsn("&window=4");
  await accept(numbers(2));
  await node(dsn, { times });
  await eventually(async () => provider.seen.length === 2);
  // The next mark waits longer than a lease for a row that another session has locked.
  const blocker = await db.pool.connect();
  await accept(numbers(2, 50));
  await blocker.query("begin");
  await blocker.query("select 1 from deliveries where phone = $1 for update", [numbers(1, 50)[0]]);
  engines[0]!.engine.wake.dispatch();
  await eventually(
    async () =>
      (
        await rows(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and now() - query_start > interval '2.5 seconds'",
        )
      ).length > 0,
  );
  await node(dsn);
  await eventually(
    async () =>
      (
        await rows(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and now() - query_start > interval '3.5 seconds'",
        )
      ).length > 0,
  );
  await blocker.query("commit");
  blocker.release();
  expect((await states())["unknown"]).toBeUndefined();
  provider.open();
  await eventually(completed);
  // What was on the wire kept its lease. The two whose own mark waited longer than a lease may be in doubt here; in
  // production the lock timeout of 5 s ends such a mark well before its lease of 15 s.
  const inProgress = await rows(
    `select 1 from deliveries where state = 'sent' and phone in ('${numbers(2).join("', '")}')`,
  );
  expect(inProgress).toHaveLength(2);
  const { sent = 0, unknown = 0 } = await states();
  expect(sent + unknown).toBe(4);
  expect(provider.seen).toHaveLength(sent);
  await provider.close();
});

test("a gateway that hangs does not delay a stop, and what it holds is in doubt, not lost", async () => {
  const provider = await startScriptedProvider((_asked, nth) => (nth <= 2 ? null : {}));
  // A stop that waited for the gateway would outlast this test.
  const dsn = provider.dsn("&window=3&timeout=60");
  await accept(numbers(10));
  const hanging = await child(dsn);
  await eventually(async () => provider.seen.length === 2);
  hanging.kill("SIGTERM");
  await hanging.next("stopped");
  const held = provider.seen.map(({ to }) => to);
  expect(await states()).toEqual({ unknown: 2, queued: 8 });
  await node(dsn);
  await eventually(completed);
  expect(await states()).toEqual({ unknown: 2, sent: 8 });
  expect(held.map((phone) => provider.times().get(phone))).toEqual([1, 1]);
  await provider.close();
});

test("a delivery that crashes its worker each time is not repeated forever", async () => {
  await accept(numbers(1));
  await db.pool.query(
    "update deliveries set state = 'sending', attempt = 11, gateway = 'http', token = 1, chunk_id = (select id from chunks)",
  );
  await db.pool.query("update chunks set token = 1");
  const provider = await startScriptedProvider(() => ({}));
  await node(provider.dsn("&at_least_once=true"));
  await eventually(completed);
  expect(await states()).toEqual({ unknown: 1 });
  expect(provider.seen).toHaveLength(0);
  await provider.close();
});
