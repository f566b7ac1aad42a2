import { borrowPostgres, startOwnPostgres, type SharedPostgres } from "../../test/support/database/own-postgres.ts";
import type { Settings } from "../lib/scenario.ts";

/** The options of every scenario in this folder. */
export const databaseOption = {
  database: ["", "URL of a server to use instead of a private one; it is not killed"],
} as const;

let made = 0;

/** A fresh private PostgreSQL, or a fresh database of the server that `--database` names. */
export async function openPostgres(settings: Settings): Promise<SharedPostgres> {
  const server = settings.text("database");
  if (server === "") return startOwnPostgres();
  made += 1;
  return borrowPostgres(server, `bench_${process.pid}_${made}`);
}
