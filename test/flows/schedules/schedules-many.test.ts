import { afterEach, beforeEach, expect, test } from "vitest";

import { resumeSchedule } from "#domain/schedules/control";
import type { Uuid } from "#lib/ids";

import { scheduleQueries } from "#store/queries/schedules/schedules";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import { childProgram } from "../../support/service/child-program.ts";
import { startTalker, type Talker } from "../../support/service/processes.ts";
import { everything, schedulerNode } from "../../support/engine/scheduler-node.ts";
import { throughProxy } from "../../support/service/through-proxy.ts";

const CHILD = childProgram("scheduler-child");

let db: TestDatabase;
let children: Talker[] = [];
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.map(({ exited }) => exited));
  children = [];
  await db.drop();
});

/** Schedules of one message each; `at` is SQL for when number n is due. */
async function plant(count: number, at: string, from = 0): Promise<void> {
  await db.pool.query(
    `insert into schedules (id, message, zone, start_at, start_wall, next_run, due, if_late, late_after, created_by)
     select gen_random_uuid(), jsonb_build_object('text', 'Hi', 'sender', null, 'flash', false, 'media', '[]'::jsonb,
       'category', 'transactional', 'validFor', null, 'ratePerMinute', null, 'route', 'default',
       'phones', jsonb_build_array('+4915' || (100000000 + $2 + n)), 'duplicates', 0, 'invalid', 0, 'audience', null,
       'createdBy', 'test'), 'UTC', at, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS'), at, at, 'send', 900, 'test'
     from (select n, ${at} as at from generate_series(0, $1::int - 1) as n) as s`,
    [count, from],
  );
}

async function child(): Promise<Talker> {
  const talker = startTalker(CHILD, { url: (db.connection as { url: string }).url });
  children.push(talker);
  await talker.next("ready");
  return talker;
}

const count = async (sql: string): Promise<number> => (await db.pool.query<{ n: number }>(sql)).rows[0]!.n;

test("two thousand due in one second and two hundred spread out: none twice, none lost, though a node is killed meanwhile", async () => {
  await plant(2_000, "date_trunc('second', now()) + interval '3 seconds'");
  // Five a second for the next while, starting in the same second.
  await plant(200, "date_trunc('second', now()) + interval '3 seconds' + n * interval '15 milliseconds'", 10_000);
  const first = await child();
  await child();
  await eventually(async () => (await count("select count(*) as n from schedule_runs")) > 300);
  first.kill("SIGKILL");
  await eventually(async () => (await count("select count(*) as n from schedule_runs")) === 2_200);
  expect(await count("select count(*) as n from schedules where state = 'completed' and runs = 1")).toBe(2_200);
  expect(await count("select count(*) as n from messages")).toBe(2_200);
  expect(await count("select count(distinct schedule_id) as n from messages")).toBe(2_200);
  expect(await count("select count(*) as n from deliveries")).toBe(2_200);
  expect(await count("select count(distinct phone) as n from deliveries")).toBe(2_200);
  expect(await count("select count(*) as n from events where kind = 'schedule.run'")).toBe(2_200);
  expect(await count("select count(*) as n from schedule_runs where at < run_at")).toBe(0);
});

test("a schedule that is due a moment after a thousand others does not wait for them: it is in the next batch", async () => {
  await plant(1_200, "now() - interval '1 minute'");
  await plant(20, "now() - interval '1 second'", 10_000);
  const node = schedulerNode(db);
  node.workerLoop.start();
  await eventually(async () => (await count("select count(*) as n from schedule_runs")) === 1_220);
  await node.workerLoop.stop();
  const [place] = await db.query<{ last: number }>(
    "place of the last",
    `select max(place)::int as last from (select run_at, rank() over (order by at) as place from schedule_runs) as r
     where run_at > now() - interval '50 seconds'`,
    [],
  );
  // A batch has 500: half the oldest, half the newest.
  expect(place!.last).toBeLessThanOrEqual(500);
});

