import { afterAll, beforeAll, expect, test } from "vitest";

import { day } from "#lib/time";

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
