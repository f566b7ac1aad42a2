import { consentsOver } from "../../support/people/consents.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import type { JobKind } from "#domain/jobs/job-kind";
import type { JobStore, LeasedJob } from "#domain/jobs/job-store";
import { jobRunner } from "#engine/job-runner";
import { uuidv7 } from "#lib/ids";
import { importQueries } from "#store/queries/imports/imports";
import { pruningQueries } from "#store/queries/upkeep/pruning";

import { openDb } from "../../support/database/open-db.ts";
import { sessionsWaiting, waitsFor } from "../../support/database/locks.ts";
import { eventually } from "../../support/engine/engine.ts";
import { importer, importsOn } from "../../support/people/imports.ts";
import { wrongCounts } from "../../support/people/membership-counts.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { testConsentKeys } from "../../support/people/consents.ts";

const LEASE = 30_000;
let service: TestService;
let jobs: JobStore;
let kind: JobKind;
const { upload, job, ended, empty } = importer(() => service);

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  ({ jobs, kind } = importsOn(service.store.db, service));
});
afterAll(() => service.end());

afterEach(async () => {
  expect(await wrongCounts(service.pool)).toEqual([]);
});
beforeEach(() => empty());

const phone = (nth: number): string => `+49151${20_000_000 + nth}`;
const fileOf = (nths: readonly number[]): string =>
  `Name,Mobile\n${nths.map((nth) => `P${nth},${phone(nth)}\n`).join("")}`;
const upTo = (n: number): number[] => Array.from({ length: n }, (_, nth) => nth);

async function subscribers(): Promise<string[]> {
  const { rows } = await service.pool.query<{ phone: string }>("select phone from subscribers order by phone");
  return rows.map((row) => row.phone);
}

/** Uploads a file and does the steps of its import until `enough`. */
async function begin(file: string, enough: () => Promise<boolean>): Promise<{ id: string; held: LeasedJob }> {
  const { id } = (await upload(file)).body.data.job;
  const held = (await jobs.claim("test", LEASE))!;
  while (!(await enough())) expect(await jobs.step(held, LEASE, kind.step)).toBe(true);
  return { id, held };
}

async function finish(held: LeasedJob): Promise<void> {
  while (await jobs.step(held, LEASE, kind.step));
}

const someStaged = async (): Promise<boolean> =>
  (await service.pool.query("select from import_people limit 1")).rowCount === 1;
const someMerged = async (): Promise<boolean> => (await subscribers()).length > 0;

test("people who are erased during an import are not brought back by it, whether it has added them before or not", async () => {
  const { id, held } = await begin(fileOf(upTo(5_000)), someMerged);
  const erased = [phone(1), phone(4_000)];
  expect(await subscribers()).toContain(erased[0]);
  expect(await subscribers()).not.toContain(erased[1]);
  for (const mobile of erased) {
    expect((await service.call("POST", "/privacy/delete", { mobile, confirm: true })).status).toBe(201);
  }
  await finish(held);
  expect(await subscribers()).toEqual(
    upTo(5_000)
      .map(phone)
      .filter((one) => !erased.includes(one)),
  );
  expect((await job(id)).state).toBe("completed");
});

test("people who are erased before the file is read are not in it", async () => {
  const { held } = await begin(fileOf(upTo(10)), async () => true);
  await service.call("POST", "/privacy/delete", { mobile: phone(3), confirm: true });
  await finish(held);
  expect(await subscribers()).toEqual(
    upTo(10)
      .filter((nth) => nth !== 3)
      .map(phone),
  );
});

test("an erasure waits for an import that is being deleted before it locks anything of it", async () => {
  const { pool } = service;
  const id = uuidv7(Date.now());
  await pool.query("insert into imports (id, sealed_key) values ($1, '')", [id]);
  await pool.query("insert into import_ranges (import_id, nth, merged) values ($1, 0, '{}')", [id]);
  const deleting = await pool.connect();
  await deleting.query("begin");
  await deleting.query("select from imports where id = $1 for update", [id]);
  const erased = service.call("POST", "/privacy/delete", { mobile: phone(1), confirm: true });
  await eventually(() => waitsFor(pool, "import_erasures"));
  await deleting.query("select from import_ranges where import_id = $1 for update nowait", [id]);
  await deleting.query("delete from imports where id = $1", [id]);
  await deleting.query("commit");
  deleting.release();
  expect((await erased).status).toBe(201);
});

