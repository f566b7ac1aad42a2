import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { runChecks } from "#app/doctor/doctor";
import { openDatabase } from "#store/database";

import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import { hasPooler } from "../../support/database/pgbouncer-programs.ts";
import { startPooler, startRelay } from "../../support/database/pgbouncer.ts";
import { eventually } from "../../support/service/processes.ts";
import { callService, startProvider, startServiceProcess } from "../../support/service/service.ts";

const REMEDY = /lends a session for one transaction only.*direct address/;

let connection: { url: string };
let folder: string;
const open: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  connection = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "tidings-poolers-"));
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

const pooler = async (...args: [which: "installed" | "newer", settings: Record<string, string | number>]) => {
  const started = await startPooler(args[0], connection.url, args[1]);
  open.push(started.stop);
  return started;
};
const settings = (url: string) => ({ DATABASE_URL: url, TIDINGS_DATA: folder });

describe.each(["installed", "newer"] as const)("behind the %s PgBouncer", (which) => {
  describe.runIf(hasPooler(which))("", () => {
    test.each([
      { pool_mode: "transaction" },
      { pool_mode: "transaction", default_pool_size: 1 },
      // Idle sessions are lent in turn, so that two transactions rarely use the same one.
      { pool_mode: "transaction", server_round_robin: 1, min_pool_size: 10 },
      { pool_mode: "transaction", max_prepared_statements: 100 },
      { pool_mode: "statement" },
    ])("%o: a start ends with one sentence that names the remedy, and doctor says it", async (mode) => {
      // The older PgBouncer does not have this setting.
      const { max_prepared_statements: kept, ...known } = mode;
      const { url } = await pooler(
        which,
        which === "newer" && kept ? { ...known, max_prepared_statements: kept } : known,
      );
      const refused = await startServiceProcess(settings(url)).then(
        async (service) => {
          await service.kill("SIGKILL");
          return "it started";
        },
        ({ message }: Error) => message,
      );
      expect(refused).toContain("serve ended (1)");
      expect(refused).toMatch(REMEDY);
      expect(refused.match(/direct address/g)).toHaveLength(1);
      const checkResults = await runChecks(settings(url));
      expect(checkResults.filter(({ level }) => level === "error")).toEqual([
        { level: "error", about: "database", text: expect.stringMatching(REMEDY) },
      ]);
    });

    test("session mode: what is accepted is sent, nodes receive each other's notifications, and no log has a warning", async () => {
      const { url } = await pooler(which, { pool_mode: "session", default_pool_size: 50 });
      const provider = await startProvider(0);
      open.push(provider.close);
      const both = { ...settings(url), TIDINGS_GATEWAY: provider.dsn(), TIDINGS_SECRET_KEY: "k".repeat(40) };
      const api = await startServiceProcess({ ...both, TIDINGS_ROLE: "api" });
      open.push(() => api.kill("SIGTERM"));
      const worker = await startServiceProcess({ ...both, TIDINGS_ROLE: "worker" });
      open.push(() => worker.kill("SIGTERM"));
      const numbers = Array.from({ length: 200 }, (_, at) => `+4915123${String(400_000 + at)}`);
      const sent = await callService(api, api.admin!, "/send", { numbers, message: "Hello" });
      expect(sent.status).toBe(200);
      await provider.reached(200);
      expect(provider.seen.toSorted()).toEqual(numbers);
      expect(await (await fetch(`${worker.url}/readyz`)).json()).toMatchObject({ status: "ready" });
      expect(await (await fetch(`${api.url}/readyz`)).json()).toMatchObject({ status: "ready" });
      expect(api.output() + worker.output()).not.toMatch(/"level":(40|50)/);
    });

    test("session mode: session settings apply although the pooler passes none on", async () => {
      const { url } = await pooler(which, { pool_mode: "session", ignore_startup_parameters: "options" });
      const db = openDatabase(
        { url },
        { max: 2, statementMs: 7_000, monotonic: () => performance.now(), onError: () => undefined },
      );
      open.push(db.close);
      const shown = (): Promise<unknown[]> =>
        db.query(
          "shown",
          "select name, setting from pg_settings where name in ('statement_timeout', 'enable_seqscan', 'TimeZone') order by name",
          [],
        );
      const wanted = [
        { name: "TimeZone", setting: "UTC" },
        { name: "enable_seqscan", setting: "off" },
        { name: "statement_timeout", setting: "7000" },
      ];
      expect(await Promise.all([shown(), shown()])).toEqual([wanted, wanted]);
    });

    test("a transaction-mode pooler that is inserted later is reported once in the log, and by /readyz", async () => {
      // With prepared statements supported, none ever fails: only the sessions themselves reveal it.
      const kept = which === "newer" ? { max_prepared_statements: 100 } : {};
      const { port } = await pooler(which, { pool_mode: "transaction", default_pool_size: 3, ...kept });
      const relay = await startRelay(connection.url);
      open.push(relay.close);
      const service = await startServiceProcess(settings(relay.url));
      open.push(() => service.kill("SIGTERM"));
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      relay.moveTo(port);
      let said = "";
      await eventually(async () => {
        const response = await fetch(`${service.url}/readyz`);
        said = await response.text();
        return response.status === 503 && REMEDY.test(said);
      });
      const lines = service
        .output()
        .split("\n")
        .filter((line) => REMEDY.test(line));
      expect(lines).toHaveLength(1);
    });
  });
});
