import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { deliveriesOf, phonesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
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

const GATE = `
create sequence pages;
create function gate() returns trigger language plpgsql as $$ begin
  if nextval('pages') = 3 then perform pg_advisory_xact_lock(22); end if;
  return new;
end $$;
create trigger gate before update of progress on fanouts for each row
  when (new.progress ->> 'cursor' is not null) execute function gate()`;

async function waiters(): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as n from pg_locks
     where locktype = 'advisory' and objid = 22 and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0].n;
}

test("kill -9 while a segment is resolved loses nobody who matches and texts nobody twice", async () => {
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
  await pool.query(GATE);
  const gate = await pool.connect();
  await gate.query("begin");
  await gate.query("select pg_advisory_xact_lock(22)");
  const sent = await callService(service, admin, "/send", { message: "Hello", segment_ids: [made.body.data.id] });
  expect(sent.status).toBe(200);
  await eventually(async () => (await waiters()) > 0);
  expect(await service.kill("SIGKILL")).toBe("SIGKILL");
  const partly = (await deliveriesOf(pool)).length;
  expect([partly > 0, partly < people.length / 2]).toEqual([true, true]);
  await gate.query("rollback");
  gate.release();
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
  }, 100_000);
  await service.kill("SIGTERM");
  expect((await deliveriesOf(pool)).map(({ phone }) => phone)).toEqual(matching);
  expect(new Set(provider.seen).size).toBe(provider.seen.length);
  const unknown = new Set(await phonesOf(pool, { state: "unknown" }));
  const seen = new Set(provider.seen);
  expect(matching.filter((phone) => !seen.has(phone) && !unknown.has(phone))).toEqual([]);
  expect(provider.seen.filter((phone) => !/[02468]$/.test(phone))).toEqual([]);
  await provider.close();
});
