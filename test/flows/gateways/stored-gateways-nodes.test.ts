import { afterAll, beforeAll, expect, test } from "vitest";
import type pg from "pg";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { statesOf } from "../../support/database/ledger.ts";
import { numbers } from "../../support/engine/engine.ts";
import { startKeyedProvider } from "../../support/providers/keyed-provider.ts";
import { startNodes, type NodeSet } from "../../support/service/node-set.ts";
import { eventually } from "../../support/service/processes.ts";

type Provider = Awaited<ReturnType<typeof startKeyedProvider>>;

let connection: { url: string };
let pool: pg.Pool;
let nodes: NodeSet;
let provider: Provider;
let spare: Provider;

beforeAll(async () => {
  connection = await createDatabase();
  pool = openPool(connection);
  provider = await startKeyedProvider({ passwords: ["first"], latencyMs: 20 });
  spare = await startKeyedProvider({ passwords: ["spare"] });
  nodes = await startNodes({
    databaseUrl: connection.url,
    gateway: "none",
    roles: ["all", "all"],
    more: { TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" },
  });
  const [at] = nodes.urls();
  const added = [
    await call(at!, "POST", "/gateways", { name: "shop", kind: "http", settings: provider.settings("first") }),
    await call(at!, "POST", "/gateways", {
      name: "spare",
      kind: "http",
      settings: spare.settings("spare"),
      in_default_route: false,
    }),
  ];
  expect(added.map(({ status }) => status)).toEqual([201, 201]);
});
afterAll(async () => {
  await nodes.stop();
  await pool.end();
  await dropDatabase(connection);
  await provider.close();
  await spare.close();
});

async function call(url: string, method: string, path: string, body?: unknown) {
  const { user, password } = nodes.admin();
  const response = await fetch(`${url}/svc/v1${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
      "content-type": "application/json",
      // A stalled machine would let the service close an idle connection just as it is used again.
      connection: "close",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as any };
}

async function send(url: string, to: readonly string[], more: object = {}): Promise<void> {
  const { status, body } = await call(url, "POST", "/send", {
    numbers: to,
    message: "Hello",
    valid_for: 86_400,
    ...more,
  });
  expect([status, body.message]).toEqual([200, expect.any(String)]);
}

const ended = () =>
  eventually(async () => {
    const { queued = 0, sending = 0 } = await statesOf(pool);
    return queued + sending === 0;
  });

/** The numbers of `people` that a provider took, each as often as it did. */
const tookOf = (one: Provider, people: readonly string[]): string[] => {
  const wanted = new Set(people);
  return one.taken.filter(({ to }) => wanted.has(to)).map(({ to }) => to);
};

test("a secret that changes in the middle of a campaign, at the provider first, loses no message and sends none twice", async () => {
  const [a, b] = nodes.urls();
  const people = numbers(2_000);
  await send(a!, people);
  await eventually(() => provider.taken.length >= 500);
  provider.accept("second");
  // The account is in trouble now: both nodes see it, and the gateway pauses.
  await eventually(async () => (await call(b!, "GET", "/gateways/shop")).body.data.health.state === "paused");
  const changed = await call(b!, "PATCH", "/gateways/shop", { settings: { password: "second" } });
  expect(changed.status).toBe(200);
  await ended();
  const took = tookOf(provider, people);
  expect(took.length).toBe(people.length);
  expect(new Set(took).size).toBe(people.length);
  expect(await statesOf(pool)).toMatchObject({ sent: people.length });
  // Answers to the first password that came after the change did not pause it once more.
  const { rows } = await pool.query("select kind from events where kind like 'gateway.%' order by id");
  expect(rows.map(({ kind }) => kind)).toEqual(["gateway.paused", "gateway.resumed"]);
});

test("settings that change again and again while messages leave, on two nodes at once, lose no message and send none twice", async () => {
  const urls = nodes.urls();
  const people = numbers(1_500, 10_000);
  const before = provider.taken.length;
  await send(urls[0]!, people);
  for (let turn = 0; provider.taken.length - before < 1_000; turn += 1) {
    const at = provider.taken.length;
    await Promise.all(
      urls.map((url, index) =>
        call(url, "PATCH", "/gateways/shop", { settings: { window: 10 + ((turn + index) % 5) } }),
      ),
    );
    await eventually(() => provider.taken.length > at + 50 || provider.taken.length - before >= 1_000);
  }
  await ended();
  const took = tookOf(provider, people);
  expect(took.length).toBe(people.length);
  expect(new Set(took).size).toBe(people.length);
});

test("a node that is killed in the middle of a change leaves the old or the new settings, and sends no message twice", async () => {
  const [a, b] = nodes.urls();
  const people = numbers(1_500, 20_000);
  const before = provider.taken.length;
  await send(b!, people);
  await eventually(() => provider.taken.length - before >= 300);
  const { version } = (await call(b!, "GET", "/gateways/shop")).body.data;
  const changing = call(a!, "PATCH", "/gateways/shop", { settings: { window: 19 } }).catch(() => null);
  await nodes.seats[0]!.end("SIGKILL");
  await changing;
  await nodes.seats[0]!.start();
  await ended();
  const after = (await call(b!, "GET", "/gateways/shop")).body.data;
  expect([
    [version, false],
    [version + 1, true],
  ]).toContainEqual([after.version, after.settings.window === "19"]);
  const took = tookOf(provider, people);
  expect(new Set(took).size).toBe(took.length);
  // What the killed node had on the wire is in doubt: sent, or never sent, and not sent again.
  const { unknown = 0 } = await statesOf(pool);
  expect(took.length).toBeGreaterThanOrEqual(people.length - unknown);
});

test("a gateway that is deleted with deliveries in flight and in the queue sends no more, and the rest leaves by another", async () => {
  const [a, b] = nodes.urls();
  const people = numbers(1_000, 30_000);
  const before = provider.taken.length;
  await send(a!, people, { gateway: "shop" });
  await eventually(() => provider.taken.length - before >= 100);
  expect((await call(a!, "DELETE", "/gateways/shop")).status).toBe(200);
  await eventually(async () => (await statesOf(pool))["sending"] === undefined);
  await eventually(async () => {
    const leased = await pool.query("select from chunks where due > now()");
    return leased.rowCount === 0;
  });
  const took = tookOf(provider, people);
  const rest = people.length - new Set(took).size;
  expect(rest).toBeGreaterThan(0);
  const { stranded } = (await call(b!, "GET", "/gateways")).body.data;
  // Chunks are counted whole, also those of which a part was sent.
  expect(stranded).toEqual([{ gateway: "shop", texts: expect.any(Number) }]);
  expect(stranded[0].texts).toBeGreaterThanOrEqual(rest);
  const moved = await call(b!, "POST", "/gateways/shop/reroute", { to: "spare" });
  expect(moved.body.data).toMatchObject({ gateway: "shop", stayed: 0 });
  await ended();
  const all = [...tookOf(provider, people), ...tookOf(spare, people)];
  expect(all.length).toBe(people.length);
  expect(new Set(all).size).toBe(people.length);
});

test("no process wrote a secret", () => {
  for (const { service } of nodes.seats) {
    expect(service!.output()).not.toMatch(/Basic |"password":"(first|second|spare)"/);
  }
});
