import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type Answer, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let server: pg.Client;
let name: string;
beforeAll(async () => {
  // Without loops: each would reconnect repeatedly, and every refusal costs the server a process.
  service = await startTestService({}, { workerLoops: false });
  service.pool.on("error", () => undefined);
  server = new pg.Client({ connectionString: inject("postgres") });
  await server.connect();
  name = new URL(service.url.replace("@/", "@localhost/")).pathname.slice(1);
});
afterAll(async () => {
  await server.end();
  await service.end();
});

const UUID = "00000000-0000-4000-8000-000000000000";
/** Well-formed ids: an impossible one is refused without the database. */
const PREFIXES: Readonly<Record<string, string>> = { messages: "msg_", schedules: "sch_", erasures: "era_" };
const pathOf = (path: string): string =>
  path
    .replace(/\/(\w+)\/\{id\}/, (all, noun: string) => (PREFIXES[noun] ? `/${noun}/${PREFIXES[noun]}${UUID}` : all))
    .replaceAll("{uuid}", UUID)
    .replaceAll(/\{\w+\}/g, "1");

/** Ends every session and accepts no new one. */
async function takeAway(): Promise<void> {
  await server.query(`alter database ${name} with allow_connections false`);
  await endSessions(async () => (await service.app.request("/readyz")).status === 503);
}

/**
 * Ends every session. One that was being opened when the database changed is not listed yet: the second pass, after
 * `away` was seen, ends it.
 */
async function endSessions(away: () => Promise<boolean>): Promise<void> {
  // Until each has ended: one that has only been signaled may still answer earlier queries.
  const end = "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1";
  await server.query(end, [name]);
  await eventually(away);
  await server.query(end, [name]);
}

async function releaseKeys(): Promise<void> {
  await server.query(`alter database ${name} with allow_connections true`);
}

function expectAway(label: string, answer: Answer): void {
  expect([label, answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([
    label,
    503,
    "database_unavailable",
  ]);
  expect(Number(answer.headers.get("retry-after")), label).toBeGreaterThan(0);
  expect(answer.headers.has("www-authenticate"), label).toBe(false);
}

test("while the database is away every route returns 503, credentials are not called wrong, and it recovers by itself", async () => {
  const signedIn = { headers: { cookie: "tidings_session=abc" }, as: null };
  await takeAway();
  for (const route of service.routes) {
    const answer = await service.call(route.method, pathOf(route.path), route.method === "GET" ? undefined : {});
    // While the credentials are cached, what can be refused without the database still is.
    if (answer.status !== 400 && answer.status !== 403) expectAway(`${route.method} ${route.path}`, answer);
  }
  const unknown = { as: { user: "nobody", password: "x".repeat(24) } };
  for (const route of service.routes) {
    const body = route.method === "GET" ? undefined : {};
    const answer = await service.call(route.method, pathOf(route.path), body, unknown);
    // Where no credentials are needed, a body and the page of another site are refused without the database.
    if (![400, 403].includes(answer.status) || route.access !== "public")
      expectAway(`${route.method} ${route.path}`, answer);
  }
  expectAway("session", await service.call("GET", "/users/me", undefined, signedIn));
  expectAway("keyed", await service.call("POST", "/groups", { name: "K" }, { headers: { "idempotency-key": "away" } }));

  expect((await service.app.request("/healthz")).status).toBe(200);
  expect((await service.app.request("/readyz")).status).toBe(503);

  await releaseKeys();
  const back = await service.call("POST", "/groups", { name: "K" }, { headers: { "idempotency-key": "away" } });
  expect([back.status, back.body.data.name]).toEqual([201, "K"]);
  expect((await service.app.request("/readyz")).status).toBe(200);
}, 400_000);

test("a database under another name, or a read-only one, counts as away too", async () => {
  await takeAway();
  await server.query(`alter database ${name} rename to ${name}_moved`);
  expectAway("moved", await service.call("GET", "/groups", undefined, { as: { user: "x", password: "y" } }));
  await server.query(`alter database ${name}_moved rename to ${name}`);
  await releaseKeys();
  await service.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  const text = { message: "x", numbers: ["+4915112370001"] };
  await endSessions(async () => (await service.call("POST", "/send", text)).status === 503);
  expectAway("standby", await service.call("POST", "/send", text));
  expectAway("standby", await service.call("POST", "/newsletter", { name: "x", mobile: "+4915112370001" }));
  await server.query(`alter database ${name} set default_transaction_read_only = off`);
  await endSessions(async () => (await service.call("POST", "/send", text)).status === 200);
  await eventually(async () => (await service.call("POST", "/send", text)).status === 200);
});
