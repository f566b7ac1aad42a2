import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { openOperator, type Operator } from "#app/operator";

import { isRoot, nobody } from "../../support/database/embedded.ts";
import { main } from "../../support/service/main.ts";
import { readGateway, runGateway } from "../../../src/cli/gateway.ts";
import { readSend, runSend } from "../../../src/cli/send.ts";
import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import { NEXT_YEAR } from "../../support/engine/schedules.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { callService, startProvider, startServiceProcess } from "../../support/service/service.ts";
import { bareEnvironment } from "../../support/service/processes.ts";

const key = { TIDINGS_SECRET_KEY: "k".repeat(40) };
const gateways =
  "failover(sandbox://default?name=main twilio://AC00000000000000000000000000000000:wrong@127.0.0.1:1?from=%2B15005550006&name=dead)";
let service: TestService;
let operator: Operator;
beforeAll(async () => {
  service = await startTestService({ ...key, TIDINGS_GATEWAY: "sandbox://default?name=main&receipt_ms=5" });
  operator = await operatorOf(service.url, "sandbox://default?name=main&receipt_ms=5");
  await eventually(() => operator.sends());
});
afterAll(async () => {
  await operator.close();
  await service.end();
});

function operatorOf(url: string, gateway: string): Promise<Operator> {
  const config = readConfig({ ...key, DATABASE_URL: url, TIDINGS_GATEWAY: gateway });
  return openOperator(config, () => undefined);
}

/** What a command prints and how it ends. */
async function tidings(command: "send" | "gateway", args: readonly string[], by: Operator = operator) {
  const out: string[] = [];
  const err: string[] = [];
  const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
  const code = command === "send" ? await runSend(readSend(args), io, by) : await runGateway(readGateway(args), io, by);
  return { code, out: out.join("\n"), err: err.join("\n") };
}

test("a message sent on the command line leaves by the running service and is in the log under the operator", async () => {
  const said = await tidings("send", ["+49 151 1234567", "0049151 7654321", "--message", "From the shell"]);
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(said.out).toMatch(/^Message accepted for 2 recipients by the sandbox.*\nMessage {4}msg_/);
  expect(said.out).not.toContain("waits until");
  const id = /msg_\S+/.exec(said.out)![0];
  await eventually(async () => {
    const { items } = (await service.call("GET", `/outbox?message_id=${id}`)).body.data;
    return items.length === 2 && items.every((item: any) => item.state === "delivered");
  });
  const { rows } = await service.pool.query("select created_by from messages");
  expect(rows).toEqual([{ created_by: "operator" }]);
});

test("a refusal uses the API's wording, all issues at once, and exit code 1; with --json its whole body", async () => {
  const args = ["12", "+4915112345678", "--message", "x", "--gateway", "none", "--sender", "much too long for one"];
  const body = { numbers: args.slice(0, 2), message: "x", gateway: "none", sender: "much too long for one" };
  const api = await service.call("POST", "/send", body);
  const said = await tidings("send", args);
  expect([said.code, said.out]).toEqual([1, ""]);
  expect(said.err.split("\n")[0]).toBe(`tidings: ${api.body.message}`);
  for (const field of ["12", "--gateway", "--sender"]) expect(said.err).toContain(`\n  ${field} `);
  const json = await tidings("send", [...args, "--json"]);
  expect(json).toMatchObject({ code: 1, err: "" });
  expect(JSON.parse(json.out)).toMatchObject({ code: api.body.code, data: { details: api.body.data.details } });
});

test("a value that is refused is named as it was typed, not by its place in a list", async () => {
  expect(await tidings("send", ["+4915112345678", "tomorow", "--message", "x"])).toEqual({
    code: 1,
    out: "",
    err: "tidings: tomorow is not a phone number",
  });
  expect(await tidings("send", ["--group", "99", "--message", "x"])).toMatchObject({
    err: "tidings: --group 99 is not the id of a group",
  });
});

test("marketing to people who have not agreed is refused on the command line, too, unless another basis is stated", async () => {
  const args = ["+4915112345699", "--message", "Offers!", "--category", "marketing"];
  const refused = await tidings("send", args);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("consent.require_record")]);
  expect(await tidings("send", [...args, "--consent-basis", "contract"])).toMatchObject({ code: 0, err: "" });
});

test("a scheduled message without the add-on is refused as the API refuses it", async () => {
  const said = await tidings("send", [
    "+4915112345678",
    "--message",
    "Later",
    "--schedule",
    `${NEXT_YEAR}-06-01T12:00:00`,
  ]);
  expect([said.code, said.err]).toEqual([1, expect.stringMatching(/^tidings: .*license/)]);
});

