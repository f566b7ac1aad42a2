import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { deliveriesOf, phonesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { gateAt } from "../../support/engine/gate.ts";
import { endLeases } from "../../support/engine/leases.ts";
import { fillGroup } from "../../support/people/subscribers.ts";
import { callService, startProvider, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";

let connection: { url: string };
let folder: string;
let pool: pg.Pool;
beforeAll(async () => {
  connection = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "tidings-segment-"));
  pool = openPool(connection);
});
afterAll(async () => {
  await pool.end();
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

test("kill -9 while a segment is resolved loses no one who matches and texts no one twice", async () => {
  const provider = await startProvider(1);
  const settings = { DATABASE_URL: connection.url, TIDINGS_DATA: folder, TIDINGS_GATEWAY: provider.dsn() };
  let service: ServiceProcess = await startServiceProcess(settings);
  const admin = service.admin!;
  const people = numbers(24_000);
  await fillGroup(pool, 1, people.length);
  await pool.query(`update subscribers set custom_fields = '{"city":"Bonn"}' where phone ~ '[02468]$'`);
  await pool.query("analyze subscribers, memberships");
  const filter = { all: [{ field: "custom_fields.city", op: "is", value: "Bonn" }] };
  const made = await callService(service, admin, "/segments", { name: "Bonn", filter });
  // The third page of the fan-out waits at the gate.
  const gate = await gateAt(pool, {
    table: "fanouts",
    column: "progress",
    when: "new.progress ->> 'cursor' is not null",
    nth: 3,
  });
  const sent = await callService(service, admin, "/send", { message: "Hello", segment_ids: [made.body.data.id] });
  expect(sent.status).toBe(200);
  await eventually(() => gate.isReached());
  expect(await service.kill("SIGKILL")).toBe("SIGKILL");
  const partly = (await deliveriesOf(pool)).length;
  expect([partly > 0, partly < people.length / 2]).toEqual([true, true]);
  await gate.open();
  await endLeases(pool);
  service = await startServiceProcess(settings);
  await provider.reached(5_000);
  expect(await service.kill("SIGKILL")).toBe("SIGKILL");
  await endLeases(pool);
  service = await startServiceProcess(settings);
  const matching = people.filter((phone) => /[02468]$/.test(phone)).toSorted();
  await eventually(async () => {
    const { rows: done } = await pool.query("select 1 from messages where state = 'completed'");
    return done.length === 1;
  });
  await service.kill("SIGTERM");
  expect((await deliveriesOf(pool)).map(({ phone }) => phone)).toEqual(matching);
  expect(new Set(provider.seen).size).toBe(provider.seen.length);
  const unknown = new Set(await phonesOf(pool, { state: "unknown" }));
  const seen = new Set(provider.seen);
  expect(matching.filter((phone) => !seen.has(phone) && !unknown.has(phone))).toEqual([]);
  expect(provider.seen.filter((phone) => !/[02468]$/.test(phone))).toEqual([]);
  await provider.close();
});
