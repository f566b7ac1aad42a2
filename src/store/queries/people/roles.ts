import type { Role, RoleStore } from "#domain/users/role-store";

import type { Db } from "../../database.ts";

/** @param changed called after a commit that may change a user's permissions */
export function roleQueries(db: Db, changed: () => void): RoleStore {
  return {
    all: () => db.query<Role>("roles", "select name, label, capabilities from roles order by name", []),

    async save({ name, label, capabilities }) {
      await db.query("save role", SAVE, [name, label, capabilities]);
      db.afterCommit(changed);
    },

    async remove(name) {
      await db.query("remove role", "delete from roles where name = $1", [name]);
      db.afterCommit(changed);
    },

    async inUse(name) {
      const [row] = await db.query("role in use", "select 1 from users where roles @> array[$1::text] limit 1", [name]);
      return row !== undefined;
    },
  };
}

const SAVE = `
insert into roles (name, label, capabilities) values ($1, $2, $3)
on conflict (name) do update set label = excluded.label, capabilities = excluded.capabilities`;
