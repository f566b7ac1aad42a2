import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { Db } from "#store/database";
import { isUnavailable } from "#store/pg-errors";
import { acceptQueries } from "#store/queries/accept/accept";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { statesOf, suppress } from "../../support/database/ledger.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually, numbers, startEngine, textTo, type TestEngine } from "../../support/engine/engine.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { fillGroup } from "../../support/people/subscribers.ts";
import { throughProxy } from "../../support/service/through-proxy.ts";

let direct: TestDatabase;
let wire: Awaited<ReturnType<typeof throughProxy>>;
let engine: TestEngine | null = null;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;

beforeAll(async () => {
  direct = await freshDatabase();
  wire = await throughProxy(direct);
  provider = await startScriptedProvider(() => ({}));
});
afterEach(async () => {
  await engine?.engine.stop();
  engine = null;
  provider.seen.length = 0;
  await direct.pool.query(
    "truncate messages, deliveries, chunks, retries, events, outbox_deltas, suppressions, idempotency_keys, receipts, fanouts, fanout_leavers",
  );
});
afterAll(async () => {
  await wire.close();
  await direct.drop();
  await provider.close();
});

const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await direct.pool.query(sql)).rows;

/** Every message ended, and the number of deliveries in each state. */
const ended = (): Promise<Record<string, number>> =>
  eventually(async () => {
    const open = await rows("select 1 from messages where state not in ('completed', 'failed')");
    if (open.length > 0) return null;
    return statesOf(direct.pool);
  });

const twice = (): string[] => [...provider.times()].filter(([, times]) => times > 1).map(([to]) => to);

test("an accept whose response is lost is not written again, whichever calls shared its transaction", async () => {
  const [stopped, mine, again] = numbers(3) as [string, string, string];
  await suppress(direct.pool, stopped);
  const messages = acceptQueries(wire.db, () => undefined);
  const key = { key: "01".repeat(16), fingerprint: "02".repeat(16) };
  const reply = () => ({ status: 200, body: "first" });
  await acceptQueries(direct, () => undefined).accept(textTo([again]), { ...key, reply });

  const broken = wire.proxy.breakAt({ statement: "accept single deliveries", how: "lose answer" });
  const results = await Promise.all([
    messages.accept(textTo([stopped])),
    messages.accept(textTo([mine])),
    messages.accept(textTo([again]), { ...key, reply: () => ({ status: 200, body: "second" }) }),
  ]);
  await broken;

  expect(results.map(({ kind }) => kind)).toEqual(["no_recipients", "accepted", "replayed"]);
  expect(results[2]).toMatchObject({ body: "first" });
  const stored = await rows("select phone, message_id from deliveries order by phone");
  expect(stored.map((row) => row["phone"])).toEqual([mine, again].sort());
  const accepted = results[1]!;
  expect(stored.find((row) => row["phone"] === mine)!["message_id"]).toBe(
    accepted.kind === "accepted" && accepted.message.id,
  );
});

test("a lookup of an earlier reply that fails is no failure of calls that were written by the same statement", async () => {
  const [mine, again] = numbers(2, 90) as [string, string];
  const key = { key: "03".repeat(16), fingerprint: "04".repeat(16), reply: () => ({ status: 200, body: "first" }) };
  await acceptQueries(direct, () => undefined).accept(textTo([again]), key);
  const unread: unknown[] = [];
  const messages = acceptQueries(
    wire.db,
    () => undefined,
    (error) => unread.push(error),
  );

  const broken = wire.proxy.breakAt({ statement: "idempotency find", how: "cut" });
  const results = await Promise.all([messages.accept(textTo([mine])), messages.accept(textTo([again]), key)]);
  await broken;

  expect(results.map(({ kind }) => kind)).toEqual(["accepted", "in_flight"]);
  expect(await rows(`select 1 from deliveries where phone = '${mine}'`)).toHaveLength(1);
  expect(await messages.accept(textTo([again]), key)).toMatchObject({ kind: "replayed", body: "first" });
  expect(unread).toEqual([]);

  // What no lost connection explains is reported, once.
  const [other] = numbers(1, 95) as [string];
  const held = wire.proxy.hold("idempotency find", "call");
  const both = Promise.all([messages.accept(textTo([other])), messages.accept(textTo([again]), key)]);
  await held.met;
  await direct.pool.query("alter table idempotency_keys rename column body to away");
  held.release();
  expect((await both).map(({ kind }) => kind)).toEqual(["accepted", "in_flight"]);
  await direct.pool.query("alter table idempotency_keys rename column away to body");
  expect(unread).toEqual([expect.objectContaining({ code: "42703" })]);
});

