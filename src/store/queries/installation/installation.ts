import type { Db } from "../../database.ts";

/**
 * Leaves the secret key's fingerprint at the first start. false: the database was sealed with another key, and
 * this one could open none of its secrets.
 */
export async function claimSecretKey(db: Db, fingerprint: Buffer): Promise<boolean> {
  const [row] = await db.query<{ key_fingerprint: Buffer }>(
    "claim key",
    "update installation set key_fingerprint = coalesce(key_fingerprint, $1) returning key_fingerprint",
    [fingerprint],
  );
  return row!.key_fingerprint.equals(fingerprint);
}

/** As {@link claimSecretKey}, but a database without a key stays so. */
export async function fitsSecretKey(db: Db, fingerprint: Buffer): Promise<boolean> {
  const [row] = await db.query<{ fits: boolean }>(
    "key fits",
    "select coalesce(key_fingerprint, $1) = $1 as fits from installation",
    [fingerprint],
  );
  return row!.fits;
}

/** Whether all of these tables exist, such as the partitions of a month. */
export async function hasTables(db: Db, names: readonly string[]): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    "has tables",
    "select bool_and(to_regclass(name) is not null) as found from unnest($1::text[]) as name",
    [names],
  );
  return row!.found;
}
