import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { backUp, restore } from "#app/backup/backup";
import { readConfig } from "#app/config/config";
import { openOperator, type Operator } from "#app/operator";
import { uuidv7 } from "#lib/ids";
import { hour } from "#lib/time";

import { dropDatabase, emptyDatabase, openPool } from "../../support/database/database.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { scheduleCall, trial } from "../../support/engine/schedules.ts";
import { bareEnvironment } from "../../support/service/processes.ts";
import { main } from "../../support/service/main.ts";
import { startProvider, startServiceProcess } from "../../support/service/service.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const key = { TIDINGS_SECRET_KEY: "k".repeat(40) };
let folder: string;
let provider: Awaited<ReturnType<typeof startProvider>>;
let original: TestService;
let copy: { url: string };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-activate-"));
  provider = await startProvider(0);
  original = await startTestService({ ...key, TIDINGS_GATEWAY: provider.dsn() }, { workerLoops: false });
  copy = await emptyDatabase();
});
afterEach(async () => {
  await original.end();
  await provider.close();
  await dropDatabase(copy);
  await rm(folder, { recursive: true, force: true });
});

const settings = (url: string): Record<string, string> => ({
  ...key,
  DATABASE_URL: url,
  TIDINGS_DATA: join(folder, "data"),
  TIDINGS_GATEWAY: provider.dsn(),
});

async function copyOriginal(): Promise<void> {
  const file = join(folder, "a.backup");
  await backUp(readConfig(settings(original.url)), file, { withKey: false }, () => undefined);
  await restore(readConfig(settings(copy.url)), file, () => undefined);
}

const command = (...words: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const env = { ...bareEnvironment, ...settings(copy.url) };
    execFile(process.execPath, [main, "restore", ...words], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    );
  });

async function onCopy<Answer>(work: (operator: Operator) => Promise<Answer>): Promise<Answer> {
  const operator = await openOperator(readConfig(settings(copy.url)), () => undefined);
  try {
    return await work(operator);
  } finally {
    await operator.close();
  }
}

test("a copy is not activated before the operator has said what becomes of messages that its original was sending", async () => {
  await original.call("POST", "/send", { message: "Hello", numbers: numbers(7) });
  await copyOriginal();
  const asked = await command("--activate");
  expect(asked).toEqual({ code: 1, said: expect.stringMatching(/still being sent.*: 1; their deliveries: 7\./) });
  expect(JSON.parse((await command("--activate", "--json")).said)).toEqual({
    activated: false,
    messages: 1,
    deliveries: 7,
  });
  expect((await command("--activate", "--queued", "later")).said).toMatch(/--queued must be send or cancel/);

  const own = await onCopy((operator) => operator.call("POST", "/send", { message: "Own", numbers: numbers(1, 50) }));
  expect(own.data.warnings).toHaveLength(1);

  expect(await command("--activate", "--queued", "cancel")).toEqual({
    code: 0,
    said: expect.stringMatching(/^Messages canceled: 1\.\nOpt-outs since \d{4}-.*\nIt sends after its next start\.\n$/),
  });
  const active = await startServiceProcess(settings(copy.url));
  const pool = openPool(copy);
  try {
    await provider.reached(1);
    const open = "select 1 from deliveries where state not in ('sent', 'canceled')";
    await eventually(async () => (await pool.query(open)).rowCount === 0);
    expect(provider.seen).toEqual(numbers(1, 50));
  } finally {
    await pool.end();
    await active.kill("SIGTERM");
  }
});

test("a database that is no standby is told so, and not that it sends after its next start", async () => {
  await copyOriginal();
  expect((await command("--activate")).said).toMatch(/It sends after its next start\.\n$/);
  expect(await command("--activate", "--queued", "cancel")).toEqual({
    code: 0,
    said: "There was nothing to do: this database is no standby. A service that has run since it was one sends after its next start.\n",
  });
  expect(JSON.parse((await command("--activate", "--json")).said)).toMatchObject({ activated: true, already: true });
});