test("schedules of thousands of numbers each are run by twos and threes, and one that is due a moment later does not wait for them", async () => {
  await plant(12, "now() - interval '1 minute'");
  await db.pool.query(
    `update schedules set message = message || jsonb_build_object('phones',
       (select jsonb_agg('+4916' || (100000000 + n)) from generate_series(1, 9000) n))`,
  );
  await plant(5, "now() - interval '1 second'", 10_000);
  const { claimDue } = scheduleQueries(db, () => undefined);
  const claimed = () =>
    db.ownTransaction(async () => (await claimDue(500)).due.map(({ message }) => message.phones.length));
  const numbers = await claimed();
  expect(numbers.filter((one) => one === 1)).toHaveLength(5);
  expect(numbers.filter((one) => one > 1)).toHaveLength(4);
  const node = schedulerNode(db);
  node.workerLoop.start();
  await eventually(async () => (await count("select count(*) as n from schedule_runs")) === 17);
  await node.workerLoop.stop();
  expect(await count("select count(*) as n from deliveries")).toBe(12 * 9_000 + 5);
  expect(node.logged).toEqual([]);
});

test("the scheduler wakes when the next one is due, and not only at its poll every second", async () => {
  const node = schedulerNode(db);
  node.workerLoop.start();
  for (let turn = 1; turn <= 9; turn += 1) {
    await plant(1, "now() + interval '100 milliseconds'", turn);
    node.workerLoop.wake();
    await eventually(async () => (await count("select count(*) as n from schedule_runs")) === turn);
  }
  await node.workerLoop.stop();
  const [late] = await db.query<{ lag: number }>(
    "lag",
    "select percentile_cont(0.5) within group (order by extract(epoch from at - run_at))::float8 as lag from schedule_runs",
    [],
  );
  // With the poll each would be 0.9 s late.
  expect(late!.lag).toBeLessThan(0.5);
});

test("what the scheduler has claimed is not lost with it: a broken transaction sends nothing and is run again", async () => {
  await plant(50, "now() - n * interval '1 millisecond'");
  let broken = 0;
  const node = schedulerNode(db);
  // The message is written, and the session ends before the schedule moves on.
  const workerLoop = schedulerNode({
    ...db,
    async query(name, text, values) {
      if (name === "record runs" && broken < 2) {
        broken += 1;
        throw Object.assign(new Error("gone"), { code: "57P01" });
      }
      return db.query(name, text, values);
    },
  }).workerLoop;
  workerLoop.start();
  await eventually(async () => (await count("select count(*) as n from schedule_runs")) >= 49);
  await workerLoop.stop();
  expect(broken).toBe(2);
  await db.query("no rest", "update schedules set due = next_run where state = 'active'", []);
  node.workerLoop.start();
  await eventually(async () => (await count("select count(*) as n from schedule_runs")) === 50);
  await node.workerLoop.stop();
  expect(await count("select count(*) as n from messages")).toBe(50);
  expect(await count("select count(distinct phone) as n from deliveries")).toBe(50);
});

test("a batch whose commit was written and its response lost sends no occurrence twice and leaves none out", async () => {
  await plant(30, "now() - n * interval '1 millisecond'");
  const through = await throughProxy(db);
  const lost = through.proxy.breakAt({ statement: "commit", how: "lose answer" });
  const { workerLoop, logged } = schedulerNode(through.db);
  workerLoop.start();
  await lost;
  await eventually(async () => logged.length > 0);
  await eventually(async () => (await count("select count(*) as n from schedules where state = 'completed'")) === 30);
  await workerLoop.stop();
  await through.close();
  expect(await count("select count(*) as n from schedule_runs")).toBe(30);
  expect(await count("select count(*) as n from messages")).toBe(30);
  expect(await count("select count(distinct phone) as n from deliveries")).toBe(30);
});

