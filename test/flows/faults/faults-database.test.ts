import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from "vitest";

import { partitionsAt } from "#store/partitions";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startTestService, type Answer, type TestService } from "../../support/service/test-service.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";

let service: TestService;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
beforeAll(async () => {
  provider = await startScriptedProvider(() => ({}));
});
afterEach(() => service.end());
afterAll(() => provider.close());

const send = (phones: readonly string[]): Promise<Answer> =>
  service.call("POST", "/send", { numbers: phones, message: "Hello" });
const ready = async (): Promise<{ status: number; failing: string[] }> => {
  const response = await service.app.request("/readyz");
  const { checks } = (await response.json()) as { checks: { name: string; ok: boolean }[] };
  return { status: response.status, failing: checks.filter(({ ok }) => !ok).map(({ name }) => name) };
};

function expectAway(answer: Answer): void {
  expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([503, "database_unavailable"]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
}

test("while the database stalls, memory is bounded: what would wait beyond the limit is refused at once", async () => {
  service = await startTestService({ TIDINGS_GATEWAY: provider.dsn("&window=10") }, { workerLoops: false });
  expect((await send(numbers(1))).status).toBe(200);
  const holder = await service.pool.connect();
  await holder.query("begin");
  await holder.query("lock table messages in access exclusive mode");
  const batch = numbers(1_000);
  const before = process.memoryUsage().heapUsed;
  let waiting = 0;
  const calls = Array.from({ length: 300 }, async () => {
    waiting += 1;
    const answer = await send(batch);
    waiting -= 1;
    return answer;
  });
  try {
    // Two flushes of twenty thousand run, two hundred thousand numbers wait: the rest gets its response meanwhile.
    await eventually(async () => waiting <= 240);
    expect(waiting).toBeGreaterThan(100);
    expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(200);
  } finally {
    await holder.query("commit");
    holder.release();
  }

  const answers = await Promise.all(calls);
  const accepted = answers.filter(({ status }) => status === 200).length;
  for (const answer of answers) if (answer.status !== 200) expectAway(answer);
  expect(accepted).toBeGreaterThan(0);
  expect(accepted).toBeLessThan(300);
  const { rows } = await service.pool.query("select count(*)::int as n from messages");
  expect(rows).toEqual([{ n: accepted + 1 }]);
  expect((await send(numbers(1))).status).toBe(200);
});

test("a month without its partition: calls are told to retry, /readyz says why, and maintenance creates it", async () => {
  service = await startTestService({ TIDINGS_GATEWAY: provider.dsn("&window=10") }, { workerLoops: false });
  expect((await send(numbers(1))).status).toBe(200);
  expect(await ready()).toEqual({ status: 200, failing: [] });
  const { rows } = await service.pool.query(
    "select format('drop table deliveries_%1$s, events_%1$s', to_char(now() at time zone 'utc', 'YYYY_MM')) as drop",
  );
  await service.pool.query(rows[0].drop);
  const answers = await Promise.all(numbers(20).map((phone) => send([phone])));
  answers.forEach(expectAway);
  expect(await ready()).toEqual({ status: 503, failing: ["partitions"] });
  // A partition that is created and not yet attached accepts no rows: calls and /readyz report the same.
  const names = partitionsAt(Date.now()).filter((name) => rows[0].drop.includes(name));
  for (const name of names) await service.pool.query(`create table ${name} (like ${name.split("_")[0]} including all)`);
  expectAway(await send(numbers(1)));
  expect(await ready()).toEqual({ status: 503, failing: ["partitions"] });
  // Nothing of it is half written.
  expect((await service.pool.query("select count(*)::int as n from messages")).rows).toEqual([{ n: 1 }]);

  service.engine.start();
  const seen = provider.seen.length;
  await eventually(async () => (await ready()).status === 200);
  const phone = numbers(1, 77);
  expect((await send(phone)).status).toBe(200);
  await eventually(async () => provider.seen.slice(seen).some(({ to }) => to === phone[0]));
});

test("a partition that disappears under load is created again because a call missed it, not an hour later", async () => {
  service = await startTestService({ TIDINGS_GATEWAY: provider.dsn("&window=10") });
  let over = false;
  const statuses: number[] = [];
  const callers = Array.from({ length: 4 }, async (_, caller) => {
    for (let call = 0; !over; call += 1) statuses.push((await send(numbers(1, caller * 10_000 + call))).status);
  });
  await eventually(async () => statuses.length > 20);
  const { rows } = await service.pool.query(
    "select format('drop table events_%s', to_char(now() at time zone 'utc', 'YYYY_MM')) as drop",
  );
  await service.pool.query(rows[0].drop);
  await eventually(async () => statuses.includes(503));
  const from = statuses.length;
  await eventually(async () => statuses.slice(from).filter((status) => status === 200).length > 20);
  over = true;
  await Promise.all(callers);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});

test("when other clients have taken all connections, calls are told to retry, and workers continue afterwards", async () => {
  // A role that is not a superuser has a limit; a separate service runs as it.
  const role = `r_${Math.random().toString(36).slice(2)}`;
  const given = await createDatabase();
  const admin = openPool(given, 1);
  // After `afterEach`, which stops the service.
  onTestFinished(async () => {
    await admin.query(`drop owned by ${role}; drop role ${role}`);
    await admin.end();
    await dropDatabase(given);
  });
  await admin.query(
    `create role ${role} login connection limit 30; grant all on all tables in schema public to ${role};
     grant all on all sequences in schema public to ${role}; grant create, usage on schema public to ${role}`,
  );
  const url = given.url.replace(/\/\/[^@/]*@/, `//${role}@`);
  service = await startTestService({ DATABASE_URL: url, TIDINGS_GATEWAY: provider.dsn("&window=10") });
  const seen = provider.seen.length;
  expect((await send(numbers(1))).status).toBe(200);
  await eventually(async () => provider.seen.length > seen);

  const hogs = openPool({ url }, 30);
  const taken: { release(): void }[] = [];
  await eventually(async () => {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and application_name like 'tidings%'",
      [role],
    );
    while (taken.length < 30) {
      const hog = await hogs.connect().catch(() => null);
      if (!hog) break;
      taken.push(hog);
    }
    return taken.length === 30;
  });
  const late = numbers(5, 500);
  for (const phone of late.slice(0, 2)) {
    expectAway(await send([phone]));
  }
  expect((await ready()).failing).toContain("database");
  for (const hog of taken) hog.release();
  await hogs.end();
  const from = provider.seen.length;
  const answered = await eventually(async () => {
    const answer = await send([late[4]!]);
    return answer.status === 200 && answer;
  });
  expect(answered.status).toBe(200);
  await eventually(async () => provider.seen.slice(from).some(({ to }) => to === late[4]));
  expect(provider.seen.some(({ to }) => to === late[0])).toBe(false);
});

