import type { Db } from "../../database.ts";

/** Which installation the database is, and whether it is a restored copy that must not send. */
export async function readInstallation(db: Db): Promise<{ readonly id: string; readonly standby: boolean }> {
  const [row] = await db.query<{ id: string; standby: boolean }>(
    "installation",
    "select id, exists (select from settings where name = 'standby') as standby from installation",
    [],
  );
  return row!;
}

/**
 * From now on the copy is the installation. Nothing is sent for the time since its backup: order changes and alerts
 * since then were the original's to announce.
 */
export async function endStandby(db: Db): Promise<void> {
  await db.query(
    "end standby",
    `with ended as (delete from settings where name = 'standby' returning name),
     skipped as (
       update alert_notifications set state = 'skipped', reason = 'It was waiting in a backup.', settled_at = now()
       where state in ('waiting', 'sending') and exists (select from ended)
     )
     update shop_looks set since = greatest(since, now()) where exists (select from ended)`,
    [],
  );
}