test("wrong usage is reported before anything is opened", () => {
  for (const args of [[], ["+4915112345678"], ["+4915112345678", "--message", "x", "--no-such"]]) {
    expect(() => readSend(args), args.join(" ")).toThrow();
  }
  for (const args of [
    [],
    ["test"],
    ["try", "x"],
    ["test", "x", "y"],
    ["test", "x", "--wait", "0"],
    ["route"],
    ["list", "x"],
    ["reroute"],
    ["reroute", "a", "--wait", "1"],
  ]) {
    expect(() => readGateway(args), args.join(" ")).toThrow();
  }
});

test("a gateway test reads its credit, and waits for the end of a real message", async () => {
  const good = await tidings("gateway", ["test", "main", "--to", "+15005550000"]);
  expect(good.code).toBe(0);
  expect(good.out).toMatch(
    /settings: Sandbox.*\nok {5}credit: The credit at main is \d+ messages\.\nok {5}text: It was delivered\./,
  );
  const bad = await tidings("gateway", ["test", "main", "--to", "+15005550001", "--json"]);
  expect(bad.code).toBe(1);
  const { ok, steps } = JSON.parse(bad.out);
  expect([ok, steps.at(-1)]).toEqual([
    false,
    { step: "text", ok: false, text: expect.stringContaining("invalid_number") },
  ]);
  const doubtful = await tidings("gateway", ["test", "main", "--to", "+15005550007", "--wait", "1"]);
  expect([doubtful.code, doubtful.out]).toEqual([1, expect.stringContaining("It is unknown")]);
  await expect(tidings("gateway", ["test", "elsewhere"])).rejects.toThrow("Configured: main");
});

test("problems of a gateway are described in words, without its password", async () => {
  const lone = await createDatabase();
  const by = await operatorOf(lone.url, gateways);
  try {
    const said = await tidings("gateway", ["test", "dead", "--to", "+4915112345678"], by);
    expect(said.code).toBe(1);
    expect(said.out).toMatch(/ERROR {2}credit: dead did not report its credit\. \S/);
    expect(said.out).toMatch(/ERROR {2}text: No running service that sends was found/);
    expect(said.out).not.toContain("wrong");
  } finally {
    await by.close();
    await dropDatabase(lone);
  }
});

test("gateways are listed, and a number's gateway is shown with the reason", async () => {
  const list = await tidings("gateway", ["list"]);
  expect([list.code, list.out]).toEqual([0, expect.stringMatching(/^main {2}up {2}Sandbox.*\n +100 % of main/)]);
  const route = await tidings("gateway", ["route", "+4915112345678"]);
  expect([route.code, route.out]).toEqual([0, "main sends it: there is no other."]);
  expect((await tidings("gateway", ["route", "12"])).code).toBe(1);
});

test("a paused gateway is an error with its reason", async () => {
  const other = await startTestService(
    { ...key, TIDINGS_GATEWAY: "sandbox://default?name=main" },
    { workerLoops: false },
  );
  const { url } = other;
  await other.pool.query(
    "insert into gateway_states values ('main', now() + interval '1 h', 'no_credit', 'the account is empty')",
  );
  const by = await operatorOf(url, "sandbox://default?name=main");
  try {
    const said = await tidings("gateway", ["test", "main"], by);
    expect([said.code, said.out]).toEqual([
      1,
      expect.stringMatching(/ERROR {2}pause: .*the account is empty \(no_credit\)/),
    ]);
    const list = await tidings("gateway", ["list"], by);
    expect([list.code, list.out]).toEqual([1, expect.stringContaining("paused (the account is empty, until ")]);
  } finally {
    await by.close();
    await other.end();
  }
});

/** The command as a person starts it. */
function start(
  settings: Record<string, string>,
  args: readonly string[],
  input = "",
): Promise<{ code: number; out: string }> {
  const child = spawn(process.execPath, [main, ...args], { env: { ...bareEnvironment, ...settings } });
  let out = "";
  child.stdout.on("data", (data) => (out += String(data)));
  child.stderr.on("data", (data) => (out += String(data)));
  child.stdin.end(input);
  return new Promise((resolve) => child.once("close", (code) => resolve({ code: code ?? -1, out })));
}

test("a schema that one host migrates is served by another, with a key of its own", async () => {
  const connection = await createDatabase();
  const pool = openPool(connection);
  const folder = await mkdtemp(join(tmpdir(), "tidings-migrate-"));
  try {
    await pool.query("update installation set key_fingerprint = null");
    const said = await start({ DATABASE_URL: connection.url, TIDINGS_DATA: join(folder, "data") }, ["migrate"]);
    expect(said).toEqual({ code: 0, out: "The schema is up to date in PostgreSQL at DATABASE_URL.\n" });
    expect((await pool.query("select key_fingerprint as key from installation")).rows).toEqual([{ key: null }]);
    expect(await readdir(folder)).toEqual([]);
    await pool.query("drop index subscribers_parts; drop index memberships_person");
    const settings = { DATABASE_URL: connection.url, TIDINGS_DATA: join(folder, "data") };
    expect((await start(settings, ["migrate"])).out).toMatch(/\nThe index subscribers_parts was built\.\n$/);
    expect(JSON.parse((await start(settings, ["migrate", "--json"])).out)).toEqual({
      database: "PostgreSQL at DATABASE_URL",
      migrated: true,
      indexes: { memberships_person: "present", subscribers_parts: "present" },
    });
  } finally {
    await pool.end();
    await dropDatabase(connection);
    await rm(folder, { recursive: true, force: true });
  }
});