test("what an original whose clock was ahead accepted is the backup's, too, and what the copy accepted is its own", async () => {
  await original.call("POST", "/send", { message: "Hello", numbers: numbers(7) });
  // An hour ahead of the database that the backup is restored into: as if its server had no time of the network.
  const ahead = uuidv7(original.store.db.now() + hour);
  for (const change of ["messages set id", "deliveries set message_id", "chunks set message_id"])
    await original.pool.query(`update ${change} = $1`, [ahead]);
  await trial(original);
  const soon = new Date(original.store.db.now() + 1_000).toISOString();
  await scheduleCall(original, { schedule: soon, if_late: "send" });
  await original.pool.query("update schedules set created_at = now() + interval '1 hour'");
  await original.pool.query(
    "insert into form_requests (slug, version, phone, name, group_ids, custom_fields, at) values ('news', 1, '+4919', '', '{}', '{}', now() + interval '1 hour')",
  );
  await copyOriginal();
  await eventually(
    async () => (await original.pool.query("select now() > $1::timestamptz as due", [soon])).rows[0].due,
  );
  const own = numbers(1, 50);
  await onCopy((operator) => operator.call("POST", "/send", { message: "Own", numbers: own }));

  const asked = await command("--activate");
  expect(asked).toEqual({ code: 1, said: expect.stringMatching(/still being sent.*: 1; their deliveries: 7\./) });
  expect(await command("--activate", "--queued", "cancel")).toEqual({
    code: 0,
    said: expect.stringMatching(/^Messages canceled: 1\.\nSchedules that were due since the backup: 1\./),
  });
  const active = await startServiceProcess(settings(copy.url));
  const pool = openPool(copy);
  try {
    expect((await pool.query("select from form_requests")).rowCount).toBe(0);
    await provider.reached(1);
    const open = "select 1 from deliveries where state not in ('sent', 'canceled')";
    await eventually(async () => (await pool.query(open)).rowCount === 0);
    expect(provider.seen).toEqual(own);
  } finally {
    await pool.end();
    await active.kill("SIGTERM");
  }
});

test("a schedule that was due since the backup skips that run in the copy, even if late runs are to be sent", async () => {
  await trial(original);
  const soon = new Date(original.store.db.now() + 3_000).toISOString();
  const day = { interval: { value: 1, unit: "day" } };
  const ids: string[] = [];
  for (const more of [{ if_late: "send" }, { repeat: day }])
    ids.push((await scheduleCall(original, { schedule: soon, ...more })).body.data.schedule_id);
  await copyOriginal();
  await eventually(
    async () => (await original.pool.query("select now() > $1::timestamptz as due", [soon])).rows[0].due,
  );
  expect(await command("--activate")).toEqual({
    code: 0,
    said: expect.stringMatching(/due since the backup: 2\. .*may have sent them/),
  });

  await onCopy(async (operator) => {
    for (const id of ids) {
      const { items } = (await operator.call("GET", `/schedules/${id}/runs`)).data;
      expect(items).toEqual([expect.objectContaining({ outcome: "skipped", reason: "restored" })]);
    }
    const { items } = (await operator.call("GET", "/schedules")).data;
    expect(items.map(({ state }: { state: string }) => state).toSorted()).toEqual(["active", "completed"]);
  });
});

test("what waited for a license skips the runs that the original may have sent once it had one", async () => {
  await trial(original);
  const soon = new Date(original.store.db.now() + 3_000).toISOString();
  const ids: string[] = [];
  for (const more of [{}, { repeat: { interval: { value: 1, unit: "day" } } }])
    ids.push((await scheduleCall(original, { schedule: soon, if_late: "send", ...more })).body.data.schedule_id);
  await original.pool.query("update schedules set state = 'waiting_license'");
  await copyOriginal();
  await eventually(
    async () => (await original.pool.query("select now() > $1::timestamptz as due", [soon])).rows[0].due,
  );
  expect(await command("--activate")).toEqual({ code: 0, said: expect.stringMatching(/due since the backup: 2\./) });
  await onCopy(async (operator) => {
    for (const id of ids) {
      const { items } = (await operator.call("GET", `/schedules/${id}/runs`)).data;
      expect(items).toEqual([expect.objectContaining({ outcome: "skipped", reason: "restored" })]);
    }
    const { items } = (await operator.call("GET", "/schedules")).data;
    expect(items.map(({ state }: { state: string }) => state).toSorted()).toEqual(["completed", "waiting_license"]);
  });
});
