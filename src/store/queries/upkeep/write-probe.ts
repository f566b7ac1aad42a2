import type { Db } from "../../database.ts";

/** Two rows do not fit on a page of 8 kB. */
const FILLER = "x".repeat(4_100);
/** One megabyte. */
const MOST = 128;

/**
 * Writes a page and commits it, as the next message would be. Rejects if nothing can be written: a full disk, a
 * read-only server, `default_transaction_read_only`.
 */
export async function probeWrite(db: Db): Promise<void> {
  const [row] = await db.query<{ id: number }>(
    "write probe",
    "insert into write_probes (filler) values ($1) returning id",
    [FILLER],
  );
  // If a backup or another node holds the table, a later probe empties it.
  if (row!.id >= MOST) await empty(db).catch(() => undefined);
}

async function empty(db: Db): Promise<void> {
  await db.ownTransaction(async () => {
    await db.query("write probes lock", "lock table write_probes in access exclusive mode nowait", []);
    await db.query("write probes empty", "truncate write_probes restart identity", []);
  });
}
