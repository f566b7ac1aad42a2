import { createServer, type AddressInfo, type Socket } from "node:net";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ConfigError, readConfig } from "#app/config/config";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startGatewayStub } from "../../support/providers/gateway-stub.ts";
import { startTestService } from "../../support/service/test-service.ts";
import { startNodes, type NodeSet } from "../../support/service/node-set.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { callService } from "../../support/service/service.ts";

let connection: { url: string };
let pool: pg.Pool;
let nodes: NodeSet;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
/** When each number arrived at the provider. */
const arrived = new Map<string, number>();

beforeAll(async () => {
  connection = await createDatabase();
  pool = openPool(connection);
  provider = await startScriptedProvider(({ to }) => {
    arrived.set(to, performance.now());
    return {};
  });
  nodes = await startNodes({
    databaseUrl: connection.url,
    gateway: provider.dsn("&window=5"),
    roles: ["api", "worker"],
    started: 1,
  });
});
afterAll(async () => {
  await nodes.stop();
  await provider.close();
  await pool.end();
  await dropDatabase(connection);
});

const api = () => nodes.seats[0]!.service!;
const worker = () => nodes.seats[1]!.service!;
const send = (phones: readonly string[], more = {}) =>
  callService(api(), nodes.admin(), "/send", { numbers: phones, message: "Hello", ...more });

test("an api node accepts messages and sends none; what it accepted leaves with the first worker", async () => {
  const early = numbers(3);
  expect((await send(early)).status).toBe(200);
  // Two polls of a dispatcher, if there were one.
  const before = performance.now();
  await eventually(async () => performance.now() - before > 2_100);
  expect(provider.seen).toEqual([]);
  const { rows } = await pool.query("select token from chunks");
  expect(rows.map(({ token }) => token)).toEqual([0]);

  expect(await (await fetch(`${api().url}/readyz`)).json()).toMatchObject({
    status: "ready",
    checks: expect.arrayContaining([
      { name: "workers", ok: true, warning: "No running worker was found: accepted messages wait." },
    ]),
  });
  await nodes.seats[1]!.start();
  await eventually(async () => early.every((phone) => arrived.has(phone)));
});

test("a message that an api node accepted is on a worker's wire before that worker polls again", async () => {
  const times: number[] = [];
  for (const phone of numbers(30, 1_000)) {
    expect((await send([phone], { category: "otp" })).status).toBe(200);
    const answered = performance.now();
    await eventually(async () => arrived.has(phone));
    times.push(arrived.get(phone)! - answered);
  }
  // Each is sent right after the worker polled for the previous one: a worker that only polled would take a second. Of
  // a busy machine the fastest count.
  expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(600);
});

test("a receipt that a provider sends to an api node is stored there and applied by a worker at once", async () => {
  const stub = await startGatewayStub({ kind: "http", latencyMs: 0 });
  const own = await createDatabase();
  const two = await startNodes({
    databaseUrl: own.url,
    gateway: stub.dsn("&receipt_state=state&receipt_delivered=done", { receipt: "{receipt_url}" }),
    roles: ["api", "worker"],
    more: { TIDINGS_PUBLIC_URL: "http://sms.example.test" },
  });
  const address = two.seats[0]!.service!;
  const people = numbers(9);
  expect((await callService(address, two.admin(), "/send", { numbers: people, message: "Hello" })).status).toBe(200);
  const receipts = await eventually(async () => {
    const given = await stub.receipts();
    return given.length === people.length && given;
  });
  const urls = receipts.map(({ url }) => url.replace("http://sms.example.test", address.url));
  const mine = openPool(own);
  const times: number[] = [];
  for (const [index, url] of urls.entries()) {
    expect((await fetch(`${url}&state=done`)).status).toBe(200);
    const stored = performance.now();
    await eventually(
      async () => (await mine.query("select 1 from deliveries where state = 'delivered'")).rowCount === index + 1,
    );
    const applied = performance.now();
    times.push(applied - stored);
    // By then the worker has polled, found nothing, and sleeps.
    await eventually(async () => performance.now() - applied > 200);
  }
  // Each arrives soon after that poll: a worker that only polled would need most of a second.
  expect(times.toSorted((a, b) => a - b)[1]).toBeLessThan(600);
  expect((await fetch(urls[0]!.replace(address.url, two.seats[1]!.service!.url))).status).toBe(404);
  await mine.end();
  await two.stop();
  await stub.stop();
  await dropDatabase(own);
});