test("an erasure waits for the step that is just adding the person", async () => {
  const read = async (): Promise<boolean> => (await service.pool.query("select from import_people")).rowCount === 10;
  const { held } = await begin(fileOf(upTo(10)), read);
  const added = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const step = jobs.step(held, LEASE, async (turn) => {
    const result = await kind.step(turn);
    added.resolve();
    await mayEnd.promise;
    return result;
  });
  await added.promise;
  const erasure = service.call("POST", "/privacy/delete", { mobile: phone(3), confirm: true });
  await expect.poll(() => sessionsWaiting(service.pool)).toBe(1);
  mayEnd.resolve();
  await step;
  expect((await erasure).status).toBe(201);
  await finish(held);
  expect(await subscribers()).toEqual(
    upTo(10)
      .filter((nth) => nth !== 3)
      .map(phone),
  );
});

test("a canceled import keeps the people it has added, adds no one else, and leaves nothing of the file", async () => {
  const { id, held } = await begin(fileOf(upTo(5_000)), someMerged);
  expect((await service.call("POST", `/jobs/${id}/cancel`)).body.data).toMatchObject({
    state: "canceled",
    result: { rows: 5_000, created: 2_000 },
  });
  expect(await jobs.step(held, LEASE, kind.step)).toBe(false);
  expect(await subscribers()).toEqual(upTo(2_000).map(phone));
  const { rows } = await service.pool.query(
    "select (select count(*) from imports)::int as imports, (select count(*) from import_parts)::int as parts, (select count(*) from import_people)::int as people",
  );
  expect(rows).toEqual([{ imports: 0, parts: 0, people: 0 }]);
});

test("an import into a group that is deleted meanwhile fails and says so", async () => {
  const group = (await service.call("POST", "/groups", { name: "Short-lived" })).body.data.id;
  await service.call("POST", `/imports?group_id=${group}`, undefined, {
    headers: { "content-type": "text/csv" },
    raw: fileOf(upTo(3)),
  });
  await service.call("DELETE", `/groups/${group}`);
  const loop = jobRunner({ store: jobs, kinds: [kind], owner: "a", log: () => undefined, random: Math.random });
  const { id } = (await service.call("GET", "/jobs")).body.data.items[0];
  loop.start();
  expect(await ended(id)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("group of this import was deleted"),
  });
  await loop.stop();
  expect(await subscribers()).toEqual([]);
});

test("an import fails and says so if a group that its rows name is deleted after it has read them", async () => {
  const { id: group } = (await service.call("POST", "/groups", { name: "Short-lived" })).body.data;
  const { id, held } = await begin(`Mobile,Groups\n${phone(0)},\n${phone(1)},short-lived\n`, someStaged);
  await service.call("DELETE", `/groups/${group}`);
  await jobs.release(held);
  const loop = jobRunner({ store: jobs, kinds: [kind], owner: "a", log: () => undefined, random: Math.random });
  loop.start();
  expect((await ended(id)).error).toContain("group of this import was deleted");
  await loop.stop();
  expect(await subscribers()).toEqual([]);
});

/** `trouble`: what the nodes logged besides steps that a busy machine did not do in time, which are repeated. */
async function doneByTwoNodes(ids: readonly string[]) {
  const trouble: unknown[] = [];
  const log = (...entry: unknown[]): void => {
    if (!/due to (statement|lock) timeout/.test(JSON.stringify(entry))) trouble.push(entry);
  };
  const loops = ["a", "b"].map((owner) => jobRunner({ store: jobs, kinds: [kind], owner, log, random: Math.random }));
  for (const loop of loops) loop.start();
  const done = await Promise.all(ids.map(ended));
  await Promise.all(loops.map((loop) => loop.stop()));
  return { done, trouble };
}

