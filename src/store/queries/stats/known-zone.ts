import type { Db } from "../../database.ts";

const KNOWN = "select exists (select from pg_timezone_names where lower(name) = lower($1)) as known";

/** Whether the database knows a time zone. It brings a list of its own, or reads that of its system. */
export async function knowsZone(db: Pick<Db, "query">, zone: string): Promise<boolean> {
  const [row] = await db.query<{ known: boolean }>("known zone", KNOWN, [zone]);
  return row!.known;
}
