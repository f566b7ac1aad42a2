import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { jobEndpoints } from "#api/v1/jobs/job";
import { jobsEndpoint } from "#api/v1/jobs/jobs";
import { DomainError } from "#domain/error";
import { jobKind, type JobKind } from "#domain/jobs/job-kind";
import type { JobStore } from "#domain/jobs/job-store";
import { jobRunner } from "#engine/job-runner";
import { uuidv7, withPrefix, type Uuid } from "#lib/ids";
import { jobQueries } from "#store/queries/jobs/jobs";
import { pruningQueries } from "#store/queries/upkeep/pruning";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { apiWith, type Json } from "../../support/service/api.ts";
import { testConsentKeys } from "../../support/people/consents.ts";

let db: TestDatabase;
let jobs: JobStore;
const LEASE = 30_000;
const quiet = { log: () => undefined, random: Math.random };

beforeAll(async () => {
  db = await freshDatabase();
  jobs = jobQueries(db, () => undefined);
  await db.pool.query("create table counted (job uuid, n int)");
});
afterAll(() => db.drop());
beforeEach(() => db.pool.query("truncate jobs, counted cascade"));

/** Counts to `to` and writes each number; `before` runs within each step, after its writing. */
function counting(before: (n: number) => void | Promise<void> = () => undefined): JobKind {
  return jobKind<{ to: number }, number>({
    name: "count",
    capability: "svc_subscribers",
    async step({ id, params: { to }, position }) {
      const n = (position ?? 0) + 1;
      await db.unnamed("insert into counted values ($1, $2)", [id, n]);
      await before(n);
      const progress = { done: n, total: to };
      const result = { lastNumber: n };
      return n === to ? { progress, result } : { position: n, progress, result };
    },
    async abandon({ id }) {
      await db.unnamed("insert into counted values ($1, -1)", [id]);
    },
  });
}

async function start(to: number, createdBy = "test:ada"): Promise<Uuid> {
  const id = uuidv7(db.now());
  await jobs.create({ id, kind: "count", params: { to }, total: null, createdBy });
  return id;
}

async function countedBy(id: Uuid): Promise<number[]> {
  const { rows } = await db.pool.query<{ n: number }>("select n from counted where job = $1 order by n", [id]);
  return rows.map(({ n }) => n);
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, nth) => nth + 1);
const ended = (id: Uuid) => expect.poll(async () => (await jobs.find(id))!.finishedAt).not.toBeNull();
const runner = (kinds: readonly JobKind[], owner = "a") => jobRunner({ store: jobs, kinds, owner, ...quiet });

test("two nodes run jobs to their end, each step once", async () => {
  const ids = await Promise.all([start(60), start(60), start(60), start(1)]);
  const nodes = ["a", "b"].map((owner) => runner([counting()], owner));
  for (const node of nodes) node.start();
  for (const id of ids) await ended(id);
  await Promise.all(nodes.map((node) => node.stop()));
  for (const id of ids.slice(0, 3)) expect(await countedBy(id)).toEqual(upTo(60));
  expect(await countedBy(ids[3]!)).toEqual([1]);
  expect(await jobs.find(ids[0]!)).toMatchObject({
    state: "completed",
    progress: { done: 60, total: 60 },
    result: { lastNumber: 60 },
    error: null,
  });
});

test("a step that fails writes nothing, and the job continues with the same step", async () => {
  const id = await start(5);
  let failures = 2;
  const loop = runner([
    counting((n) => {
      if (n === 3 && failures-- > 0) throw new Error("the connection broke");
    }),
  ]);
  loop.start();
  await expect.poll(() => failures).toBe(1);
  await expect
    .poll(async () => {
      await db.pool.query("update jobs set due = now() where state = 'running' and due > now() + interval '2 s'");
      loop.wake();
      return (await jobs.find(id))!.state;
    })
    .toBe("completed");
  await loop.stop();
  expect(await countedBy(id)).toEqual(upTo(5));
});

test("a worker whose lease was taken over writes nothing more", async () => {
  const id = await start(3);
  const first = (await jobs.claim("a", LEASE))!;
  await db.pool.query("update jobs set due = now()");
  const second = (await jobs.claim("b", LEASE))!;
  expect(second.token).toBeGreaterThan(first.token);
  expect(await jobs.step(first, LEASE, counting().step)).toBe(false);
  await jobs.fail(first, "It failed.", async () => expect.unreachable("the lease is lost"));
  expect(await countedBy(id)).toEqual([]);
  expect(await jobs.step(second, LEASE, counting().step)).toBe(true);
  expect(await countedBy(id)).toEqual([1]);
});

