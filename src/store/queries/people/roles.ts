import type { Capability } from "#domain/access/capability";
import type { RoleStore } from "#domain/users/role-store";

import type { Db } from "../../database.ts";

/** @param changed called after a commit that may change what somebody is allowed */
export function roleQueries(db: Db, changed: () => void): RoleStore {
  return {
    async all() {
      const rows = await db.db().selectFrom("roles").selectAll().orderBy("name").execute();
      return rows.map((row) => ({ ...row, capabilities: row.capabilities as Capability[] }));
    },

    async save({ name, label, capabilities }) {
      const values = { label, capabilities: [...capabilities] };
      await db
        .db()
        .insertInto("roles")
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column("name").doUpdateSet(values))
        .execute();
      db.afterCommit(changed);
    },

    async remove(name) {
      await db.db().deleteFrom("roles").where("name", "=", name).execute();
      db.afterCommit(changed);
    },

    async inUse(name) {
      const [row] = await db.query("role in use", "select 1 from users where roles @> array[$1::text] limit 1", [name]);
      return row !== undefined;
    },
  };
}
