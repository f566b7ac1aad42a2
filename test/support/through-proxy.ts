import { openDatabase, type Db } from "#store/database";

import type { TestDatabase } from "./database.ts";
import { startPgProxy } from "./pg-proxy.ts";

/** The same database, reached over a wire that can be broken. */
export async function throughProxy(database: TestDatabase, options: { statementMs?: number } = {}) {
  const { connection } = database;
  if (!("url" in connection)) throw new Error("a test database has a URL");
  const proxy = await startPgProxy(connection.url);
  const db: Db = openDatabase(
    { url: proxy.url },
    {
      max: 10,
      statementMs: options.statementMs ?? 20_000,
      monotonic: () => performance.timeOrigin + performance.now(),
      onError: () => undefined,
    },
  );
  await db.syncClock();
  return {
    db,
    proxy,
    async close() {
      await db.close();
      await proxy.close();
    },
  };
}
