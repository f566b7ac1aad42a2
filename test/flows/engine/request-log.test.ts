import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { requestLogSection, type RequestLogSettings } from "#domain/requests/request-log-settings";
import type { LoggedRequest } from "#domain/requests/request-log";
import { requestRecorder } from "#domain/requests/request-recorder";
import { requestLogWriter } from "#engine/request-log-writer";
import { uuidv7 } from "#lib/ids";
import { day, hour } from "#lib/time";
import { requestLogQueries } from "#store/queries/requests/request-log";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually } from "../../support/service/processes.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const { defaults } = requestLogSection;

const base = { requestId: null, method: "GET", route: "/status", path: "/status", status: 200, code: null } as const;
const caller = { principal: "wordpress:7", passwordId: "p", replayed: false, originalAt: null, durationMs: 12 };
const everything = { principal: null, statuses: null, method: null, route: null, code: null, passwordId: null };

const entry = (at: number, over: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id: uuidv7(at),
  parameters: ["a", 'b"}{'],
  messageIds: [uuidv7(at)],
  ...base,
  ...caller,
  ...over,
});

const count = async (): Promise<number> =>
  (await db.pool.query<{ n: number }>("select count(*)::int as n from request_log")).rows[0]!.n;

/** A writer whose hour passes with every step. */
function writerWith(settings: Partial<RequestLogSettings>) {
  const logged: string[] = [];
  const recorder = requestRecorder(() => performance.now());
  let now = db.now();
  const writer = requestLogWriter({
    recorder,
    store: requestLogQueries(db),
    readSettings: async () => ({ ...defaults, ...settings }),
    clock: { now: () => (now += hour) },
    log: (_level, message) => logged.push(message),
    random: () => 0.5,
  });
  return { writer, recorder, logged };
}

test("an entry comes back as it was stored, and storing it again changes nothing", async () => {
  const store = requestLogQueries(db);
  const one = entry(db.now(), { originalAt: 1_790_000_000_123, replayed: true, code: "not_found", status: 404 });
  await store.append([one, entry(db.now())]);
  await store.append([one]);
  expect(await store.find(one.id, null)).toEqual(one);
  expect(await store.find(one.id, "wordpress:8")).toBeNull();
  expect(await count()).toBe(2);
});

test("entries that are too old or too many are deleted, oldest first, and no others", async () => {
  await db.pool.query("truncate request_log");
  const store = requestLogQueries(db);
  const now = db.now();
  const old = Array.from({ length: 12_000 }, (_, nth) => entry(now - 8 * day - nth));
  const recent = Array.from({ length: 1_500 }, (_, nth) => entry(now - nth * 1_000));
  for (const all of [old, recent]) {
    for (let from = 0; from < all.length; from += 2_000) await store.append(all.slice(from, from + 2_000));
  }
  await db.pool.query(
    "insert into request_log_skips values (now() - interval '8 days', 5, 5), (now() - interval '1 day', 1, 2)",
  );
  const { writer, logged } = writerWith({ rows: 1_000 });
  writer.start();
  await eventually(async () => {
    writer.wake();
    return (await count()) === 1_000;
  });
  await writer.stop();
  const kept = await store.list({
    ...everything,
    requestId: null,
    replayed: null,
    from: null,
    to: null,
    before: null,
    limit: 1_000,
  });
  expect(kept).toEqual(recent.slice(0, 1_000));
  expect(await store.skipped({ from: null, to: null })).toEqual({ succeeded: 1, failed: 2 });
  expect(logged).toEqual([]);
});

