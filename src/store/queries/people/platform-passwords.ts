import type { ApplicationPassword } from "#domain/users/application-password-store";
import type { KnownPlatformPassword, PlatformPasswordStore } from "#domain/users/platform-password-store";

import type { Db } from "../../database.ts";
import { KEPT, PASSWORD, staleIn, usedIn } from "./password-fragment.ts";

/**
 * @param platform name of the platform whose users they belong to
 * @param changed  called after a commit that revoked a password
 */
export function platformPasswordQueries(db: Db, platform: string, changed: () => void): PlatformPasswordStore {
  const one = async (name: string, text: string, values: unknown[]): Promise<ApplicationPassword | null> => {
    const [row] = await db.query<ApplicationPassword>(name, text, [platform, ...values]);
    return row ?? null;
  };
  return {
    list: (userId) => db.query<ApplicationPassword>("platform passwords", LIST, [platform, userId]),
    find: (uuid) => one("platform password", FIND, [uuid]),
    add: ({ userId, userSince, appId, name, hash }) =>
      one("add platform password", ADD, [userId, userSince, appId, name, hash]),
    async forgetEarlier(userId, userSince) {
      await db.query("forget platform passwords", FORGET_EARLIER, [platform, userId, userSince]);
    },

    async revoke(userId, uuid) {
      const revoked = await one("revoke platform password", REVOKE, [userId, uuid]);
      db.afterCommit(changed);
      return revoked;
    },

    async revokeAll(userId) {
      const rows = await db.query("revoke platform passwords", REVOKE, [platform, userId, null]);
      db.afterCommit(changed);
      return rows.length;
    },

    restore: (userId, uuid) => one("restore platform password", RESTORE, [userId, uuid]),

    byHashes: (hashes) => db.query<KnownPlatformPassword>("platform passwords by hash", BY_HASHES, [platform, hashes]),

    async used(uses) {
      await db.query("platform passwords used", USED, [uses.map((use) => use.uuid), uses.map((use) => use.ip)]);
    },
  };
}

const TABLE = "platform_application_passwords";

const LIST = `
select ${PASSWORD} from ${TABLE} where platform = $1 and user_id = $2 and revoked_at is null order by created_at, uuid`;
const FIND = `select ${PASSWORD} from ${TABLE} where platform = $1 and uuid = $2 and revoked_at is null`;

const ADD = `
insert into ${TABLE} (platform, user_id, user_since, app_id, name, hash) values ($1, $2, $3, $4, $5, $6)
on conflict (platform, user_id, name) where revoked_at is null do nothing returning ${PASSWORD}`;

const FORGET_EARLIER = `delete from ${TABLE} where platform = $1 and user_id = $2 and user_since <> $3`;

// Deletes on the way what can no longer be restored.
const REVOKE = `
with forgotten as (delete from ${TABLE} where revoked_at < now() - ${KEPT})
update ${TABLE} set revoked_at = now()
where platform = $1 and user_id = $2 and ($3::uuid is null or uuid = $3) and revoked_at is null
returning ${PASSWORD}`;

// It stays revoked while the user has another of the same name: the name is in use until that one is revoked.
const RESTORE = `
update ${TABLE} p set revoked_at = null
where platform = $1 and user_id = $2 and uuid = $3 and revoked_at > now() - ${KEPT}
  and not exists (select from ${TABLE} o where o.platform = $1 and o.user_id = $2 and o.name = p.name
    and o.revoked_at is null)
returning ${PASSWORD}`;

const BY_HASHES = `
select uuid, user_id as "userId", user_since as "userSince", hash,
       ${staleIn("")} as stale
from ${TABLE} where platform = $1 and hash = any($2::bytea[]) and revoked_at is null`;

const USED = usedIn(TABLE);
