import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { endLeases } from "../../support/engine/leases.ts";
import { callService, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";

let connection: { url: string };
let folder: string;
let pool: pg.Pool;
beforeAll(async () => {
  connection = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "tidings-import-"));
  pool = openPool(connection);
});
afterAll(async () => {
  await pool.end();
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

const PEOPLE = 30_000;
const GROUPS = 20;

test(
  "kill -9 while a file is read and while its people are merged loses nobody and doubles nothing, no group either",
  { timeout: 300_000 },
  async () => {
    const settings = { DATABASE_URL: connection.url, TIDINGS_DATA: folder, TIDINGS_GATEWAY: "sandbox://default" };
    let service: ServiceProcess = await startServiceProcess(settings);
    const admin = service.admin!;
    const rows = Array.from(
      { length: PEOPLE },
      (_, nth) => `P${nth},${nth % 50 === 0 ? "12" : `+49151${20_000_000 + nth}`},"Even, Group ${nth % GROUPS}"\n`,
    );
    const response = await fetch(`${service.url}/svc/v1/imports?on_unknown_group=create`, {
      method: "POST",
      headers: { "content-type": "text/csv", authorization: `Basic ${btoa(`${admin.user}:${admin.password}`)}` },
      body: `Name,Mobile,Groups\n${rows.join("")}`,
    });
    expect(response.status).toBe(201);
    const { id } = ((await response.json()) as { data: { job: { id: string } } }).data.job;

    for (const table of ["import_people", "subscribers"]) {
      await expect
        .poll(async () => (await pool.query(`select from ${table} limit 1`)).rowCount, { interval: 5, timeout: 60_000 })
        .toBe(1);
      expect(await service.kill("SIGKILL")).toBe("SIGKILL");
      const { rows: stopped } = await pool.query("select state from jobs");
      expect(stopped).toEqual([{ state: "running" }]);
      await endLeases(pool);
      service = await startServiceProcess(settings);
    }

    const job = async () => (await callService(service, admin, `/jobs/${id}`)).body.data;
    await expect.poll(async () => (await job()).state, { timeout: 150_000 }).toBe("completed");
    const { result } = await job();
    await service.kill("SIGTERM");
    expect(result).toMatchObject({ rows: PEOPLE, invalid: PEOPLE / 50, duplicates: 0, created: (PEOPLE * 49) / 50 });
    const { rows: found } = await pool.query(
      "select (select count(*) from subscribers)::int as people, (select count(*) from memberships)::int as members, ((select count(*) from consents) + (select count(*) from consent_records))::int as consents, (select count(*) from import_issues)::int as issues, (select count(*) from import_people)::int as staged",
    );
    const people = (PEOPLE * 49) / 50;
    const memberships = 2 * people;
    expect(found).toEqual([{ people, members: memberships, consents: memberships, issues: PEOPLE / 50, staged: 0 }]);
    const { rows: groups } = await pool.query(
      "select id::int, name, (select count(*) from memberships where group_id = groups.id)::int as people from groups where id > 1",
    );
    expect(groups).toHaveLength(GROUPS + 1);
    expect(result.new_groups).toHaveLength(GROUPS + 1);
    expect(groups).toEqual(expect.arrayContaining(result.new_groups));
  },
);
