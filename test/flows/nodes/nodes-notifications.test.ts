import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openNotifications, type NotificationChannel, type NotificationOptions } from "#store/notifications";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startPgProxy } from "../../support/database/pg-proxy.ts";

let db: TestDatabase;
let lines: NotificationChannel[] = [];
beforeAll(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  await Promise.all(lines.map((line) => line.close()));
  lines = [];
});
afterAll(() => db.drop());

const urlOf = (): string => ("url" in db.connection ? db.connection.url : "");
const sessions = async (): Promise<number[]> =>
  (
    await db.pool.query(
      "select pid from pg_stat_activity where application_name like 'tidings % notifications' and datname = current_database()",
    )
  ).rows.map(({ pid }) => pid as number);

/** A node that listens; resolves when it receives a notification. */
async function node(self: string, more: Partial<NotificationOptions> = {}, url = urlOf()) {
  const received: string[] = [];
  const logged: string[] = [];
  let ready = false;
  const line = openNotifications(
    { url },
    {
      self,
      works: true,
      notifications: ["dispatch", "receipts", "ready"],
      received: (wakeup) => (wakeup === "ready" ? (ready = true) : received.push(wakeup)),
      log: (_level, message) => logged.push(message),
      random: () => 0,
      ...more,
    },
  );
  lines.push(line);
  await eventually(async () => {
    if (!ready) await db.pool.query("select pg_notify('tidings', 'test ready')");
    return ready;
  });
  return { line, received, logged };
}

test("a notification reaches the other nodes at once, and not the node that sent it", async () => {
  // A channel that batched notifications before the first one would keep it for a minute.
  const [a, b, c] = [await node("a", { times: { gapMs: 60_000 } }), await node("b"), await node("c")];
  a.line.notify("dispatch");
  await eventually(async () => b.received.length > 0 && c.received.length > 0);
  expect([a.received, b.received, c.received]).toEqual([[], ["dispatch"], ["dispatch"]]);
  expect([...a.logged, ...b.logged, ...c.logged]).toEqual([]);
});

test("ten thousand notify calls become a handful of notifications, and the last one arrives too", async () => {
  const gapMs = 500;
  const [a, b] = [await node("a", { times: { gapMs } }), await node("b")];
  const before = performance.now();
  for (let turn = 0; turn < 100 || performance.now() - before < 2 * gapMs; turn += 1) {
    for (let i = 0; i < 100; i += 1) a.line.notify("dispatch");
    await new Promise((resolve) => setImmediate(resolve));
  }
  a.line.notify("receipts");
  await eventually(async () => b.received.includes("receipts"));
  // One at once, one after each gap; the last of them carries two.
  expect(b.received.length).toBeLessThanOrEqual(3 + (performance.now() - before) / gapMs);
});

test("a channel in back-off retries at its own pace and not as fast as it can", async () => {
  const listener = new pg.Client(urlOf());
  await listener.connect();
  let pulses = 0;
  listener.on("notification", ({ payload }) => {
    if (payload === "resting pulse") pulses += 1;
  });
  await listener.query("listen tidings");
  const before = performance.now();
  await node("resting", { times: { heartbeatMs: 100 } });
  await eventually(async () => pulses >= 5);
  await listener.end();
  expect(performance.now() - before).toBeGreaterThan(350);
});

test("a notification sent just before the stop is delivered", async () => {
  const [a, b] = [await node("a"), await node("b")];
  a.line.notify("dispatch");
  await eventually(async () => b.received.includes("dispatch"));
  // The channel is backing off now: this notification would have to wait.
  a.line.notify("receipts");
  await a.line.close();
  await eventually(async () => b.received.includes("receipts"));
});

test("a notification of a newer release that is unknown here harms nothing", async () => {
  const [a, b] = [await node("a"), await node("b")];
  a.line.notify("notification-of-tomorrow");
  await db.pool.query("select pg_notify('tidings', '')");
  await db.pool.query("select pg_notify('tidings', 'no idea, what; this is')");
  a.line.notify("dispatch");
  await eventually(async () => b.received.includes("dispatch"));
  expect(b.received).toEqual(["dispatch"]);
});

test("a session that the server ends is reopened, everything is checked at once, and notifications sent meanwhile are delivered", async () => {
  const [a, b] = [await node("a"), await node("b")];
  await db.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1)", [await sessions()]);
  a.line.notify("dispatch");
  await eventually(async () => b.received.includes("dispatch") && b.received.includes("receipts"));
  await eventually(async () => a.received.includes("receipts"));
  b.received.length = 0;
  a.line.notify("receipts");
  await eventually(async () => b.received.includes("receipts"));
});

test("a silent connection is closed and opened anew", async () => {
  const proxy = await startPgProxy(urlOf());
  const a = await node("a");
  const b = await node("b", { times: { heartbeatMs: 50, answerMs: 500 } }, proxy.url);
  proxy.silence(true);
  await eventually(async () => b.logged.length > 0);
  proxy.silence(false);
  await eventually(async () => b.received.length === 2);
  b.received.length = 0;
  a.line.notify("dispatch");
  await eventually(async () => b.received.includes("dispatch"));
  await Promise.all(lines.map((line) => line.close()));
  await proxy.close();
});

test("a node that receives nothing, as behind a transaction pooler, reports it once and still notifies others", async () => {
  const proxy = await startPgProxy(urlOf());
  // Sessions that are lent for one transaction keep no `listen`.
  proxy.rewrite("listen tidings", "listen nowhere");
  const logged: string[] = [];
  const deaf = openNotifications(
    { url: proxy.url },
    {
      self: "deaf",
      works: false,
      notifications: ["dispatch"],
      received: () => undefined,
      log: (level, message) => logged.push(`${level} ${message}`),
      random: () => 0,
      times: { heartbeatMs: 20 },
    },
  );
  lines.push(deaf);
  const b = await node("b");
  await eventually(async () => logged.length > 0);
  deaf.notify("dispatch");
  await eventually(async () => b.received.includes("dispatch"));
  deaf.notify("receipts");
  await eventually(async () => b.received.includes("receipts"));
  expect(logged).toEqual(["warn notifications from other nodes are not received; polling for work every second"]);
  await deaf.close();
  await proxy.close();
});

test("a channel to a database that is not there waits, reports it once, and can be stopped", async () => {
  const logged: string[] = [];
  const line = openNotifications(
    { url: "postgres://nobody@127.0.0.1:1/none" },
    {
      self: "a",
      works: true,
      notifications: [],
      received: () => undefined,
      log: (_l, message) => logged.push(message),
      random: () => 0,
    },
  );
  line.notify("dispatch");
  await eventually(async () => logged.length > 0);
  await line.close();
  expect(logged).toEqual(["the notification channel to other nodes is down"]);
});

test.each([
  ["refuses whoever connects", (socket: Socket) => socket.destroy()],
  ["answers nothing but the end", (socket: Socket) => socket.end()],
])("a database that %s is asked less and less often, not in a circle", async (_, refuse) => {
  const asked: number[] = [];
  const server = createServer((socket) => {
    asked.push(performance.now());
    socket.on("error", () => undefined);
    refuse(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`;
  const log = (): void => undefined;
  const none = { notifications: [], received: log, log, random: () => 0 };
  const line = openNotifications({ url }, { self: "a", works: true, ...none });
  await eventually(async () => asked.length >= 6);
  await line.close();
  server.close();
  // Half of 100, 200, 400, 800 and 1,600 ms at least.
  expect(asked[5]! - asked[0]!).toBeGreaterThan(1_500);
});