test("an api node opens no bind at a provider: each uses one of the few that a contract allows", async () => {
  const links: Socket[] = [];
  // Accepts connections and answers no bind, so that each stays the only attempt for a while.
  const smsc = createServer((link) => void links.push(link));
  await new Promise<void>((resolve) => smsc.listen(0, "127.0.0.1", resolve));
  const { port } = smsc.address() as AddressInfo;
  const TIDINGS_GATEWAY = `smpp://u:p@127.0.0.1:${port}`;
  const [taking, working] = [
    await startTestService({ TIDINGS_ROLE: "api", TIDINGS_GATEWAY }),
    await startTestService({ TIDINGS_GATEWAY }),
  ];
  await eventually(async () => links.length > 0);
  expect(links).toHaveLength(1);
  for (const link of links) link.destroy();
  await taking.end();
  await working.end();
  smsc.close();
});

test("a worker reports its health, and serves no API call", async () => {
  for (const path of ["/healthz", "/svc/v1/healthz"]) expect((await fetch(worker().url + path)).status).toBe(200);
  const ready = await fetch(`${worker().url}/readyz`);
  expect(await ready.json()).toMatchObject({ status: "ready", role: "worker" });
  expect(await (await fetch(`${api().url}/readyz`)).json()).toMatchObject({ status: "ready", role: "api" });
  for (const path of ["/account", "/docs", "/svc/v1/receipts/http/token", "/"]) {
    expect([path, (await fetch(worker().url + path, { redirect: "manual" })).status]).toEqual([path, 404]);
  }
  expect((await callService(worker(), nodes.admin(), "/send", { numbers: numbers(1), message: "x" })).body.code).toBe(
    "no_route",
  );
});

test("an api node is ready while every gateway is paused, and a worker is not", async () => {
  await pool.query(
    "insert into gateway_states (name, paused_until) values ('http', now() + interval '1 hour') on conflict (name) do update set paused_until = excluded.paused_until",
  );
  await eventually(async () => (await fetch(`${worker().url}/readyz`)).status === 503);
  expect((await fetch(`${api().url}/readyz`)).status).toBe(200);
  await pool.query("delete from gateway_states");
  await eventually(async () => (await fetch(`${worker().url}/readyz`)).status === 200);
});

test("a worker on its own creates no administrator: no operator would look for the password there", async () => {
  const own = await createDatabase();
  const alone = await startNodes({ databaseUrl: own.url, gateway: provider.dsn(), roles: ["worker"] });
  const other = openPool(own);
  expect((await other.query("select 1 from users")).rows).toEqual([]);
  expect(alone.seats[0]!.service!.output()).toContain("worker: sends");
  await other.end();
  await alone.stop();
  await dropDatabase(own);
});

test("a role needs a database that other nodes can reach", () => {
  for (const role of ["api", "worker"]) {
    expect(() => readConfig({ TIDINGS_ROLE: role })).toThrow(/needs DATABASE_URL/);
    expect(readConfig({ TIDINGS_ROLE: role, DATABASE_URL: "postgres://x/y" }).role).toBe(role);
  }
  expect(() => readConfig({ TIDINGS_ROLE: "leader", DATABASE_URL: "postgres://x/y" })).toThrow(ConfigError);
  expect(readConfig({}).role).toBe("all");
});
