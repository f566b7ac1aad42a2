import { spawn } from "node:child_process";

import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { makeDemo } from "#app/demo/make-demo";
import { openDemo, type DemoService } from "#app/demo/open-demo";
import { checkDemo } from "#app/doctor/demo";
import { removeDemo } from "#app/demo/remove-demo";
import { removeDemoMessages } from "#store/queries/demo/demo-messages";

import { UsageError } from "../../../src/cli/arguments.ts";
import { readDemoArguments, runDemo } from "../../../src/cli/demo.ts";
import { allTables } from "../../support/database/all-tables.ts";
import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import { main } from "../../support/service/main.ts";
import { bareEnvironment } from "../../support/service/processes.ts";

const SANDBOX = "sandbox://default?receipt_ms=5";
const key = "k".repeat(40);
const small = { people: 60, messages: 400, add: false };

let connection: { url: string };
let pool: pg.Pool;
const opened: DemoService[] = [];
beforeEach(async () => {
  connection = await createDatabase();
  pool = openPool(connection);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((demo) => demo.close()));
  await pool.end();
  await dropDatabase(connection);
});

const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  TIDINGS_SECRET_KEY: key,
  DATABASE_URL: connection.url,
  TIDINGS_GATEWAY: SANDBOX,
  ...more,
});

async function demoWith(more: Record<string, string> = {}): Promise<DemoService> {
  const demo = await openDemo(readConfig(environment(more)), () => undefined);
  opened.push(demo);
  return demo;
}

/** What opening a service leaves is no part of the demo. */
async function openedDemo() {
  const demo = await demoWith();
  return { demo, before: await allTables(pool) };
}

const TWILIO = "twilio://AC00000000000000000000000000000000:token@default?from=%2B15005550006";

test.each([
  ["a real gateway", TWILIO, /every gateway is a sandbox, and twilio is not/],
  ["a real gateway behind a sandbox", `failover(sandbox://default ${TWILIO})`, /and twilio is not/],
  ["no gateway", "none", /no(ne| such)|there is none/],
])("with %s nothing is made, and the refusal says what to do", async (_name, gateway, words) => {
  const demo = await demoWith({ TIDINGS_GATEWAY: gateway });
  const before = await allTables(pool);
  await expect(makeDemo(demo, small)).rejects.toThrow(words);
  await expect(makeDemo(demo, { ...small, add: true })).rejects.toThrow("TIDINGS_GATEWAY=sandbox://default");
  expect(await allTables(pool)).toEqual(before);
});

test.each([true, false])(
  "a stored real gateway refuses the demo, also while it is disabled (enabled: %s)",
  async (enabled) => {
    const first = await demoWith();
    const settings = { sid: "AC00000000000000000000000000000000", token: "token", from: "+15005550006" };
    const stored = await first.call("POST", "/gateways", {
      name: "main",
      kind: "twilio",
      settings,
      in_default_route: false,
    });
    expect(stored.message).toContain("main");
    if (!enabled) await first.call("PATCH", "/gateways/main", { enabled: false, version: 1 });
    const demo = await demoWith();
    await expect(makeDemo(demo, small)).rejects.toThrow("main is not");
  },
);

test("a gateway that another node has used lately refuses the demo: the service has other settings", async () => {
  await pool.query("insert into gateway_states (name, last_success_at) values ('elsewhere', now() - interval '1 day')");
  await expect(makeDemo(await demoWith(), small)).rejects.toThrow("has used elsewhere within a week");
});

test("where there are people or webhooks already, it is only added on request", async () => {
  const demo = await demoWith();
  await demo.call("POST", "/subscribers", { name: "Ada", mobile: "+12025550143", double_opt_in: false });
  await expect(makeDemo(demo, small)).rejects.toThrow("There are people here already");
  const made = await makeDemo(demo, { ...small, add: true });
  expect(made.people).toBe(60);
});

