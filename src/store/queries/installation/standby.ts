import { uuidFloor, type Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { OPEN_LIST } from "../deliveries/delivery-states.ts";
import { IS_OPEN } from "../messages/open-fragment.ts";

/** Which installation the database is, and whether it is a restored copy that must not send. */
export async function readInstallation(db: Db): Promise<{ readonly id: string; readonly standby: boolean }> {
  const [row] = await db.query<{ id: string; standby: boolean }>(
    "installation",
    "select id, exists (select from settings where name = 'standby') as standby from installation",
    [],
  );
  return row!;
}

/** What a restored copy inherited and would send: messages that are still open, and their deliveries so far. */
export type Inherited = {
  /** ISO 8601. */
  readonly backupOf: string;
  /** Milliseconds since 1970. */
  readonly restoredAt: number;
  readonly messages: readonly Uuid[];
  readonly deliveries: number;
};

/** null: the database was not restored, or is active already. */
export async function readInherited(db: Db): Promise<Inherited | null> {
  const [standby] = await db.query<{ at: number; of: string }>(
    "restored at",
    `select floor(extract(epoch from (value->>'restored_at')::timestamptz) * 1000)::float8 as at, value->>'backup_of' as of
     from settings where name = 'standby'`,
    [],
  );
  if (!standby) return null;
  const [row] = await db.query<{ messages: Uuid[]; deliveries: number }>("inherited messages", INHERITED, [
    uuidFloor(standby.at),
  ]);
  return { backupOf: standby.of, restoredAt: standby.at, ...row! };
}

/**
 * SQL for the ids of messages and schedules that are the backup's although their time is after the restore: the clock of
 * the original was ahead.
 */
export const DATED_LATER = `array(
  select jsonb_array_elements_text(coalesce(value->'dated_later', '[]'))::uuid from settings where name = 'standby')`;

const INHERITED = `
with open as (
  select id from messages
  where ${IS_OPEN} and (id < $1 or id = any(${DATED_LATER})) and valid_until > now()
)
select coalesce(array_agg(id order by id), '{}') as messages, (
  select count(*)::int from deliveries where message_id in (select id from open) and state in (${OPEN_LIST})) as deliveries
from open`;

/**
 * From now on the copy is the installation. Nothing is sent for the time since its backup: order changes and alerts
 * since then were the original's to announce, and it has carried out what was entered in forms.
 */
export async function endStandby(db: Db): Promise<void> {
  await db.query(
    "end standby",
    `with ended as (
       delete from settings where name = 'standby' returning (value->>'restored_at')::timestamptz as restored_at
     ),
     requests as (
       delete from form_requests r using ended where r.at < ended.restored_at
     ),
     skipped as (
       update alert_notifications set state = 'skipped', reason = 'It was waiting in a backup.', settled_at = now()
       where state in ('waiting', 'sending') and exists (select from ended)
     )
     update shop_looks set since = greatest(since, now()) where exists (select from ended)`,
    [],
  );
}
