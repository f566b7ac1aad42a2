import type { TestDatabase } from "../database/database.ts";
import { openDb } from "../database/open-db.ts";
import { startPgProxy } from "../database/pg-proxy.ts";

/** The same database, reached over a connection that can be broken. */
export async function throughProxy(database: TestDatabase, options: { statementMs?: number } = {}) {
  const { connection } = database;
  if (!("url" in connection)) throw new Error("a test database has a URL");
  const proxy = await startPgProxy(connection.url);
  const db = await openDb({ url: proxy.url }, { max: 10, ...options });
  return {
    db,
    proxy,
    async close() {
      await db.close();
      await proxy.close();
    },
  };
}