test("send before the service starts: it waits and says so; the service sends it, and the next one at once", async () => {
  const connection = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tidings-send-"));
  const provider = await startProvider(0);
  const settings = { DATABASE_URL: connection.url, TIDINGS_DATA: folder, TIDINGS_GATEWAY: provider.dsn() };
  try {
    const before = await start(settings, ["send", "+4915112345678", "--message", "-"], "First\n");
    expect(before).toMatchObject({ code: 0, out: expect.stringContaining("the message waits until one does") });
    expect(provider.seen).toEqual([]);
    const running = await startServiceProcess(settings);
    try {
      await provider.reached(1);
      const beside = await start(settings, ["send", "+4915112345679", "--message", "Second"]);
      expect(beside.code).toBe(0);
      expect(beside.out).not.toContain("waits");
      await provider.reached(2);
      expect(provider.seen).toEqual(["+4915112345678", "+4915112345679"]);
      expect((await start(settings, ["send", "1", "--message", "x"])).code).toBe(1);
      expect((await start(settings, ["send", "--message", "x"])).code).toBe(2);
    } finally {
      await running.kill("SIGTERM");
    }
  } finally {
    await provider.close();
    await dropDatabase(connection);
    await rm(folder, { recursive: true, force: true });
  }
});

test("after the service was killed, a message on the command line waits and says so, although the database still runs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tidings-killed-"));
  // Otherwise root's database would be moved out of a folder that only root can enter.
  await chmod(folder, 0o755);
  const settings = { TIDINGS_DATA: folder };
  const killed = await startServiceProcess(settings);
  const send = ["send", "+15005550000", "--message", "Later"];
  const sentBy = (service: typeof killed, count: number) =>
    eventually(async () => {
      const { body } = await callService(service, killed.admin!, "/outbox?status=success");
      return body.data.items.length === count;
    });
  try {
    expect((await start(settings, send)).out).not.toContain("waits");
    // Killed while it is being sent, it would be unknown.
    await sentBy(killed, 1);
    await killed.kill("SIGKILL");
    const sent = await start(settings, send);
    expect(sent).toMatchObject({ code: 0, out: expect.stringContaining("the message waits until one does") });
    expect((await start(settings, ["doctor"])).out).toContain("the database that a killed service left running");
    const again = await startServiceProcess(settings);
    try {
      await sentBy(again, 2);
    } finally {
      await again.kill("SIGTERM");
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("a command in a folder without a database creates none, and says what to set", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tidings-nowhere-"));
  for (const args of [
    ["outbox", "list"],
    ["user", "list"],
    ["send", "+4915112345678", "--message", "x"],
    ["license", "show"],
  ]) {
    const child = spawn(process.execPath, [main, ...args], { env: bareEnvironment, cwd: folder });
    let err = "";
    child.stderr.on("data", (data) => (err += String(data)));
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^tidings: There is no database in \S+\/data\. Set TIDINGS_DATA/),
    ]);
  }
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test.runIf(isRoot)(
  "a command of a user who may not read the data folder names that, and suggests no new database",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "tidings-of-root-"));
    await mkdir(join(folder, "below"), { mode: 0o755 });
    for (const dataDir of [folder, join(folder, "below")]) {
      const environment = { ...bareEnvironment, TIDINGS_DATA: dataDir };
      const child = spawn(process.execPath, [main, "outbox", "list"], { env: environment, cwd: "/", ...nobody });
      let err = "";
      child.stderr.on("data", (data) => (err += String(data)));
      const code = await new Promise((resolve) => child.once("close", resolve));
      expect([code, err]).toEqual([
        1,
        `tidings: This user may not read the data folder ${dataDir}. Run the command as the user that runs the service, or as root.\n`,
      ]);
    }
    await rm(folder, { recursive: true });
  },
);

test("any number of opt-outs is imported from a list, as after a restore", async () => {
  const connection = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tidings-list-"));
  const settings = { DATABASE_URL: connection.url, TIDINGS_DATA: folder };
  const list = Array.from({ length: 10_001 }, (_, index) => `+49151${String(index).padStart(8, "0")}\n`).join("");
  try {
    const imported = await start(
      settings,
      ["suppressions", "import", "--reason", "Of the provider", "--wish", "-"],
      list,
    );
    expect(imported).toEqual({ code: 0, out: "10000 numbers suppressed.\n1 number suppressed.\n" });
  } finally {
    await dropDatabase(connection);
    await rm(folder, { recursive: true, force: true });
  }
});
