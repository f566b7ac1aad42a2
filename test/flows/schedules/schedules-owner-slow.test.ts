import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { runOne } from "#domain/schedules/run";
import type { Uuid } from "#lib/ids";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import { everything, schedulerNode } from "../../support/engine/scheduler-node.ts";
import { emptyHost } from "../../support/service/empty-host.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

let node: ReturnType<typeof slowNode>;
beforeEach(async () => {
  node = slowNode();
  await db.pool.query("truncate schedules cascade");
});
afterEach(() => node.workerLoop.stop());

/** A node whose statements take long: each verdict about an owner is two seconds old when it is read. */
function slowNode() {
  let ms = 0;
  return schedulerNode(db, () => everything, {
    host: { ...emptyHost, rightsOf: async (id) => (id % 2 === 1 ? new Set(["svc_sendsms"]) : null) },
    monotonic: { now: () => (ms += 2_000) },
  });
}

/** Overdue schedules; number n belongs to user n of the platform. */
async function plant(count: number): Promise<readonly Uuid[]> {
  const { rows } = await db.pool.query<{ id: Uuid }>(
    `insert into schedules (id, message, zone, start_at, start_wall, next_run, due, if_late, late_after, created_by)
     select gen_random_uuid(), jsonb_build_object('text', 'Hi', 'sender', null, 'flash', false, 'media', '[]'::jsonb,
       'category', 'transactional', 'validFor', null, 'ratePerMinute', null, 'route', 'default',
       'phones', jsonb_build_array('+4915' || (100000000 + n)), 'duplicates', 0, 'invalid', 0, 'audience', null,
       'createdBy', 'test'), 'UTC', at, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS'), at, at, 'send', 900, 'none:' || n
     from (select n, now() - interval '1 minute' as at from generate_series(1, $1::int) as n) as s returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

const states = async () => {
  const text = "select state::text, count(*)::int as count from schedules group by 1 order by 1";
  const { rows } = await db.pool.query<{ state: string; count: number }>(text);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

test("on a database so slow that verdicts about owners expire before they are read, schedules run all the same", async () => {
  await plant(1_100);
  node.workerLoop.start();
  await eventually(async () => (await states())["active"] === undefined);
  expect(await states()).toEqual({ completed: 550, paused: 550 });
});

test("so they do one by one, after a batch that failed", async () => {
  for (const id of await plant(2)) await runOne(node.ports, id);
  expect(await states()).toEqual({ completed: 1, paused: 1 });
});
