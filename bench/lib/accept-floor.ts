import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import pg from "pg";

import { migrate } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";

import { startOwnPostgres } from "../../test/support/database/own-postgres.ts";
import { cpuMicros } from "./cpu.ts";
import { countedIn, type Accepting } from "./tidings.ts";

const SERVER = fileURLToPath(new URL("accept-floor-server.ts", import.meta.url));

/** The floor of `accept`, on a fresh embedded database with our schema and the durability of the service's. */
export async function startAcceptFloor(): Promise<Accepting> {
  const postgres = await startOwnPostgres();
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  pool.on("error", () => undefined);
  await migrate(pool);
  await ensurePartitions(pool, Date.now());
  const child = spawn(process.execPath, [SERVER, postgres.url], { stdio: ["ignore", "pipe", "inherit"] });
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    url,
    authorization: "",
    cpu: () => ({
      node: cpuMicros(child.pid!, { children: false }),
      postgres: cpuMicros(postgres.pid()!, { children: true }),
    }),
    counted: () => countedIn(async (text) => (await pool.query(text)).rows),
    async stop() {
      child.kill();
      await once(child, "exit");
      await pool.end();
      await postgres.stop();
    },
  };
}