test("an accept that the server is still executing when the session ends is not written twice", async () => {
  const blocker = await direct.pool.connect();
  await blocker.query("begin");
  await blocker.query("lock table messages in share mode");
  const messages = acceptQueries(wire.db, () => undefined);
  const broken = wire.proxy.breakAt({ statement: "accept single deliveries", how: "cut" });
  const accepting = messages.accept(textTo(numbers(1, 10)));
  await broken;
  // Two sessions wait: the statement that lost its client, and the retry after the lookup.
  await eventually(async () => (await sessionsWaiting(direct.pool)) >= 2);
  await blocker.query("commit");
  blocker.release();
  const result = await accepting;
  expect(result.kind).toBe("accepted");
  await eventually(
    async () =>
      (
        await rows(
          "select 1 from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'messages' and not granted",
        )
      ).length === 0,
  );
  expect(await rows("select phone from deliveries")).toHaveLength(1);
});

test("an accept that the server is still executing is not written twice because of an opt-out meanwhile", async () => {
  const key = "07".repeat(16);
  const [gone, stays] = numbers(2, 40) as [string, string];
  const blocker = await direct.pool.connect();
  await blocker.query("begin");
  await blocker.query("insert into idempotency_keys (key, fingerprint) values (decode($1, 'hex'), '')", [key]);
  const messages = acceptQueries(wire.db, () => undefined);
  const broken = wire.proxy.breakAt({ statement: "accept general deliveries", how: "cut" });
  const asked = wire.proxy.hold("written", "call");
  const calls = [
    messages.accept(textTo(numbers(1, 50)), { key, fingerprint: key, reply: () => ({ status: 200, body: "{}" }) }),
    messages.accept(textTo([gone, stays])),
  ];
  await broken;
  await asked.met;
  await eventually(async () => (await sessionsWaiting(direct.pool)) > 0);
  await suppress(direct.pool, gone);
  // The first statement waits for the key; the second one has already read who opted out.
  const retried = wire.proxy.hold("accept general deliveries", "answer");
  asked.release();
  await retried.met;
  await blocker.query("rollback");
  blocker.release();
  await eventually(async () => (await rows("select 1 from messages")).length === 2);
  retried.release();
  const results = await Promise.allSettled(calls);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await rows(`select 1 from deliveries where phone = '${stays}'`)).toHaveLength(1);
});

/**
 * A database that loses the responses to an accept with `error`, and whose lookups fail because later tries were too
 * late.
 */
function faulty(issue: (name: string, nth: number) => Error | null): Db {
  const asked = new Map<string, number>();
  let behindMs = 0;
  return {
    ...direct,
    now: () => direct.now() - behindMs,
    syncClock: () => Promise.resolve(),
    async query(name, text, values) {
      const key = name.split(" ")[0]!;
      const nth = (asked.get(key) ?? 0) + 1;
      asked.set(key, nth);
      const error = issue(key, nth);
      if (error === null) return direct.query(name, text, values);
      if (key === "accept") await direct.query(name, text, values);
      behindMs = 60_000;
      throw error;
    },
  };
}

test("an accept whose response and lookup were lost is not reported as unwritten because later tries came too late", async () => {
  const lost = Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
  const messages = acceptQueries(
    faulty((name, nth) => (["accept", "written"].includes(name) && nth === 1 ? lost : null)),
    () => undefined,
  );
  const result = await messages.accept(textTo(numbers(1, 70)));
  const stored = await rows("select id from messages");
  expect(stored).toHaveLength(1);
  expect(result).toMatchObject({ kind: "accepted", message: { id: stored[0]!["id"] } });
});

test("an accept that never had a session fails as unavailable if its lookup gets none in time either", async () => {
  const none = new Error("timeout exceeded when trying to connect");
  const messages = acceptQueries(
    {
      ...direct,
      query: (name) => (name.startsWith("accept") ? Promise.reject(none) : new Promise(() => undefined)),
    },
    () => undefined,
  );
  const failed = await messages.accept(textTo(numbers(1, 80))).catch((error: unknown) => error);
  expect(isUnavailable(failed)).toBe(true);
});