test("deleting a user touches no entry; the entries belong to no user at once, and are emptied in steps", async () => {
  await db.pool.query("truncate request_log");
  await db.pool.query(
    "insert into users (username, email, name) values ('gone', 'gone@example.com', 'G'), ('stays', 'stays@example.com', 'S')",
  );
  const idOf = async (name: string): Promise<string> =>
    (await db.pool.query<{ id: string }>("select id from users where username = $1", [name])).rows[0]!.id;
  const [gone, stays] = [await idOf("gone"), await idOf("stays")].map((id) => `builtin:${id}`) as [string, string];
  const store = requestLogQueries(db);
  const now = db.now();
  const callers = [gone, gone, gone, stays, "wordpress:7", "wordpress:x"];
  const made = callers.map((principal, nth) => entry(now + nth, { principal }));
  await store.append(made);
  await db.pool.query("delete from users where username = 'gone'");
  const stored = async (): Promise<number> =>
    (await db.pool.query("select 1 from request_log where principal = $1", [gone])).rowCount!;
  const shown = async () =>
    (await Promise.all(made.map(({ id }) => store.find(id, null)))).map((one) => [one!.principal, one!.passwordId]);
  const expected = callers.map((principal) => (principal === gone ? [null, null] : [principal, "p"]));
  expect([await stored(), await shown()]).toEqual([3, expected]);
  expect([await store.forgetCallers(2), await store.forgetCallers(2), await store.forgetCallers(2)]).toEqual([2, 1, 0]);
  expect([await stored(), await shown()]).toEqual([0, expected]);
});

test("two nodes write and delete at the same time, and neither loses what the other wrote", async () => {
  await db.pool.query("truncate request_log");
  const nodes = [writerWith({}), writerWith({})];
  for (const { writer } of nodes) writer.start();
  for (const { recorder } of nodes) await eventually(() => recorder.takes("failure"));
  for (let nth = 0; nth < 300; nth += 1) {
    for (const { recorder } of nodes) recorder.add(entry(db.now() - nth));
    if (nth % 50 === 0) for (const { writer } of nodes) writer.wake();
  }
  await Promise.all(nodes.map(({ writer }) => writer.stop()));
  expect(await count()).toBe(600);
  expect(nodes.flatMap(({ logged }) => logged)).toEqual([]);
});

test("a stop stores what still waits", async () => {
  await db.pool.query("truncate request_log");
  const { writer, recorder } = writerWith({});
  writer.start();
  await eventually(() => recorder.takes("failure"));
  recorder.add(entry(db.now()));
  await writer.stop();
  expect(await count()).toBe(1);
});

test("what the database refuses is left out and counted, in one line, and everything around it is stored", async () => {
  await db.pool.query("truncate request_log, request_log_skips");
  const { writer, recorder, logged } = writerWith({});
  writer.start();
  await eventually(() => recorder.takes("failure"));
  for (let nth = 0; nth < 40; nth += 1) recorder.add(entry(db.now()));
  recorder.add(entry(db.now(), { requestId: randomBytes(20_000).toString("base64") }));
  for (let nth = 0; nth < 40; nth += 1) recorder.add(entry(db.now()));
  recorder.add(entry(db.now(), { status: 50_000 }));
  await writer.stop();
  expect(await count()).toBe(80);
  const skipped = await db.pool.query("select succeeded::int, failed::int from request_log_skips");
  expect(skipped.rows).toEqual([{ succeeded: 1, failed: 1 }]);
  expect(logged).toEqual(["the database refuses calls, which are missing in the request log"]);
});

test("the lists are read by an index: of everyone, of one caller, of what failed or was replayed, of one request", async () => {
  await db.pool.query("truncate request_log");
  await db.pool.query(`
    insert into request_log (id, method, route, path, status, parameters, duration_ms, principal, replayed, message_ids)
    select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n * 10), 12, '0') || '7000800000000000' || lpad(to_hex(n), 4, '0'))::uuid,
      'GET', '/status', '/status', case when n % 1000 = 0 then 404 else 200 end, '{}', 1, 'builtin:' || n % 100, n % 5000 = 0, '{}'
    from generate_series(1, 50000) n`);
  await db.pool.query("analyze request_log");
  for (const where of [
    "true",
    "principal = 'builtin:7'",
    "status >= 400 and (status >= 400 and status < 500)",
    "replayed",
    "request_id = 'req_x'",
  ]) {
    const { rows } = await db.pool.query<{ "QUERY PLAN": string }>(
      `explain select * from request_log where ${where} order by id desc limit 20`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n"), where).toMatch(/Index Scan (Backward )?using request_log/);
  }
});

test("a service that ends at once stores its calls, unless the settings say that none are kept", async () => {
  await db.pool.query("truncate request_log");
  for (const enabled of [true, false]) {
    const { writer, recorder } = writerWith({ enabled });
    expect(recorder.takes("failure")).toBe(true);
    recorder.add(entry(db.now(), { status: 404 }));
    await writer.stop();
  }
  expect(await count()).toBe(1);
});