test("a node of an older release that claims a kind it does not know does not use up the job's attempts", async () => {
  const id = await start(3);
  const older = runner([], "older");
  older.start();
  const tokenOf = async (): Promise<number> =>
    (await db.pool.query("select token from jobs where id = $1", [id])).rows[0].token;
  await expect
    .poll(
      async () => {
        await db.pool.query(
          "update jobs set due = now() where id = $1 and due between now() + interval '2 s' and now() + interval '9 s'",
          [id],
        );
        older.wake();
        return tokenOf();
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBeGreaterThan(25);
  await older.stop();
  await db.pool.query("update jobs set due = now()");
  const newer = runner([counting()], "newer");
  newer.start();
  await ended(id);
  await newer.stop();
  expect(await countedBy(id)).toEqual(upTo(3));
});

test("a rule that refuses to continue ends the job with its sentence, and what it left is removed", async () => {
  const id = await start(5);
  const loop = runner([
    counting((n) => {
      if (n === 2) throw new DomainError("not_found", "The group was deleted.");
    }),
  ]);
  loop.start();
  await ended(id);
  await loop.stop();
  expect(await jobs.find(id)).toMatchObject({
    state: "failed",
    error: "The group was deleted.",
    progress: { done: 1 },
  });
  expect(await countedBy(id)).toEqual([-1, 1]);
});

test("a step that never succeeds is given up after twenty claims", async () => {
  const id = await start(5);
  await db.pool.query("update jobs set token = 21");
  const loop = runner([counting(() => expect.unreachable("it is not tried again"))]);
  loop.start();
  await ended(id);
  await loop.stop();
  expect(await jobs.find(id)).toMatchObject({ state: "failed" });
});

test("a job that is canceled during a step ends after that step, and only once", async () => {
  const id = await start(5);
  const kinds = [counting()];
  const { call } = apiWith(db, jobEndpoints({ jobs, jobKinds: kinds }));
  const held = (await jobs.claim("a", LEASE))!;
  const stepping = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const step = jobs.step(held, LEASE, async (turn) => {
    stepping.resolve();
    await mayEnd.promise;
    return counting().step(turn);
  });
  await stepping.promise;
  const canceled = call(`/jobs/${withPrefix("job", id)}/cancel`, { method: "POST" });
  await expect.poll(() => sessionsWaiting(db.pool)).toBe(1);
  mayEnd.resolve();
  expect(await step).toBe(true);
  expect((await canceled).body.data).toMatchObject({ state: "canceled", progress: { done: 1, total: 5 } });
  expect(await jobs.step(held, LEASE, counting().step)).toBe(false);
  expect(await jobs.claim("b", LEASE)).toBeNull();
  expect((await call(`/jobs/${withPrefix("job", id)}/cancel`, { method: "POST" })).status).toBe(200);
  expect(await countedBy(id)).toEqual([-1, 1]);
});

test("a completed job cannot be canceled, and its parameters are gone", async () => {
  const id = await start(1);
  await jobs.step((await jobs.claim("a", LEASE))!, LEASE, counting().step);
  const { call } = apiWith(db, jobEndpoints({ jobs, jobKinds: [counting()] }));
  const answer = await call(`/jobs/${withPrefix("job", id)}/cancel`, { method: "POST" });
  expect([answer.status, answer.body.code]).toEqual([409, "not_in_this_state"]);
  const { rows } = await db.pool.query("select params from jobs");
  expect(rows).toEqual([{ params: {} }]);
});

test("a rollback of the caller's transaction leaves no job", async () => {
  await expect(
    db.transaction(async () => {
      await start(1);
      throw new Error("something else failed");
    }),
  ).rejects.toThrow("something else failed");
  expect(await jobs.claim("a", LEASE)).toBeNull();
});

test("callers see their own jobs of the kinds they may start, page by page, and svc_setting sees all", async () => {
  const mine: Uuid[] = [];
  for (let nth = 0; nth < 5; nth += 1) mine.push(await start(1));
  // Ids of one millisecond are in no order of their own.
  mine.sort().reverse();
  const theirs = await start(1, "test:bob");
  const ports = { jobs, jobKinds: [counting()] };
  const routes = [jobsEndpoint(ports), ...jobEndpoints(ports)];
  const as = (user: string, ...capabilities: string[]) => apiWith(db, routes, [], { user, capabilities });
  const ids = (answer: Json) => answer.body.data.items.map(({ id }: { id: string }) => id);
  const named = (list: readonly Uuid[]) => list.map((id) => withPrefix("job", id));

  const ada = as("ada", "svc_subscribers");
  const first = await ada.call("/jobs?per_page=3");
  expect(ids(first)).toEqual(named(mine.slice(0, 3)));
  const second = await ada.call(`/jobs?per_page=3&cursor=${first.body.data.pagination.next_cursor}`);
  expect(ids(second)).toEqual(named(mine.slice(3)));
  expect(second.body.data.pagination.next_cursor).toBeNull();
  expect((await ada.call("/jobs?cursor=am9icyBqb2JfeA")).status).toBe(400);
  expect((await ada.call(`/jobs/${withPrefix("job", theirs)}`)).status).toBe(404);
  expect((await ada.call(`/jobs/${withPrefix("job", theirs)}/cancel`, { method: "POST" })).status).toBe(404);
  expect((await ada.call("/jobs/job_nothing")).status).toBe(404);
  expect(ids(await as("ada", "svc_sendsms").call("/jobs"))).toEqual([]);
  expect(ids(await as("root", "svc_setting").call("/jobs?state=queued"))).toEqual(
    named([theirs, ...mine].toSorted().reverse()),
  );
  expect(ids(await as("root", "svc_setting").call("/jobs?kind=other"))).toEqual([]);
});

test("a job is deleted thirty days after its end, and never before it", async () => {
  const [old, recent, open] = await Promise.all([start(1), start(1), start(1)]);
  await db.pool.query("update jobs set created_at = now() - interval '90 days'");
  const end = (id: Uuid, days: number) =>
    db.pool.query(
      "update jobs set state = 'completed', finished_at = now() - make_interval(days => $2) where id = $1",
      [id, days],
    );
  await end(old, 31);
  await end(recent, 29);
  expect(await pruningQueries(db, testConsentKeys).pruneJobs(30, "", 100)).toEqual({ removed: 1, next: null });
  expect([await jobs.find(old), (await jobs.find(recent))!.id, (await jobs.find(open))!.id]).toEqual([
    null,
    recent,
    open,
  ]);
});