test("a webhook that would be called for the campaign is a reason to ask, too", async () => {
  const demo = await demoWith({ TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8" });
  const made = await demo.call("POST", "/webhooks", { url: "http://127.0.0.1:9/own", types: ["new_sms"] });
  expect(made.ok).toBe(true);
  await expect(makeDemo(demo, small)).rejects.toThrow("There are webhooks here, which would be called");
});

test("a name that is taken is reported, and nothing is created", async () => {
  const demo = await demoWith();
  await demo.call("POST", "/groups", { name: "volunteers" });
  const before = await allTables(pool);
  await expect(makeDemo(demo, small)).rejects.toThrow(/Volunteers.* rename the existing object.* Nothing was made\.$/);
  expect(await allTables(pool)).toEqual(before);
});

test("the command prints the created data and where to find them, and refuses wrong usage", async () => {
  const demo = await demoWith({ TIDINGS_LISTEN: "127.0.0.1:8190" });
  const run = async (...args: string[]) => {
    const out: string[] = [];
    const io = { out: (line: string) => out.push(line), err: (line: string) => out.push(line) };
    return { code: await runDemo(readDemoArguments(args), io, demo), text: out.join("\n") };
  };
  const first = await run("--people", "60", "--messages", "400");
  expect(first.code).toBe(0);
  for (const line of [
    /^People {8}60, in 5 groups/m,
    /^No service is running/m,
    /^Console {7}http:\/\/127\.0\.0\.1:8190\/$/m,
  ])
    expect(first.text).toMatch(line);
  expect(JSON.parse((await run("--json")).text)).toMatchObject({ already: true, people: 60 });
  expect((await run("--remove")).text).toMatch(/^Removed 60 people and \d+ messages/);
  expect((await run("--remove")).text).toBe("There is no demo data.");
  for (const args of [["--people", "0"], ["--people", "60000"], ["--messages", "x"], ["--remove", "--add"], ["all"]]) {
    expect(() => readDemoArguments(args)).toThrow(UsageError);
  }
});

test("the check of the installation warns while the demo's people could get messages from a real gateway", async () => {
  const demo = await demoWith();
  const check = (gateway: string) => checkDemo(readConfig(environment({ TIDINGS_GATEWAY: gateway })), demo.db);
  expect(await check(TWILIO)).toEqual([]);
  await makeDemo(demo, small);
  expect(await check(SANDBOX)).toMatchObject([{ level: "ok" }]);
  const words = /60 people.* by twilio: tidings demo --remove/;
  expect(await check(TWILIO)).toMatchObject([{ level: "warning", text: expect.stringMatching(words) }]);
});

test("a number of a person who is here already is not taken for one of the demo's people", async () => {
  const demo = await demoWith();
  await demo.call("POST", "/subscribers", { name: "Ada", mobile: "+12015550100", double_opt_in: false });
  await demo.call("POST", "/suppressions", { number: "+33639980000", reason: "test", kind: "block" });
  const before = await allTables(pool);
  expect((await makeDemo(demo, { ...small, add: true })).people).toBe(58);
  await removeDemo(demo);
  expect(await allTables(pool)).toEqual(before);
});

test("the data are removed, and every table is as before; both can be repeated", async () => {
  const { demo, before } = await openedDemo();
  expect(await removeDemo(demo)).toMatchObject({ found: false });
  const made = await makeDemo(demo, small);
  expect(made).toMatchObject({ already: false, people: 60, groups: 5, webhooks: 1, schedules: 0 });
  expect(made.campaign).toMatch(/^msg_/);
  const after = await allTables(pool);
  expect(await makeDemo(demo, small)).toMatchObject({ already: true, people: 60 });
  expect(await allTables(pool)).toEqual(after);
  expect(await removeDemo(demo)).toMatchObject({ found: true, people: 60, kept: [] });
  expect(await allTables(pool)).toEqual(before);
  expect(await removeDemo(demo)).toMatchObject({ found: false });
  expect((await makeDemo(demo, small)).people).toBe(60);
});

test("a removal that was interrupted is repeated, and until then the demo is present", async () => {
  const { demo, before } = await openedDemo();
  await makeDemo(demo, small);
  const { rows } = await pool.query("select phone from subscribers");
  await removeDemoMessages(
    demo.db,
    rows.map(({ phone }) => phone),
    "demo",
  );
  expect(await makeDemo(demo, small)).toMatchObject({ already: true });
  expect(await removeDemo(demo)).toMatchObject({ found: true, people: 60, messages: 0 });
  expect(await allTables(pool)).toEqual(before);
});

test("with a license there are schedules, which are removed too", async () => {
  const demo = await demoWith();
  await demo.service.licenses.issue({ licensee: "Trial", features: ["scheduling", "recurring"], days: 30 });
  const before = await allTables(pool);
  expect(await makeDemo(demo, small)).toMatchObject({ schedules: 2 });
  await removeDemo(demo);
  expect(await allTables(pool)).toEqual(before);
});

test("of two at once one makes the demo, and the other says so", async () => {
  const [one, two] = [await demoWith(), await demoWith()];
  const results = await Promise.allSettled([makeDemo(one, small), makeDemo(two, small)]);
  const made = results.filter(({ status }) => status === "fulfilled");
  for (const result of results)
    if (result.status === "rejected") expect(result.reason.message).toContain("Another process");
  expect(made.filter((result) => !(result as { value: { already: boolean } }).value.already)).toHaveLength(1);
  const { rows } = await pool.query("select count(*)::int as count from subscribers");
  expect(rows).toEqual([{ count: 60 }]);
});

test("a run that is killed leaves nothing; it can be repeated and removed", async () => {
  const { demo, before } = await openedDemo();
  const child = spawn(process.execPath, [main, "demo", "--people", "2000", "--messages", "20000"], {
    env: { ...bareEnvironment, ...environment() },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("close", (_code, signal) => resolve(signal)));
  // Somewhere in its history: what it wrote is not committed.
  await eventually(async () => {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and xact_start is not null
       and query like '%named as materialized%'`,
    );
    return rows.length > 0;
  });
  child.kill("SIGKILL");
  expect(await ended).toBe("SIGKILL");
  await eventually(
    async () => (await pool.query("select 1 from pg_locks where locktype = 'advisory'")).rows.length === 0,
  );
  expect(await allTables(pool)).toEqual(before);
  expect(await makeDemo(demo, small)).toMatchObject({ already: false, people: 60 });
  await removeDemo(demo);
  expect(await allTables(pool)).toEqual(before);
});
