import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { expect, test } from "vitest";

import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { callService, startServiceProcess } from "../../support/service/service.ts";

test("SIGTERM ends the service within ten seconds beside a gateway that never answers", async () => {
  const connection = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tidings-stop-"));
  const provider = await startScriptedProvider(() => null);
  const service = await startServiceProcess({
    DATABASE_URL: connection.url,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: provider.dsn("&window=4&timeout=60"),
  });
  const sent = await callService(service, service.admin!, "/send", { numbers: numbers(20), message: "Hello" });
  expect(sent.status).toBe(200);
  await eventually(async () => provider.seen.length === 3);
  // After nine and a half seconds it would exit with 1.
  expect(await service.kill("SIGTERM")).toBe(0);

  const client = new pg.Client({ connectionString: connection.url });
  await client.connect();
  const { rows } = await client.query(
    "select state::text, count(*)::int as n from deliveries group by state order by 2",
  );
  expect(rows).toEqual([
    { state: "unknown", n: 3 },
    { state: "queued", n: 17 },
  ]);
  await client.end();
  await provider.close();
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});
