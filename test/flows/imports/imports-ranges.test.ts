import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { JobKind } from "#domain/jobs/job-kind";
import type { JobStore, LeasedJob } from "#domain/jobs/job-store";
import { jobRunner } from "#engine/job-runner";
import { outsideContext } from "#lib/outside-context";

import { suppress } from "../../support/database/ledger.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually } from "../../support/service/processes.ts";
import { importer, importsOn } from "../../support/people/imports.ts";
import { wrongCounts } from "../../support/people/membership-counts.ts";
import { startTestService, type Answer, type TestService } from "../../support/service/test-service.ts";

const LEASE = 30_000;
/** Enough for two ranges, of which each ends with a full page. */
const PEOPLE = 12_000;
const HALF = PEOPLE / 2;
let service: TestService;
let jobs: JobStore;
let kind: JobKind;
const { upload, job, ended, empty } = importer(() => service);

beforeAll(async () => {
  service = await startTestService({ TIDINGS_DATABASE_SESSIONS: "5" }, { workerLoops: false });
  let reads = 0;
  // Each step has time for one page of each range.
  ({ jobs, kind } = importsOn(service.store.db, service, () => service.store.db.now() + LEASE * (reads += 1)));
});
afterAll(() => service.end());
beforeEach(() => empty());

const phone = (nth: number): string => `+49151${20_000_000 + nth}`;
const upTo = (n: number): number[] => Array.from({ length: n }, (_, nth) => nth);
const fileOf = (phones: readonly string[]): string => `Mobile\n${phones.join("\n")}\n`;

async function subscribers(): Promise<string[]> {
  const { rows } = await service.pool.query<{ phone: string }>("select phone from subscribers order by phone");
  return rows.map((row) => row.phone);
}

/** Uploads a file and does the steps that read it. */
async function read(file: string): Promise<{ id: string; held: LeasedJob }> {
  const { id } = (await upload(file)).body.data.job;
  const held = (await jobs.claim("test", LEASE))!;
  while ((await job(id)).progress.total === null) expect(await jobs.step(held, LEASE, kind.step)).toBe(true);
  return { id, held };
}

async function finish(held: LeasedJob): Promise<void> {
  while (await jobs.step(held, LEASE, kind.step));
  expect(await wrongCounts(service.pool)).toEqual([]);
}

