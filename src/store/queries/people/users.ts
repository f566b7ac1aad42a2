import type { Capability } from "#domain/access/capability";
import type { User, UserStore } from "#domain/users/user-store";

import { assignments, binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { PEOPLE_LOCK } from "../../advisory-locks.ts";
import { appendEvents } from "../webhooks/events.ts";
import { containing } from "../like-pattern.ts";

const HAS_WEB_PASSWORDS = "select exists (select from users where password_hash is not null) as has";

const COLUMNS = `
id, username, email, name, phone, roles, locale, created_at as "createdAt", updated_at as "updatedAt"`;

/**
 * @param on.changed called after a commit that may change a user's permissions
 * @param on.webhooks called after a commit that left work for the webhook sender
 */
export function userQueries(db: Db, on: { readonly changed: () => void; readonly webhooks: () => void }): UserStore {
  return {
    exclusive: (work) =>
      db.transaction(async () => {
        await db.query("people lock", "select pg_advisory_xact_lock($1)", [PEOPLE_LOCK]);
        return work();
      }),

    async find(id) {
      const [row] = await db.query<User>("user", `select ${COLUMNS} from users where id = $1`, [id]);
      return row ?? null;
    },

    async findByLogin(login) {
      const [row] = await db.query<User & { passwordHash: string | null }>("user by login", BY_LOGIN, [login]);
      return row ?? null;
    },

    async list({ role, search, after, limit }) {
      const { values, bind } = binder();
      const conditions = [`id > ${bind(after)}`];
      if (role !== undefined) conditions.push(`roles @> ${bind([role], "text[]")}`);
      if (search !== undefined) {
        const like = bind(containing(search));
        conditions.push(`(username ilike ${like} or email ilike ${like} or name ilike ${like} or phone like ${like})`);
      }
      const text = `select ${COLUMNS} from users where ${conditions.join(" and ")} order by id limit ${bind(limit)}`;
      return db.unnamed<User>(text, values);
    },

    async count() {
      const [row] = await db.query<{ count: number }>("users count", "select count(*) as count from users", []);
      return row!.count;
    },

    async hasWebPasswords() {
      const [row] = await db.query<{ has: boolean }>("web passwords", HAS_WEB_PASSWORDS, []);
      return row!.has;
    },

    async grantable() {
      const rows = await db.query<{ capability: Capability }>("grantable capabilities", GRANTABLE, []);
      return rows.map(({ capability }) => capability);
    },

    async taken(username, email, except) {
      const [row] = await db.query<{ by_name: boolean }>("user taken", TAKEN, [username, email, except ?? 0]);
      return row ? (row.by_name ? "username" : "email") : null;
    },

    async insert({ username, email, name, phone, roles, locale, passwordHash }) {
      const [row] = await db.query<User>("add user", ADD, [username, email, name, phone, roles, locale, passwordHash]);
      return row!;
    },

    async update(id, { email, name, phone, roles, locale, passwordHash }) {
      const { values, bind } = binder();
      const set = assignments(bind, { email, name, phone, roles, locale, password_hash: passwordHash });
      const text = `update users set ${[...set, "updated_at = now()"].join(", ")} where id = ${bind(id)} returning ${COLUMNS}`;
      const [row] = await db.unnamed<User>(text, values);
      db.afterCommit(on.changed);
      return row ?? null;
    },

    async remove(id) {
      const rows = await db.query("remove user", "delete from users where id = $1 returning id", [id]);
      db.afterCommit(on.changed);
      return rows.length > 0;
    },

    record: (kind, data) => appendEvents(db, [{ kind, data }], on.webhooks),

    contacts: (ids) =>
      db.query("users contacts", "select id, phone, name from users where id = any($1) order by id", [ids]),

    contactsInRoles: (roles, after, limit) =>
      db.query(
        "users contacts in roles",
        "select id, phone, name from users where roles && $1::text[] and id > $2 order by id limit $3",
        [roles, after, limit],
      ),
  };
}

/**
 * SQL for whether two texts differ in case only: by the database's locale, and by the case of A to Z, because in a
 * Turkish database the lower case of I is another letter. Both have an index.
 */
const same = (column: string, other: string): string =>
  `(lower(${column}) = lower(${other}) or lower(${column} collate "C") = lower(${other} collate "C"))`;

const BY_LOGIN = `
select ${COLUMNS}, password_hash as "passwordHash" from users
where ${same("username", "$1::text")} or ${same("email", "$1::text")}
order by coalesce($1 in (username, email), false) desc, id limit 1`;

const TAKEN = `
select coalesce(${same("username", "$1::text")}, false) as by_name from users
where (${same("username", "$1::text")} or ${same("email", "$2::text")}) and id <> $3 limit 1`;

const ADD = `
insert into users (username, email, name, phone, roles, locale, password_hash)
values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`;

const GRANTABLE = `
with sets as (select distinct roles as names from users),
held as (select array(select unnest(capabilities) from roles where name = any(names)) as capabilities from sets)
select distinct unnest(capabilities) as capability from held where 'svc_users' = any(capabilities)`;
