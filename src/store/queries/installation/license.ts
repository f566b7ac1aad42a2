import { sql } from "kysely";

import type { Db } from "../../database.ts";

const NAME = "license";

/** The license that was installed by command, or null. */
export async function installedToken(db: Db): Promise<string | null> {
  const [row] = await db.query<{ value: unknown }>("installed license", "select value from settings where name = $1", [
    NAME,
  ]);
  return typeof row?.value === "string" ? row.value : null;
}

/** Puts a license in the place of the last one; every node reads it within seconds. */
export async function installToken(db: Db, token: string): Promise<void> {
  const value = JSON.stringify(token);
  await db
    .db()
    .insertInto("settings")
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value, updated_at: sql`now()` }))
    .execute();
}