test("a mark whose response is lost sends nothing twice and leaves nobody out", async () => {
  engine = await startEngine(wire.db, provider.dsn());
  const broken = wire.proxy.breakAt({ statement: "mark deliveries", how: "lose answer" });
  await engine.messages.accept(textTo(numbers(60)));
  await broken;
  expect(await ended()).toEqual({ sent: 60 });
  expect(provider.seen).toHaveLength(60);
  expect(twice()).toEqual([]);
});

test("a mark that goes through after its session ended leaves no delivery sending", async () => {
  const people = numbers(3, 20);
  const accepted = await acceptQueries(direct, () => undefined).accept(textTo(people));
  expect(accepted.kind).toBe("accepted");
  const blocker = await direct.pool.connect();
  await blocker.query("begin");
  await blocker.query("select 1 from deliveries where phone = $1 for update", [people[1]]);
  const broken = wire.proxy.breakAt({ statement: "mark deliveries", how: "cut" });
  engine = await startEngine(wire.db, provider.dsn());
  await broken;
  // The chunk is being ended while the mark still has it locked. On a machine so busy that the server notices the end
  // of the session first, the mark never goes through: then too each of them is sent once.
  await eventually(
    async () =>
      (await rows("select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from chunks%'"))
        .length > 0,
    15_000,
  ).catch(() => undefined);
  await blocker.query("commit");
  blocker.release();
  expect(await ended()).toEqual({ sent: 3 });
  expect(twice()).toEqual([]);
});

test("a settle whose response is lost counts no delivery twice", async () => {
  engine = await startEngine(wire.db, provider.dsn());
  const broken = wire.proxy.breakAt({ statement: "settle deliveries", how: "lose answer" });
  await engine.messages.accept(textTo(numbers(60)));
  await broken;
  expect(await ended()).toEqual({ sent: 60 });
  expect(twice()).toEqual([]);
  const [totals] = await rows(
    "select sum(total)::int as total, sum(success)::int as success, sum(failed)::int as failed from outbox_deltas",
  );
  expect(totals).toEqual({ total: 60, success: 60, failed: 0 });
  expect(await rows("select phone from events where kind = 'message.sent'")).toHaveLength(60);
});

test("a page of an audience whose response is lost is not added twice", async () => {
  await fillGroup(direct.pool, 1, 2_500);
  engine = await startEngine(wire.db, provider.dsn("&window=100"));
  const broken = wire.proxy.breakAt({ statement: "fan out merge deliveries", how: "lose answer" });
  await engine.messages.accept(
    textTo([], { audience: { groups: "all", users: [], roles: [], customers: false }, category: "marketing" }),
  );
  await broken;
  await eventually(async () => (await rows("select 1 from messages where state = 'completed'")).length === 1);
  expect(provider.seen).toHaveLength(2_500);
  expect(twice()).toEqual([]);
  expect(await rows("select matched, accepted, duplicates from messages")).toEqual([
    { matched: 2_500, accepted: 2_500, duplicates: 0 },
  ]);
});

test("a session that ends in the middle of a transaction ends that transaction, not the process", async () => {
  const uncaught: unknown[] = [];
  const listen = (error: unknown): void => void uncaught.push(error);
  process.on("uncaughtException", listen);
  const failing = direct.transaction(async () => {
    const [own] = await direct.query<{ pid: number }>("own pid", "select pg_backend_pid() as pid", []);
    await rows(`select pg_terminate_backend(${own!.pid})`);
    await eventually(async () => (await rows(`select 1 from pg_stat_activity where pid = ${own!.pid}`)).length === 0);
    await direct.query("after", "select 1", []);
  });
  await expect(failing).rejects.toThrow();
  process.off("uncaughtException", listen);
  expect(uncaught).toEqual([]);
});

test("a database that stops responding does not block a caller forever", async () => {
  const quick = await throughProxy(direct, { statementMs: 300 });
  await quick.db.query("one", "select 1", []);
  quick.proxy.silence(true);
  await expect(quick.db.query("one", "select 1", [])).rejects.toThrow();
  await expect(quick.db.transaction(() => quick.db.query("one", "select 1", []))).rejects.toThrow();
  quick.proxy.silence(false);
  expect(await eventually(() => quick.db.query("one", "select 1 as n", []).catch(() => null))).toEqual([{ n: 1 }]);
  await quick.close();
});
