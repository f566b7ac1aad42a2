import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { startListeningService, type ListeningService } from "../../support/service/listening-service.ts";
import { callService } from "../../support/service/service.ts";
import { withDatabase } from "../../support/service/urls.ts";

// In Turkish, the lower case of I is ı, and the upper case of i is İ: PostgreSQL folds by the database's locale.

const name = `t_turkish_${randomBytes(6).toString("hex")}`;
let folder: string;
let service: ListeningService;

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgres") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await onServer(`create database ${name} template template0 encoding utf8 locale_provider icu icu_locale 'tr-TR'`);
  folder = await mkdtemp(join(tmpdir(), "tidings-turkish-"));
  service = await startListeningService({
    DATABASE_URL: withDatabase(inject("postgres"), name),
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: "sandbox://default",
  });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
  await onServer(`drop database if exists ${name} with (force)`);
});

test("a user signs in with either case of I, and nobody else gets the same name", async () => {
  const call = (path: string, body: object) => callService(service, service.admin, path, body);
  const add = (username: string, email: string) =>
    call("/users", { username, email, name: "Ingrid", password: "correct horse battery", roles: ["administrator"] });
  expect((await add("ingrid", "ingrid@example.test")).status).toBe(201);
  expect((await add("LINDI", "LINDI@EXAMPLE.TEST")).status).toBe(201);
  for (const taken of ["INGRID", "Ingrid", "lindi"]) {
    expect([taken, (await add(taken, `${taken}.other@example.test`)).status]).toEqual([taken, 409]);
  }
  for (const login of [
    "ingrid",
    "INGRID",
    "Ingrid@example.test",
    "INGRID@EXAMPLE.TEST",
    "lindi",
    "Lindi",
    "lindi@example.test",
  ]) {
    const answer = await fetch(`${service.url}/svc/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: service.url },
      body: JSON.stringify({ login, password: "correct horse battery" }),
    });
    expect([login, answer.status]).toEqual([login, 200]);
  }
});
