import { afterAll, beforeAll, expect, test } from "vitest";

import { day } from "#lib/time";
import { gotNoAnswer } from "#store/pg-errors";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { startPgProxy } from "../../support/database/pg-proxy.ts";
import { scheduleCall, trial } from "../../support/engine/schedules.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

/** A statement of the simple protocol, and no setting of that name. */
const COMMIT = "commit\0";

let database: { url: string };
let pool: ReturnType<typeof openPool>;
let proxy: Awaited<ReturnType<typeof startPgProxy>>;
let service: TestService;
beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database);
  proxy = await startPgProxy(database.url);
  service = await startTestService({ DATABASE_URL: proxy.url }, { workerLoops: false });
  await trial(service);
});
afterAll(async () => {
  await service.end();
  await proxy.close();
  await pool.end();
  await dropDatabase(database);
});

const schedules = async (): Promise<number> =>
  (await pool.query<{ n: number }>("select count(*)::int as n from schedules")).rows[0]!.n;

// The first: a balance that could be read is kept for a second.
test("a code for which something cannot be read is refused before it is sent, and a subscription before it is stored", async () => {
  const number = "+4915155600002";
  const subscription = { name: "Ada", mobile: number, double_opt_in: true };
  for (const [path, fields] of [
    ["/otp", { number }],
    ["/newsletter", subscription],
  ] as const) {
    const broken = proxy.breakAt({ statement: "credit last", how: "cut" });
    const { status, body } = await service.call("POST", path, fields);
    expect([path, status, body.code]).toEqual([path, 503, "database_unavailable"]);
    await broken;
  }
  expect((await pool.query("select from deliveries where phone = $1", [number])).rowCount).toBe(0);
  expect((await pool.query("select from subscribers where phone = $1", [number])).rowCount).toBe(0);
});

test("a schedule whose commit was not answered is reported as unknown, not as refused; with its key it is made once", async () => {
  const schedule = new Date(service.store.db.now() + day).toISOString();
  const problem = { accept: "application/problem+json" };
  const key = { "idempotency-key": "monthly" };
  for (const [nth, headers] of [key, {}, problem].entries()) {
    const broken = proxy.breakAt({ statement: COMMIT, how: "lose answer" });
    const { status, body } = await scheduleCall(service, { schedule }, headers);
    await broken;
    expect(await schedules()).toBe(nth + 1);
    const outcome = headers === problem ? body.outcome : body.data.outcome;
    expect([status, body.code, outcome]).toEqual([503, "database_unavailable", "unknown"]);
  }
  const again = await scheduleCall(service, { schedule }, key);
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  expect(await schedules()).toBe(3);
});

test("a statement that commits by itself and was not answered is reported as unknown; one that only reads is not", async () => {
  const { body: created } = await service.call("POST", "/webhooks", {
    url: "http://127.0.0.1:9/hook",
    types: ["new_sms"],
  });
  const { id } = created.data;
  const secret = async (): Promise<unknown> =>
    (await pool.query("select secret from webhooks where url like '%/hook'")).rows[0].secret;
  const before = await secret();
  const changed = proxy.breakAt({ statement: "rotate webhook secret", how: "lose answer" });
  const rotated = await service.call("POST", `/webhooks/${id}/rotate`);
  await changed;
  expect(await secret()).not.toEqual(before);
  expect([rotated.status, rotated.body.code, rotated.body.data.outcome]).toEqual([
    503,
    "database_unavailable",
    "unknown",
  ]);
  const read = proxy.breakAt({ statement: "webhook status", how: "cut" });
  const status = await service.call("GET", "/status");
  await read;
  expect([status.status, status.body.data.outcome]).toEqual([503, undefined]);
});

test("a statement that the server refuses, as without space on its disk, is known to have changed nothing", async () => {
  const refused = Object.assign(new Error("could not extend file"), { code: "53100" });
  const cut = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  const never = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  expect([refused, cut, never].map(gotNoAnswer)).toEqual([false, true, false]);
});
