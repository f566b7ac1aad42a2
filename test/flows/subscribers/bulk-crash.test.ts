import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { suppress } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { gateAt } from "../../support/engine/gate.ts";
import { fillGroup } from "../../support/people/subscribers.ts";
import { callService, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";

let connection: { url: string };
let folder: string;
let pool: pg.Pool;
beforeAll(async () => {
  connection = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "tidings-bulk-"));
  pool = openPool(connection);
});
afterAll(async () => {
  await pool.end();
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});
const one = async (text: string): Promise<any> => (await pool.query(text)).rows[0];

test("a bulk action on 5,000 people that kill -9 interrupts ends with exact counts, and so does its undo", async () => {
  const settings = {
    DATABASE_URL: connection.url,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: "sandbox://default",
  };
  let service: ServiceProcess = await startServiceProcess(settings);
  const admin = service.admin!;
  await fillGroup(pool, 1, 5_000);
  await suppress(pool, numbers(5_000).slice(100, 107));
  const group = (await callService(service, admin, "/groups", { name: "second" })).body.data.id;
  const gate = await gateAt(pool, { table: "jobs", column: "position", when: "true", nth: 4 });
  const started = await callService(service, admin, "/subscribers/bulk", {
    action: "add_to_group",
    group_id: group,
    double_opt_in: false,
    filter: { all: [{ field: "group_id", op: "is", value: 1 }] },
  });
  expect([started.status, started.body.data.progress]).toEqual([201, { done: 0, total: 5_000 }]);
  await eventually(() => gate.isReached());
  expect(await service.kill("SIGKILL")).toBe("SIGKILL");
  const partly = await one(`select count(*)::int as n from memberships where group_id = ${group}`);
  expect(partly.n).toBeGreaterThan(0);
  expect(partly.n).toBeLessThan(5_000);
  await gate.open();
  await pool.query("update jobs set due = now()");
  service = await startServiceProcess(settings);
  const job = async () => (await callService(service, admin, `/jobs/${started.body.data.id}`)).body.data;
  await eventually(async () => (await job()).state === "completed");
  expect(await job()).toMatchObject({
    progress: { done: 5_000, total: 5_000 },
    result: { action: "add_to_group", changed: 4_993, unchanged: 7 },
  });
  expect(
    await one(`select
      (select count(*) from memberships where group_id = ${group} and state = 'active')::int as members,
      (select count(*) from consent_records where group_id = ${group} and kind = 'subscribed')::int as consents,
      (select count(distinct person_id) from consent_records where group_id = ${group})::int as consenting,
      (select count(*) from events where kind = 'new_subscriber')::int as events,
      (select count(distinct phone) from events where kind = 'new_subscriber')::int as people,
      (select count(*) from messages)::int as messages`),
  ).toEqual({ members: 4_993, consents: 4_993, consenting: 4_993, events: 4_993, people: 4_993, messages: 0 });

  // Its undo is interrupted likewise.
  const undoGate = await gateAt(pool, { table: "jobs", column: "position", when: "new.undoes is not null", nth: 4 });
  const undo = await callService(service, admin, `/jobs/${started.body.data.id}/undo`, {});
  expect(undo.status).toBe(201);
  await eventually(() => undoGate.isReached());
  expect(await service.kill("SIGKILL")).toBe("SIGKILL");
  const remaining = await one(`select count(*)::int as n from memberships where group_id = ${group}`);
  expect(remaining.n).toBeGreaterThan(0);
  expect(remaining.n).toBeLessThan(4_993);
  await undoGate.open();
  await pool.query("update jobs set due = now()");
  service = await startServiceProcess(settings);
  const undoing = async () => (await callService(service, admin, `/jobs/${undo.body.data.id}`)).body.data;
  await eventually(async () => (await undoing()).state === "completed");
  expect(await undoing()).toMatchObject({
    progress: { done: 4_993, total: 4_993 },
    result: { action: "undo", changed: 4_993, unchanged: 0 },
  });
  await service.kill("SIGTERM");
  expect(
    await one(`select
      (select count(*) from memberships where group_id = ${group})::int as memberships,
      (select count(*) from memberships where group_id = 1 and state = 'active')::int as members,
      (select count(*) from consent_records where group_id = ${group} and kind = 'left')::int as consents,
      (select count(*) from events where kind = 'subscriber.unsubscribed')::int as events,
      (select count(*) from bulk_joins)::int as recorded`),
  ).toEqual({ memberships: 0, members: 5_000, consents: 4_993, events: 4_993, recorded: 0 });
});
