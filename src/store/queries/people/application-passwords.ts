import type { Selectable } from "kysely";

import type {
  ApplicationPassword,
  ApplicationPasswordStore,
  KnownPassword,
} from "#domain/ports/application-password-store";

import type { Db } from "../../database.ts";
import type { Database } from "../../schema.ts";
import { ACCOUNT } from "./account-fragment.ts";

const COLUMNS = ["uuid", "user_id", "app_id", "name", "created_at", "last_used_at", "last_ip"] as const;

/** @param changed called after a commit that took a password away */
export function applicationPasswordQueries(db: Db, changed: () => void): ApplicationPasswordStore {
  return {
    async list(userId) {
      const query = db.db().selectFrom("application_passwords").select(COLUMNS).where("user_id", "=", userId);
      return (await query.orderBy("created_at").orderBy("uuid").execute()).map(passwordOf);
    },

    async find(uuid) {
      const query = db.db().selectFrom("application_passwords").select(COLUMNS).where("uuid", "=", uuid);
      const row = await query.executeTakeFirst();
      return row ? passwordOf(row) : null;
    },

    async add({ userId, appId, name, hash }) {
      const row = await db
        .db()
        .insertInto("application_passwords")
        .values({ user_id: userId, app_id: appId, name, hash })
        .onConflict((conflict) => conflict.columns(["user_id", "name"]).doNothing())
        .returning(COLUMNS)
        .executeTakeFirst();
      return row ? passwordOf(row) : null;
    },

    async remove(userId, uuid) {
      const row = await db
        .db()
        .deleteFrom("application_passwords")
        .where("user_id", "=", userId)
        .where("uuid", "=", uuid)
        .returning(COLUMNS)
        .executeTakeFirst();
      db.afterCommit(changed);
      return row ? passwordOf(row) : null;
    },

    async removeAll(userId) {
      const result = await db.db().deleteFrom("application_passwords").where("user_id", "=", userId).executeTakeFirst();
      db.afterCommit(changed);
      return Number(result.numDeletedRows);
    },

    async byHash(hash) {
      const [row] = await db.query<KnownPassword>("application password by hash", BY_HASH, [hash]);
      return row ?? null;
    },

    async used(uses) {
      await db.query("application passwords used", USED, [uses.map((use) => use.uuid), uses.map((use) => use.ip)]);
    },
  };
}

const BY_HASH = `
select ${ACCOUNT}, p.uuid, p.hash,
       (p.last_used_at is null or p.last_used_at < now() - interval '1 minute') as stale
from application_passwords p join users u on u.id = p.user_id
where p.hash = $1`;

// Locked in the order of the key: two nodes note overlapping sets, and would wait for each other for ever.
const USED = `
with uses as (select * from unnest($1::uuid[], $2::text[]) as t(uuid, ip)),
locked as materialized (
  select p.uuid from application_passwords p
  where p.uuid = any($1::uuid[]) and (p.last_used_at is null or p.last_used_at < now() - interval '1 minute')
  order by p.uuid for update
)
update application_passwords p set last_used_at = now(), last_ip = uses.ip
from uses join locked using (uuid) where p.uuid = uses.uuid`;

type Row = Pick<Selectable<Database["application_passwords"]>, (typeof COLUMNS)[number]>;

function passwordOf(row: Row): ApplicationPassword {
  return {
    uuid: row.uuid,
    userId: row.user_id,
    appId: row.app_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastIp: row.last_ip,
  };
}
