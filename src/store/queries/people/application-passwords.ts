import type {
  ApplicationPassword,
  ApplicationPasswordStore,
  KnownPassword,
} from "#domain/users/application-password-store";

import type { Db } from "../../database.ts";
import { ACCOUNT } from "./account-fragment.ts";
import { KEPT, PASSWORD, staleIn, usedIn } from "./password-fragment.ts";

const COLUMNS = "uuid, user_id, app_id, name, created_at, last_used_at, last_ip";

/** @param changed called after a commit that revoked a password */
export function applicationPasswordQueries(db: Db, changed: () => void): ApplicationPasswordStore {
  return {
    list: (userId) => db.query<ApplicationPassword>("application passwords", LIST, [userId]),

    async find(uuid) {
      const [row] = await db.query<ApplicationPassword>("application password", FIND, [uuid]);
      return row ?? null;
    },

    async add({ userId, appId, name, hash }) {
      const [row] = await db.query<ApplicationPassword>("add application password", ADD, [userId, appId, name, hash]);
      return row ?? null;
    },

    async revoke(userId, uuid) {
      const [row] = await db.query<ApplicationPassword>("revoke application password", REVOKE, [userId, uuid]);
      db.afterCommit(changed);
      return row ?? null;
    },

    async revokeAll(userId) {
      const rows = await db.query<ApplicationPassword>("revoke application passwords", REVOKE, [userId, null]);
      db.afterCommit(changed);
      return rows.length;
    },

    async restore(userId, uuid) {
      const [row] = await db.query<ApplicationPassword>("restore application password", RESTORE, [userId, uuid]);
      return row ?? null;
    },

    byHashes: (hashes) => db.query<KnownPassword>("application passwords by hash", BY_HASHES, [hashes]),

    async used(uses) {
      await db.query("application passwords used", USED, [uses.map((use) => use.uuid), uses.map((use) => use.ip)]);
    },
  };
}

const LIST = `select ${PASSWORD} from application_passwords where user_id = $1 order by created_at, uuid`;
const FIND = `select ${PASSWORD} from application_passwords where uuid = $1`;
const ADD = `
insert into application_passwords (user_id, app_id, name, hash) values ($1, $2, $3, $4)
on conflict (user_id, name) do nothing returning ${PASSWORD}`;

// Deletes on the way what can no longer be restored.
const REVOKE = `
with gone as (
  delete from application_passwords where user_id = $1 and ($2::uuid is null or uuid = $2) returning *
), forgotten as (
  delete from revoked_application_passwords where revoked_at < now() - ${KEPT}
)
insert into revoked_application_passwords (${COLUMNS}, hash) select ${COLUMNS}, hash from gone
returning ${PASSWORD}`;

// It stays revoked while the user has another of the same name: the name is in use until that one is revoked.
const RESTORE = `
with back as (
  insert into application_passwords (${COLUMNS}, hash)
  select ${COLUMNS}, hash from revoked_application_passwords
  where user_id = $1 and uuid = $2 and revoked_at > now() - ${KEPT}
  on conflict (user_id, name) do nothing
  returning ${COLUMNS}
), moved as (
  delete from revoked_application_passwords r using back where r.uuid = back.uuid
)
select ${PASSWORD} from back`;

const BY_HASHES = `
select ${ACCOUNT}, p.uuid, p.hash,
       ${staleIn("p.")} as stale
from application_passwords p join users u on u.id = p.user_id
where p.hash = any($1::bytea[])`;

const USED = usedIn("application_passwords");
