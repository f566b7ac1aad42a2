import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openPool } from "../../support/database/database.ts";
import { startOwnPostgres, type SharedPostgres } from "../../support/database/own-postgres.ts";
import { eventually } from "../../support/service/processes.ts";
import { callService, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";
import { wrongCounts } from "../../support/people/membership-counts.ts";

const PEOPLE = 40_000;
let postgres: SharedPostgres;
let pool: pg.Pool;
let folder: string;
let service: ServiceProcess;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  pool = openPool(postgres);
  folder = await mkdtemp(join(tmpdir(), "tidings-import-"));
  service = await startServiceProcess({
    DATABASE_URL: postgres.url,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: "sandbox://default",
  });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** null: the database is not there. */
const one = async (sql: string): Promise<any> => (await pool.query(sql).catch(() => null))?.rows[0] ?? null;

test("a database killed while people are merged forgets their pages with what the import noted of them: everybody is there once", async () => {
  const admin = service.admin!;
  const phones = Array.from({ length: PEOPLE }, (_, nth) => `+49151${20_000_000 + nth}`);
  const response = await fetch(`${service.url}/svc/v1/imports`, {
    method: "POST",
    headers: { "content-type": "text/csv", authorization: `Basic ${btoa(`${admin.user}:${admin.password}`)}` },
    body: `Mobile\n${phones.join("\n")}\n`,
  });
  expect(response.status).toBe(201);
  const { id } = ((await response.json()) as { data: { job: { id: string } } }).data.job;

  const merged = async (): Promise<number | null> =>
    (await one("select count(*)::int as n from subscribers"))?.n ?? null;
  // The server flushes its log five times a second by itself: which pages a kill in between forgets is a matter of luck.
  for (const after of [1, PEOPLE / 4]) {
    await eventually(async () => ((await merged()) ?? 0) >= after);
    await postgres.crash!();
    await eventually(async () => (await merged()) !== null);
    // The import was not over: there was something to forget.
    expect(await one("select state from jobs where state = 'running'")).not.toBeNull();
  }

  const job = async () => (await callService(service, admin, `/jobs/${id}`)).body.data;
  await expect.poll(async () => (await job())?.state, { timeout: 150_000 }).toBe("completed");
  expect((await job()).result).toMatchObject({ rows: PEOPLE, invalid: 0, duplicates: 0, created: PEOPLE });
  expect(
    await one(`select (select count(*) from subscribers)::int as people, (select count(*) from memberships)::int as members,
      ((select count(*) from consents) + (select count(*) from consent_records))::int as consents,
      (select count(*) from import_people)::int as staged`),
  ).toEqual({ people: PEOPLE, members: PEOPLE, consents: PEOPLE, staged: 0 });
  expect(await wrongCounts(pool)).toEqual([]);
});