test("an occurrence that was decided once cannot be decided again, whichever node tries", async () => {
  await plant(1, "date_trunc('second', now())");
  const node = schedulerNode(db);
  node.workerLoop.start();
  await eventually(async () => (await count("select count(*) as n from schedule_runs")) === 1);
  // As if a restored row or an error of ours made it due once more.
  await db.query("again", "update schedules set state = 'active', next_run = start_at, due = start_at", []);
  node.workerLoop.wake();
  await eventually(async () => (await count("select count(*) as n from schedules where state = 'completed'")) === 1);
  await node.workerLoop.stop();
  expect(await count("select count(*) as n from messages")).toBe(1);
  // Nor is it put off again and again: nothing else of this schedule is to come.
  expect(await count("select count(*) as n from events where kind = 'schedule.put_off'")).toBe(0);
  const reason =
    "select count(*) as n from events where kind = 'schedule.skipped' and data->>'reason' = 'decided_before'";
  expect(await count(reason)).toBe(1);
  expect(await count("select count(*) as n from schedule_runs where outcome = 'sent'")).toBe(1);
});

test("without a license due schedules wait, visibly, and continue on their own when one is installed", async () => {
  await plant(5, "now() - interval '1 second'");
  let installed: Parameters<typeof schedulerNode>[1] extends (() => infer T) | undefined ? T : never = { kind: "none" };
  const node = schedulerNode(db, () => installed);
  node.workerLoop.start();
  await eventually(
    async () => (await count("select count(*) as n from schedules where state = 'waiting_license'")) === 5,
  );
  expect(await count("select count(*) as n from messages")).toBe(0);
  installed = { kind: "license", license: { ...everythingLicense(), features: ["recurring"] } };
  expect(await node.ports.schedules.resumeLicensed(["recurring"])).toBe(0);
  installed = everything;
  await eventually(async () => (await count("select count(*) as n from schedules where state = 'completed'")) === 5);
  await node.workerLoop.stop();
  expect(await count("select count(*) as n from messages")).toBe(5);
  expect(await count("select count(*) as n from events where kind = 'schedule.waiting_license'")).toBe(5);
});

test("in the scheduler, daily schedules keep their local time and monthly ones their last day", async () => {
  const zone = "Europe/Berlin";
  const seed = async (unit: string, wall: string): Promise<void> => {
    await db.pool.query(
      `insert into schedules (id, message, zone, start_at, start_wall, every, unit, next_run, due, if_late, late_after, created_by)
       select gen_random_uuid(), jsonb_build_object('text', 'Hi', 'sender', null, 'flash', false, 'media', '[]'::jsonb,
         'category', 'transactional', 'validFor', null, 'ratePerMinute', null, 'route', 'default',
         'phones', jsonb_build_array('+4915112345678'), 'duplicates', 0, 'invalid', 0, 'audience', null,
         'createdBy', 'test'), $2, at, $3, 1, $1, at, at, 'send', 900, 'test'
       from (select $3::timestamp at time zone $2 as at) as s`,
      [unit, zone, wall],
    );
  };
  // A summer and a winter morning: one of them is on the other side of the clock change, whenever this runs.
  await seed("day", "2025-07-01T09:00:00.000");
  await seed("day", "2025-01-01T09:00:00.000");
  await seed("month", "2025-01-31T09:00:00.000");
  const node = schedulerNode(db);
  node.workerLoop.start();
  await eventually(async () => (await count("select count(*) as n from schedule_runs")) === 3);
  await node.workerLoop.stop();
  const { rows } = await db.pool.query<{ unit: string; wall: string; last: boolean; ahead: boolean }>(
    `select unit, to_char(next_run at time zone zone, 'HH24:MI') as wall, next_run > now() as ahead,
       extract(day from (next_run at time zone zone) + interval '1 day') = 1 as last
     from schedules order by unit`,
  );
  expect(rows.map(({ wall, ahead }) => [wall, ahead])).toEqual(Array(3).fill(["09:00", true]));
  expect(rows.find(({ unit }) => unit === "month")!.last).toBe(true);
});

