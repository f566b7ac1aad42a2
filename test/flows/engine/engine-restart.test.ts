import { afterAll, beforeAll, expect, test } from "vitest";

import { openDatabase, type Db } from "#store/database";
import { openEmbedded, type EmbeddedServer } from "#store/embedded/server";
import { migrate } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";
import { acceptQueries } from "#store/queries/accept/accept";
import { throttleQueries } from "#store/queries/queue/throttle";

import { freshDatabase } from "../../support/database/database.ts";
import { workshop } from "../../support/database/embedded.ts";
import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually, numbers, startEngine, textTo } from "../../support/engine/engine.ts";
import { endLeases } from "../../support/engine/leases.ts";
import { childProgram } from "../../support/service/child-program.ts";
import { startTalker } from "../../support/service/processes.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { fillGroup } from "../../support/people/subscribers.ts";

const shop = workshop();
let server: EmbeddedServer;
let db: Db;
const monotonic = (): number => performance.timeOrigin + performance.now();

beforeAll(async () => {
  server = await openEmbedded({
    dataDir: shop.folder(),
    env: { stateFolder: shop.folder() },
    log: () => undefined,
  });
  db = openDatabase(server.connection, { max: 12, statementMs: 10_000, monotonic, onError: () => undefined });
  await migrate(db.pool);
  await db.syncClock();
  await ensurePartitions(db.pool, db.now());
});
afterAll(async () => {
  await db.close();
  await server.stop();
  await shop.clear();
});

test("a database that is killed twice during a campaign loses no message and doubles none", async () => {
  const provider = await startScriptedProvider(() => new Promise((resolve) => setTimeout(() => resolve({}), 5)));
  const node = await startEngine(db, provider.dsn("&window=20"));
  const campaign = numbers(1_500);
  await node.messages.accept(textTo(campaign));
  const single = numbers(300, 10_000);
  const answers: string[] = [];
  let next = 0;
  // Callers retry with the same key when a response reports that the database cannot be reached.
  const callers = Array.from({ length: 10 }, async () => {
    while (next < single.length) {
      const index = next++;
      const idempotent = {
        key: index.toString().padStart(32, "0"),
        fingerprint: "00".repeat(16),
        reply: () => ({ status: 200, body: "" }),
      };
      for (;;) {
        const result = await node.messages.accept(textTo([single[index]!]), idempotent).catch(() => null);
        if (result) answers.push(result.kind);
        if (result) break;
      }
    }
  });
  for (const share of [200, 900]) {
    await eventually(async () => provider.seen.length >= share);
    process.kill(server.pid(), "SIGKILL");
    // Killed again only once it is back.
    await eventually(() =>
      db.query("ping", "select 1", []).then(
        () => true,
        () => false,
      ),
    );
  }
  await Promise.all(callers);
  const ended = async (): Promise<boolean> =>
    (await db.query("open", "select 1 from messages where state <> 'completed'", [])).length === 0;
  await eventually(() => ended().catch(() => false));

  expect(answers).toHaveLength(single.length);
  const stored = await db.query<{ phone: string; state: string }>(
    "all",
    "select phone, state::text from deliveries",
    [],
  );
  expect(stored.map(({ phone }) => phone).sort()).toEqual([...campaign, ...single].sort());
  const unknown = stored.filter(({ state }) => state === "unknown").map(({ phone }) => phone);
  expect(unknown.length).toBeLessThanOrEqual(2 * 40);
  const times = provider.times();
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);
  expect([...campaign, ...single].filter((phone) => !times.has(phone) && !unknown.includes(phone))).toEqual([]);
  await node.engine.stop();
  await provider.close();
});

test.each(["the whole server", "one session of it"])(
  "after a crash of %s nothing of a limit is granted for a second: the last grants may have been lost",
  async (what) => {
    /** When the database last restarted and lost its statistics, in milliseconds. */
    const began = async (): Promise<number> =>
      (
        await db.query<{ at: number }>(
          "began",
          "select (extract(epoch from stats_reset) * 1000)::float8 as at from pg_stat_bgwriter",
          [],
        )
      )[0]!.at;
    const throttles = throttleQueries(db);
    const ask = (limit: string) => ({ key: `gateway:${what} ${limit}`, rate: 1_000, units: 1, least: 1 });
    await throttles.reserve([ask("used before")]);
    const before = await began();
    const session = await db.query<{ pid: number }>("session", "select pg_backend_pid() as pid", []);
    process.kill(what === "the whole server" ? server.pid() : session[0]!.pid, "SIGKILL");
    const since = await eventually(async () => {
      const at = await began().catch(() => before);
      return at > before && at;
    });

    const [used, fresh] = await throttles.reserve([ask("used before"), ask("new")]);
    expect(fresh!.from).toBeGreaterThanOrEqual(since + 1_000);
    // Too far ahead to be granted at all; on a slow computer the second may be over by now.
    if (used!.units > 0) expect(used!.from).toBeGreaterThanOrEqual(since + 1_000);
  },
);

test("a worker killed while it resolves and sends an audience leaves nobody out", async () => {
  const shared = await freshDatabase();
  const url = "url" in shared.connection ? shared.connection.url : "";
  const provider = await startScriptedProvider(() => ({}));
  const dsn = provider.dsn("&window=50");
  const people = numbers(4_000);
  await fillGroup(shared.pool, 1, people.length);
  const times = { leaseMs: 1_000, drainMs: 1_000 };
  const accepted = await acceptQueries(shared, () => undefined).accept(
    textTo(people.slice(0, 10), { audience: { groups: "all", users: [], roles: [], customers: false } }),
  );
  expect(accepted.kind).toBe("accepted");
  const script = childProgram("engine-child");
  const first = startTalker(script, { url, dsn, times });
  await eventually(async () => provider.seen.length > 300);
  first.kill("SIGKILL");
  await first.exited;
  await endLeases(shared.pool);
  const second = startTalker(script, { url, dsn, times });
  await eventually(
    async () => (await shared.pool.query("select 1 from messages where state = 'completed'")).rowCount === 1,
    45_000,
  );
  second.kill("SIGTERM");
  await second.next("stopped");

  const unknown = await deliveriesOf(shared.pool, { state: "unknown" });
  const seen = provider.times();
  expect([...seen].filter(([, count]) => count > 1)).toEqual([]);
  expect(people.filter((phone) => !seen.has(phone) && !unknown.some((row) => row.phone === phone))).toEqual([]);
  expect((await shared.pool.query("select matched, accepted, duplicates from messages")).rows).toEqual([
    { matched: 4_010, accepted: 4_000, duplicates: 10 },
  ]);
  expect((await shared.pool.query("select 1 from chunks union all select 1 from retries")).rowCount).toBe(0);
  await shared.drop();
  await provider.close();
});