test("two imports that create the same groups at once, named in opposite orders, create each once", async () => {
  const tags = ["x", "y", "z"].map((name) => `Twin ${name}`);
  const file = (first: number, names: readonly string[]): string =>
    `Mobile,Groups\n${upTo(300)
      .map((nth) => `${phone(first + nth)},"${names.join(", ")}"\n`)
      .join("")}`;
  const ids: string[] = [];
  for (const text of [file(0, tags), file(300, tags.toReversed())]) {
    const answer = await service.call("POST", "/imports?on_unknown_group=create", undefined, {
      headers: { "content-type": "text/csv" },
      raw: text,
    });
    ids.push(answer.body.data.job.id);
  }
  const { done, trouble } = await doneByTwoNodes(ids);
  expect(trouble).toEqual([]);
  expect(done.map(({ result }) => result.created)).toEqual([300, 300]);
  const { rows } = await service.pool.query(
    "select name, (select count(*) from memberships where group_id = groups.id)::int as people from groups where name like 'Twin %' order by name",
  );
  expect(rows).toEqual(tags.map((name) => ({ name, people: 600 })));
});

test("a step takes as many people as memberships are written in time, however many groups they join", async () => {
  const { rows } = await service.pool.query<{ id: string }>(
    "insert into groups (name) select 'Many ' || n from generate_series(1, 100) as n returning id",
  );
  await service.call("POST", `/imports?group_id=${rows.map(({ id }) => id).join(",")}`, undefined, {
    headers: { "content-type": "text/csv" },
    raw: fileOf(upTo(50)),
  });
  const held = (await jobs.claim("test", LEASE))!;
  const done: number[] = [];
  while (await jobs.step(held, LEASE, kind.step)) done.push((await subscribers()).length);
  expect(done).toEqual([0, 20, 40, 50, 50]);
  const { rowCount } = await service.pool.query("select from memberships where state = 'active'");
  expect(rowCount).toBe(5_000);
});

test("a step that the database does not do in time is repeated with fewer people, until it does", async () => {
  const db = await openDb({ url: service.url }, { max: 2, statementMs: 1_000 });
  const slow = importsOn(db, service);
  await service.pool.query(`
    create function slowly() returns trigger language plpgsql as 'begin perform pg_sleep(0.005); return new; end';
    create trigger slowly before insert on subscribers for each row execute function slowly()`);
  try {
    const { id } = (await upload(fileOf(upTo(300)))).body.data.job;
    for (let attempt = 0; attempt < 60 && (await job(id)).finished_at === null; attempt += 1) {
      const held = (await slow.jobs.claim("test", LEASE))!;
      const steps = async () => {
        for (let next = held; await slow.jobs.step(next, LEASE, slow.kind.step); next = { ...next, claims: 0 });
      };
      await steps().catch(() => slow.jobs.release(held));
    }
    expect(await job(id)).toMatchObject({ state: "completed", result: { created: 300 } });
  } finally {
    await service.pool.query("drop trigger slowly on subscribers; drop function slowly()");
    await db.close();
  }
});

test("two nodes import the same people from two files in opposite orders, and everyone is added once", async () => {
  const nths = upTo(12_000);
  const ids: string[] = [];
  for (const file of [fileOf(nths), fileOf(nths.toReversed())]) ids.push((await upload(file)).body.data.job.id);
  const { done, trouble } = await doneByTwoNodes(ids);
  expect(trouble).toEqual([]);
  expect(done.map(({ state }) => state)).toEqual(["completed", "completed"]);
  expect(done[0].result.created + done[1].result.created).toBe(12_000);
  expect(done[0].result.unchanged + done[1].result.unchanged).toBe(12_000);
  expect(await subscribers()).toEqual(nths.map(phone));
  const { rows } = await service.pool.query(
    "select count(*)::int as n, count(distinct subscriber_id)::int as people from consents",
  );
  expect(rows).toEqual([{ n: 12_000, people: 12_000 }]);
});

test("uploads that were broken off with their process are deleted after an hour, with the people of imports that are gone", async () => {
  const imports = importQueries(service.store.db, consentsOver(service.store.db), () => undefined);
  const pruning = pruningQueries(service.store.db, testConsentKeys);
  const old = uuidv7(1);
  await imports.begin(old, Buffer.from("key"));
  await imports.addPart(old, 0, Buffer.from("part"));
  const { id } = (await upload(fileOf([1]))).body.data.job;
  await service.pool.query(
    "insert into import_people (import_id, phone, row, name, fields, state) values (gen_random_uuid(), '+4915112345678', 1, 'x', '{}', 'active')",
  );
  expect(await pruning.pruneImportLeftovers(100)).toBe(1);
  const { rows } = await service.pool.query("select 'job_' || id as id from imports");
  expect(rows).toEqual([{ id }]);
});
