import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { findEmbedded } from "#store/embedded/find";

import { startServiceProcess, type ServiceProcess } from "../../test/support/service/service.ts";
import { cpuMicros } from "./cpu.ts";

export type Counted = { readonly messages: number; readonly numbers: number; readonly rows: number };

/** A program that accepts messages durably in a database that the bench created. */
export type Accepting = {
  readonly url: string;
  /** The Authorization header of the first administrator. */
  readonly authorization: string;
  /** CPU time so far, in microseconds: our process, and the database with all its sessions. */
  cpu(): { readonly node: number; readonly postgres: number };
  /** What is committed, once it no longer changes. */
  counted(): Promise<Counted>;
  stop(): Promise<void>;
};

export type BenchService = Accepting & {
  readonly service: ServiceProcess;
  query(text: string): Promise<Record<string, unknown>[]>;
};

/** Starts the real service as its own process on a fresh embedded database. */
export async function startTidings(gateway: string): Promise<BenchService> {
  const folder = await mkdtemp(join(tmpdir(), "tidings-bench-"));
  const service = await startServiceProcess({
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: gateway,
    TIDINGS_LOG_LEVEL: "warn",
  });
  const where = findEmbedded(folder);
  if (!where || !service.admin) throw new Error(`no embedded database runs for ${folder}: ${service.output()}`);
  const pool = new pg.Pool({ ...where, max: 1 });
  pool.on("error", () => undefined);
  const postmaster = await postmasterOf(folder);
  const query = async (text: string): Promise<Record<string, unknown>[]> => (await pool.query(text)).rows;

  return {
    service,
    url: service.url,
    authorization: `Basic ${Buffer.from(`${service.admin.user}:${service.admin.password}`).toString("base64")}`,
    cpu: () => ({
      node: cpuMicros(service.pid, { children: false }),
      postgres: cpuMicros(postmaster, { children: true }),
    }),
    counted: () => countedIn(query),
    query,
    async stop() {
      await pool.end();
      await service.kill("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What is committed, once it no longer changes. */
export async function countedIn(query: (text: string) => Promise<Record<string, unknown>[]>): Promise<Counted> {
  const count = async (): Promise<Counted> => {
    const [row] = await query(`select (select count(*) from messages)::int as messages,
      count(*)::int as rows, count(distinct phone)::int as numbers from deliveries`);
    return row as unknown as Counted;
  };
  let before = await count();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const now = await count();
    if (now.rows === before.rows) return now;
    before = now;
  }
}

async function postmasterOf(folder: string): Promise<number> {
  const file = join(folder, "pg", "18", "data", "postmaster.pid");
  return Number((await readFile(file, "utf8")).split("\n")[0]);
}