test("a database that restarts twice meanwhile loses no accepted message and doubles none", async () => {
  const taken: string[] = [];
  const slow = await startScriptedProvider(async ({ to }) => {
    taken.push(to);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return {};
  });
  service = await startTestService({ TIDINGS_GATEWAY: slow.dsn("&window=10") });
  const campaign = numbers(1_000, 200_000);
  expect((await send(campaign)).status).toBe(200);
  const admin = openPool({ url: inject("postgres") }, 1);
  const name = new URL(service.url.replace("@/", "@localhost/")).pathname.slice(1);
  const singles: string[] = [];
  const statuses = new Set<number>();
  let over = false;
  const callers = Array.from({ length: 4 }, async (_, caller) => {
    for (let call = 0; !over; call += 1) {
      const [phone] = numbers(1, 300_000 + caller * 10_000 + call);
      const { status } = await send([phone!]);
      statuses.add(status);
      if (status === 200) singles.push(phone!);
    }
  });
  for (const share of [200, 500]) {
    await eventually(async () => taken.length >= share);
    // As a restart does: new sessions are refused, all sessions end with 57P01, then it is back.
    await admin.query(`alter database ${name} with allow_connections false`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    await eventually(async () => (await ready()).failing.includes("database"));
    await admin.query(`alter database ${name} with allow_connections true`);
    await eventually(async () => (await ready()).status === 200);
  }
  over = true;
  await Promise.all(callers);
  await admin.end();
  const all = [...campaign, ...singles];
  const states = async (): Promise<Map<string, string>> =>
    new Map(
      (await service.pool.query("select phone, state::text from deliveries")).rows.map((row) => [row.phone, row.state]),
    );
  await eventually(async () => {
    const found = await states().catch(() => new Map<string, string>());
    return found.size >= all.length && [...found.values()].every((state) => state === "sent" || state === "unknown");
  });
  const found = await states();
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(all.filter((phone) => !found.has(phone))).toEqual([]);
  expect(all.filter((phone) => !taken.includes(phone) && found.get(phone) !== "unknown")).toEqual([]);
  expect(new Set(taken).size).toBe(taken.length);
  await slow.close();
});
