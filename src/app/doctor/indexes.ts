import type { Db } from "#store/database";
import { areIndexesNoticed, hasExtension, missingIndexes } from "#store/indexes";

import { warning, type CheckResult } from "./check-result.ts";

/** Indexes that only make reads faster, if there is enough to read. */
export async function checkIndexes(db: Pick<Db, "pool">): Promise<readonly CheckResult[]> {
  const missing = await missingIndexes(db.pool);
  if (missing.length === 0 || !(await areIndexesNoticed(db.pool))) return [];
  return Promise.all(
    missing.map(async ({ name, extension, without }): Promise<CheckResult> => {
      const remedy =
        extension === undefined || (await hasExtension(db.pool, extension))
          ? "A running service builds it within an hour if its role owns the tables; otherwise run as their owner: tidings migrate"
          : `The server does not have the extension ${extension}: install it there (Debian: postgresql-contrib), then run: tidings migrate`;
      return warning("database", `The index ${name} is missing or being built: until then ${without}. ${remedy}`);
    }),
  );
}