test("after the database's clock was a year ahead for a moment and ran what was due then, the runs of this year are not lost", async () => {
  await plant(5, "date_trunc('second', now()) - interval '1 hour'");
  // As such a clock has left them: a daily one, one whose last run seemed to be over, a paused one, one whose next run
  // somebody has skipped, and one that is to begin in a year.
  await db.pool.query(
    `with numbered as (select id, row_number() over (order by message->>'phones') as n from schedules)
     update schedules s set every = 1, unit = 'day', if_late = 'skip', runs = 1, due = null,
       start_at = case when n = 5 then now() + interval '366 days' else s.start_at end,
       next_run = case n when 2 then null when 5 then now() + interval '366 days' else s.next_run + interval '366 days' end,
       last_run = now() + interval '365 days', until = case n when 2 then now() + interval '30 days' end,
       state = case n when 2 then 'completed' when 3 then 'paused' else 'active' end::schedule_state
     from numbered where numbered.id = s.id`,
  );
  await db.pool.query("update schedules set due = next_run");
  await db.pool.query(
    `insert into schedule_runs (schedule_id, run_at, at, outcome, reason)
     select id, start_at + interval '1 day', now(), 'skipped', 'by_request' from schedules
     where message->>'phones' like '%100000003%'`,
  );
  const node = schedulerNode(db);
  node.workerLoop.start();
  const hours = async () =>
    (
      await db.pool.query<{ state: string; hours: number }>(
        "select state, round(extract(epoch from next_run - now()) / 3600)::int as hours from schedules order by message->>'phones'",
      )
    ).rows.map(({ state, hours }) => `${state} ${hours}`);
  await eventually(async () => (await hours()).includes("active 23"));
  await node.workerLoop.stop();
  expect(await hours()).toEqual(["active 23", "active 23", "paused 23", "active 47", `active ${366 * 24}`]);
  expect(await count("select count(*) as n from messages")).toBe(0);
  expect(await count("select count(*) as n from events where kind = 'schedule.changed'")).toBe(4);
  expect(node.logged).toMatchObject([{ level: "warn", count: 4 }]);
});

test("a node whose clock is ten minutes ahead runs nothing early", async () => {
  await plant(20, "now() + interval '400 milliseconds' + n * interval '20 milliseconds'");
  const node = schedulerNode({ ...db, now: () => db.now() + 600_000 });
  node.workerLoop.start();
  await eventually(async () => (await count("select count(*) as n from schedule_runs")) === 20);
  await node.workerLoop.stop();
  expect(await count("select count(*) as n from schedule_runs where at < run_at")).toBe(0);
});

test.each([8 * 3_600_000, -8 * 3_600_000])(
  "a node whose clock is off by %i ms judges what is due, and what a resume makes up for, by the database's clock",
  async (distance) => {
    await plant(4, "now() - interval '125 minutes'");
    await db.pool.query(
      `with numbered as (select id, row_number() over (order by message->>'phones') as n from schedules)
       update schedules s set if_late = case n when 1 then 'skip' else 'send' end,
         every = case when n > 2 then 1 end, unit = case when n > 2 then 'hour' end,
         state = case n when 4 then 'paused' else state end
       from numbered where numbered.id = s.id`,
    );
    let off = distance;
    const syncClock = async (): Promise<void> => void (off = 0);
    const node = schedulerNode({ ...db, now: () => db.now() + off, syncClock });
    const paused = await db.pool.query<{ id: Uuid }>("select id from schedules where state = 'paused'");
    await resumeSchedule(node.ports, paused.rows[0]!.id, "tester");
    node.workerLoop.start();
    await eventually(async () => (await count("select count(*) as n from schedules where due <= now()")) === 0);
    await node.workerLoop.stop();
    const { rows } = await db.pool.query(
      `select r.outcome, r.missed, round(extract(epoch from r.at - r.run_at) / 60)::int as late
       from schedule_runs r join schedules s on s.id = r.schedule_id order by s.message->>'phones', r.run_at`,
    );
    expect(rows).toEqual([
      { outcome: "skipped", missed: 0, late: 125 },
      { outcome: "sent", missed: 0, late: 125 },
      { outcome: "sent", missed: 2, late: 5 },
    ]);
    expect(
      await count("select count(*) as n from schedules where next_run - now() between '54 min' and '56 min'"),
    ).toBe(2);
  },
);

function everythingLicense() {
  if (everything.kind !== "license") throw new Error("it is one");
  return everything.license;
}
