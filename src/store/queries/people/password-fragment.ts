/** Application passwords of the service's own users and of a platform's. */

export const PASSWORD = `uuid, user_id as "userId", app_id as "appId", name, created_at as "createdAt",
  last_used_at as "lastUsedAt", last_ip as "lastIp"`;

/** How long a revoked one can be restored. */
export const KEPT = "interval '10 minutes'";

/** Whether its last use is due to be written. */
export const staleIn = (p: string): string =>
  `(${p}last_used_at is null or ${p}last_used_at < now() - interval '1 minute')`;

// Locked in the order of the key: two nodes record overlapping sets, and would otherwise deadlock.
export const usedIn = (table: string): string => `
with uses as (select * from unnest($1::uuid[], $2::text[]) as t(uuid, ip)),
locked as materialized (
  select p.uuid from ${table} p where p.uuid = any($1::uuid[]) and ${staleIn("p.")} order by p.uuid for update
)
update ${table} p set last_used_at = now(), last_ip = uses.ip
from uses join locked using (uuid) where p.uuid = uses.uuid`;