test("a step merges a page of each half of a large file", async () => {
  const { id, held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  expect(await jobs.step(held, LEASE, kind.step)).toBe(true);
  expect(await subscribers()).toEqual([...upTo(2_000), ...upTo(2_000).map((nth) => HALF + nth)].map(phone));
  expect(await job(id)).toMatchObject({ progress: { done: 4_000, total: PEOPLE }, result: { created: 4_000 } });
  await finish(held);
  expect(await job(id)).toMatchObject({ state: "completed", result: { created: PEOPLE, unchanged: 0 } });
  expect(await subscribers()).toEqual(upTo(PEOPLE).map(phone));
});

test("a step merges further pages of both halves for as long as it has time", async () => {
  const { id, held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  const began = service.store.db.now();
  const { kind: unhurried } = importsOn(service.store.db, service, () => began);
  expect(await jobs.step(held, LEASE, unhurried.step)).toBe(true);
  expect(await job(id)).toMatchObject({ state: "running", progress: { done: PEOPLE, total: PEOPLE } });
  expect(await subscribers()).toEqual(upTo(PEOPLE).map(phone));
  await finish(held);
  expect(await job(id)).toMatchObject({ state: "completed", result: { created: PEOPLE, unchanged: 0 } });
});

test("pages of a step that fails afterwards are not merged again, and their people are counted once", async () => {
  const { id, held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  const step = jobs.step(held, LEASE, async (turn) => {
    await kind.step(turn);
    throw new Error("the process ends here");
  });
  await expect(step).rejects.toThrow("the process ends here");
  expect(await job(id)).toMatchObject({ progress: { done: 0 }, result: { created: 0 } });
  expect(await subscribers()).toHaveLength(4_000);
  await finish(held);
  expect(await job(id)).toMatchObject({ state: "completed", result: { created: PEOPLE, unchanged: 0, updated: 0 } });
  const { rows } = await service.pool.query(
    "select count(*)::int as n, count(distinct subscriber_id)::int as people from consents",
  );
  expect(rows).toEqual([{ n: PEOPLE, people: PEOPLE }]);
});

test("if one half cannot be merged, the step fails once the other half is over, which is kept", async () => {
  const { id, held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  await service.pool.query(`
    create function refuse() returns trigger language plpgsql as 'begin raise exception ''not this one''; end';
    create trigger refuse before insert on subscribers for each row when (new.phone = '${phone(HALF)}')
      execute function refuse()`);
  try {
    await expect(jobs.step(held, LEASE, kind.step)).rejects.toThrow("not this one");
    expect(await subscribers()).toEqual(upTo(2_000).map(phone));
  } finally {
    await service.pool.query("drop trigger refuse on subscribers; drop function refuse()");
  }
  await finish(held);
  expect(await job(id)).toMatchObject({ state: "completed", result: { created: PEOPLE } });
});

test("people who send STOP while a page waits for them stay out, in either half", async () => {
  const left = [phone(5), phone(HALF + 5)];
  for (const mobile of left) {
    await service.pool.query("insert into subscribers (phone, name) values ($1, 'Known')", [mobile]);
  }
  const { id, held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  const client = await service.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from subscribers where phone = any($1) order by phone for update", [left]);
    const step = jobs.step(held, LEASE, kind.step);
    await expect.poll(() => sessionsWaiting(service.pool)).toBe(2);
    await suppress(client, left);
    await client.query("commit");
    await step;
  } finally {
    client.release();
  }
  await finish(held);
  expect(await job(id)).toMatchObject({ result: { created: PEOPLE - 2, suppressed: 2 } });
  const { rows } = await service.pool.query(
    "select count(*)::int as n from memberships m join subscribers s on s.id = m.subscriber_id where s.phone = any($1)",
    [left],
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test("a person who joins while a page is written is a member once, with one consent", async () => {
  const { id, held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  const client = await service.pool.connect();
  try {
    await client.query("begin");
    await client.query(
      `with person as (insert into subscribers (phone, name) values ($1, 'Just joined') returning id, phone)
       insert into memberships (group_id, subscriber_id, phone, state)
       select (select min(id) from groups), id, phone, 'active' from person`,
      [phone(HALF + 5)],
    );
    const step = jobs.step(held, LEASE, kind.step);
    await expect.poll(() => sessionsWaiting(service.pool)).toBe(1);
    await client.query("commit");
    await step;
  } finally {
    client.release();
  }
  await finish(held);
  expect(await job(id)).toMatchObject({ result: { created: PEOPLE - 1, unchanged: 1 } });
  const { rows } = await service.pool.query(
    "select (select count(*) from memberships)::int as members, (select count(*) from consents)::int as consents",
  );
  expect(rows).toEqual([{ members: PEOPLE, consents: PEOPLE - 1 }]);
});

test("an erasure waits for a page that outlived its step", async () => {
  const { held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  await jobs.step(held, LEASE, kind.step);
  const client = await service.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from import_ranges where nth = 1 for update");
    const erasure = service.call("POST", "/privacy/delete", { mobile: phone(HALF), confirm: true });
    await expect.poll(() => sessionsWaiting(service.pool)).toBe(1);
    await client.query("commit");
    expect((await erasure).status).toBe(201);
  } finally {
    client.release();
  }
  await finish(held);
  expect(await subscribers()).toEqual(
    upTo(PEOPLE)
      .filter((nth) => nth !== HALF)
      .map(phone),
  );
});

test("both numbers of a phone are in one half, so that who opts out under one is not added under the other", async () => {
  const rests = upTo(HALF).map((nth) => `11${20_000_000 + nth}`);
  const rows = rests.flatMap((rest, nth) => [
    `+54${rest},${nth === 0 ? "unsubscribed" : "active"}`,
    `+549${rest},active`,
  ]);
  const { held } = await read(`Mobile,Status\n${rows.join("\n")}\n`);
  await finish(held);
  const { rows: members } = await service.pool.query(
    "select phone from memberships where state <> 'left' and phone like '%' || $1",
    [rests[0]],
  );
  expect(members).toEqual([]);
});

test("a canceled import of two halves merges nobody else and leaves nothing of the file", async () => {
  const { id, held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  await jobs.step(held, LEASE, kind.step);
  expect((await service.call("POST", `/jobs/${id}/cancel`)).body.data).toMatchObject({
    state: "canceled",
    result: { created: 4_000 },
  });
  expect(await jobs.step(held, LEASE, kind.step)).toBe(false);
  expect(await subscribers()).toHaveLength(4_000);
  const { rows } = await service.pool.query(
    "select (select count(*) from import_ranges)::int as ranges, (select count(*) from import_people)::int as people",
  );
  expect(rows).toEqual([{ ranges: 0, people: 0 }]);
});

/** Does a step whose process ends after its pages. */
async function breakOff(held: LeasedJob): Promise<void> {
  const step = jobs.step(held, LEASE, async (turn) => {
    await kind.step(turn);
    throw new Error("the process ends here");
  });
  await expect(step).rejects.toThrow("the process ends here");
}

test("an import that is canceled after a step was broken off says how many people that step merged", async () => {
  const { id, held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  await jobs.step(held, LEASE, kind.step);
  await breakOff(held);
  expect((await service.call("POST", `/jobs/${id}/cancel`)).body.data).toMatchObject({
    state: "canceled",
    progress: { done: 8_000, total: PEOPLE },
    result: { rows: PEOPLE, created: 8_000 },
  });
  expect(await subscribers()).toHaveLength(8_000);
});

test("an import that fails in one half says how many people of the other half it has merged", async () => {
  const { id: group } = (await service.call("POST", "/groups", { name: "Short-lived" })).body.data;
  const rows = upTo(PEOPLE).map((nth) => `${phone(nth)},${nth < HALF ? "" : "short-lived"}`);
  const { id, held } = await read(`Mobile,Groups\n${rows.join("\n")}\n`);
  await service.call("DELETE", `/groups/${group}`);
  await jobs.release(held);
  const loop = jobRunner({ store: jobs, kinds: [kind], owner: "a", log: () => undefined, random: Math.random });
  loop.start();
  expect(await ended(id)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("group of this import was deleted"),
    progress: { done: 2_000 },
    result: { created: 2_000 },
  });
  await loop.stop();
  expect(await subscribers()).toEqual(upTo(2_000).map(phone));
});

test("erasures that wait for a step with all sessions of the node do not keep it from ending", async () => {
  const { id, held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  const erased = [1, 2, HALF + 1, HALF + 2].map(phone);
  let erasures: Promise<Answer>[] = [];
  await jobs.step(held, LEASE, async (turn) => {
    erasures = erased.map((mobile) =>
      outsideContext(() => service.call("POST", "/privacy/delete", { mobile, confirm: true })),
    );
    await eventually(async () => (await sessionsWaiting(service.pool)) === erased.length);
    return kind.step(turn);
  });
  expect((await Promise.all(erasures)).map(({ status }) => status)).toEqual(erased.map(() => 201));
  await finish(held);
  expect(await job(id)).toMatchObject({ state: "completed", result: { created: PEOPLE - 2 } });
  expect(await subscribers()).toEqual(
    upTo(PEOPLE)
      .map(phone)
      .filter((one) => !erased.includes(one)),
  );
});

test("erasures that come while a step goes on with further pages get its sessions, and the step ends", async () => {
  const people = 30_000;
  const { id, held } = await read(fileOf(upTo(people).map(phone)));
  const began = service.store.db.now();
  const { kind: unhurried } = importsOn(service.store.db, service, () => began);
  const step = jobs.step(held, LEASE, unhurried.step);
  await expect.poll(async () => (await subscribers()).length, { interval: 5 }).toBeGreaterThan(0);
  const erased = [1, 2, 7, 15_001, 15_002, 15_007].map(phone);
  const erasures = erased.map((mobile) =>
    outsideContext(() => service.call("POST", "/privacy/delete", { mobile, confirm: true })),
  );
  expect((await Promise.all(erasures)).map(({ status }) => status)).toEqual(erased.map(() => 201));
  expect(await step).toBe(true);
  await finish(held);
  expect(await job(id)).toMatchObject({ state: "completed" });
  expect((await subscribers()).filter((one) => erased.includes(one))).toEqual([]);
});

test("an import that an earlier release has begun to merge goes on where that release noted it, whenever that stopped", async () => {
  const { id, held } = await read(fileOf(upTo(5_000).map(phone)));
  await jobs.step(held, LEASE, kind.step);
  // What that release has in place of a range.
  await service.pool.query(
    `update jobs set position = jsonb_build_object('phase', 'merge', 'total', 5000, 'fresh', '[]'::jsonb,
       'after', (select encode(after, 'base64') from import_ranges where import_id = jobs.id))`,
  );
  await service.pool.query("delete from import_ranges");
  expect(await jobs.step(held, LEASE, kind.step)).toBe(true);
  expect(await job(id)).toMatchObject({ progress: { done: 4_000 }, result: { created: 4_000, unchanged: 0 } });
  await finish(held);
  expect(await job(id)).toMatchObject({ state: "completed", result: { rows: 5_000, created: 5_000, unchanged: 0 } });
});

test.each(["update", "skip"])(
  "an import with on_existing=%s that one release has started and another one merges keeps this rule",
  async (rule) => {
    const known = phone(1);
    await service.call("POST", "/newsletter", { name: "Ada", mobile: known, group_id: 1, double_opt_in: false });
    const file = `Mobile,Name\n${known},Beth\n`;
    const { id } = (await upload(file, { on_existing: rule })).body.data.job;
    // What an earlier release reads, and writes.
    const { rows } = await service.pool.query("select params->'plan'->'update' as update from jobs");
    expect(rows).toEqual([{ update: rule === "update" }]);
    await service.pool.query("update jobs set params = params #- '{plan,onExisting}'");
    const held = (await jobs.claim("test", LEASE))!;
    await finish(held);
    expect(await job(id)).toMatchObject({ state: "completed", result: { updated: rule === "update" ? 1 : 0 } });
    const { rows: people } = await service.pool.query("select name from subscribers");
    expect(people).toEqual([{ name: rule === "update" ? "Beth" : "Ada" }]);
  },
);

test("after a step that failed, the next one takes no session beside its own", async () => {
  const { id, held } = await read(fileOf(upTo(PEOPLE).map(phone)));
  await jobs.step({ ...held, claims: 2 }, LEASE, kind.step);
  expect(await subscribers()).toEqual(upTo(1_000).map(phone));
  await finish(held);
  expect(await job(id)).toMatchObject({ state: "completed", result: { created: PEOPLE } });
});
