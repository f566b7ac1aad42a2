import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { phonesOf, statesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { endLeases } from "../../support/engine/leases.ts";
import { callService, startProvider, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";

let connection: { url: string };
let folder: string;
let pool: pg.Pool;
beforeAll(async () => {
  connection = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "tidings-crash-"));
  pool = openPool(connection);
});
afterAll(async () => {
  await pool.end();
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

const counts = async (): Promise<Record<string, number>> => {
  return statesOf(pool);
};

test("kill -9 in the middle of a campaign loses no message and sends none twice", async () => {
  const provider = await startProvider(5);
  const settings = { DATABASE_URL: connection.url, TIDINGS_DATA: folder, TIDINGS_GATEWAY: provider.dsn() };
  const people = numbers(3_000);
  let service: ServiceProcess = await startServiceProcess(settings);
  const admin = service.admin!;
  for (let from = 0; from < people.length; from += 1_000) {
    const answer = await callService(service, admin, "/send", {
      numbers: people.slice(from, from + 1_000),
      message: "Hello",
    });
    expect(answer.status).toBe(200);
  }
  for (const share of [400, 1_200]) {
    await provider.reached(share);
    expect(await service.kill("SIGKILL")).toBe("SIGKILL");
    await endLeases(pool);
    service = await startServiceProcess(settings);
  }
  await eventually(async () => {
    const { rows } = await pool.query("select count(*)::int as n from messages where state = 'completed'");
    return rows[0].n === 3;
  });
  await service.kill("SIGTERM");

  const unknown = await phonesOf(pool, { state: "unknown" });
  const seen = new Set(provider.seen);
  expect(provider.seen.length - seen.size).toBe(0);
  expect(people.filter((phone) => !seen.has(phone) && !unknown.includes(phone))).toEqual([]);
  // In flight: at most two windows at each kill.
  expect(unknown.length).toBeLessThanOrEqual(2 * 40);
  const states = await counts();
  expect((states["sent"] ?? 0) + (states["unknown"] ?? 0)).toBe(people.length);
  await provider.close();
});

test("SIGTERM completes deliveries in flight and leaves the rest to the next start", async () => {
  await pool.query("truncate messages, deliveries, chunks, retries");
  const provider = await startProvider(20);
  const settings = { DATABASE_URL: connection.url, TIDINGS_DATA: folder, TIDINGS_GATEWAY: provider.dsn() };
  const people = numbers(1_000, 50_000);
  const { rows } = await pool.query("select 1 from users");
  expect(rows).toHaveLength(1);
  const admin = await administrator(settings);
  const first = await startServiceProcess(settings);
  expect((await callService(first, admin, "/send", { numbers: people, message: "Hello" })).status).toBe(200);
  await provider.reached(200);
  expect(await first.kill("SIGTERM")).toBe(0);
  expect((await counts())["sending"]).toBeUndefined();
  expect((await counts())["unknown"]).toBeUndefined();

  const second = await startServiceProcess(settings);
  await eventually(async () => (await counts())["sent"] === people.length);
  await second.kill("SIGTERM");
  expect(new Set(provider.seen).size).toBe(people.length);
  expect(provider.seen).toHaveLength(people.length);
  await provider.close();
});

/**
 * The password of the first start was deleted with the first test: a new administrator is created in an empty table.
 */
async function administrator(settings: Record<string, string>) {
  await pool.query("truncate users cascade");
  const service = await startServiceProcess(settings);
  await service.kill("SIGTERM");
  return service.admin!;
}
