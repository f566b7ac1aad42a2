import type { Db } from "../../database.ts";

/**
 * Stores the secret key's fingerprint at the first start. false: the database was sealed with another key, and this one
 * could open none of its secrets.
 */
export async function claimSecretKey(db: Db, fingerprint: Buffer): Promise<boolean> {
  const [row] = await db.query<{ key_fingerprint: Buffer }>(
    "claim key",
    "update installation set key_fingerprint = coalesce(key_fingerprint, $1) returning key_fingerprint",
    [fingerprint],
  );
  return row!.key_fingerprint.equals(fingerprint);
}

/** Like {@link claimSecretKey}, but does not store a key in a database without one. */
export async function fitsSecretKey(db: Db, fingerprint: Buffer): Promise<boolean> {
  const [row] = await db.query<{ fits: boolean }>(
    "key fits",
    "select coalesce(key_fingerprint, $1) = $1 as fits from installation",
    [fingerprint],
  );
  return row!.fits;
}

/** Whether any key has sealed this database. */
export async function isSealed(db: Db): Promise<boolean> {
  const [row] = await db.query<{ sealed: boolean }>(
    "is sealed",
    "select key_fingerprint is not null as sealed from installation",
    [],
  );
  return row!.sealed;
}

/**
 * Whether all of these partitions exist and are attached to their parents. A partition is first created as a separate
 * table: until it is attached, rows find none.
 */
export async function hasPartitions(db: Db, names: readonly string[]): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    "has partitions",
    `select bool_and(exists (select from pg_inherits where inhrelid = to_regclass(name))) as found
from unnest($1::text[]) as name`,
    [names],
  );
  return row!.found;
}
