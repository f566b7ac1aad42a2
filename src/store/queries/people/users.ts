import { sql, type Selectable } from "kysely";

import type { User, UserStore } from "#domain/users/user-store";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import type { Database } from "../../schema.ts";
import { appendEvents } from "../webhooks/events.ts";
import { containing } from "../containing.ts";

/** Any number will do, as long as every node takes the same. */
const PEOPLE_LOCK = 7_305_001;

const COLUMNS = ["id", "username", "email", "name", "phone", "roles", "locale", "created_at", "updated_at"] as const;

type Row = Pick<Selectable<Database["users"]>, (typeof COLUMNS)[number]>;

/**
 * @param on.changed  called after a commit that may change what somebody is allowed
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
      const row = await db.db().selectFrom("users").select(COLUMNS).where("id", "=", id).executeTakeFirst();
      return row ? userOf(row) : null;
    },

    async findByLogin(login) {
      const row = await db
        .db()
        .selectFrom("users")
        .select([...COLUMNS, "password_hash"])
        .where(sql<boolean>`lower(username) = lower(${login}) or lower(email) = lower(${login})`)
        .executeTakeFirst();
      return row ? { ...userOf(row), passwordHash: row.password_hash } : null;
    },

    async list({ role, search, after, limit }) {
      let query = db.db().selectFrom("users").select(COLUMNS).where("id", ">", after);
      if (role !== undefined) query = query.where(sql<boolean>`roles @> ${[role]}::text[]`);
      if (search !== undefined) {
        const like = containing(search);
        query = query.where((where) =>
          where.or([
            where("username", "ilike", like),
            where("email", "ilike", like),
            where("name", "ilike", like),
            where("phone", "like", like),
          ]),
        );
      }
      return (await query.orderBy("id").limit(limit).execute()).map(userOf);
    },

    async count() {
      const query = db
        .db()
        .selectFrom("users")
        .select(sql<number>`count(*)`.as("count"));
      return (await query.executeTakeFirstOrThrow()).count;
    },

    async holders(capability) {
      const [row] = await db.query<{ count: number }>("users holders", HOLDERS, [capability]);
      return row!.count;
    },

    async taken(username, email, except) {
      const row = await db
        .db()
        .selectFrom("users")
        .select(sql<boolean>`coalesce(lower(username) = lower(${username}), false)`.as("by_name"))
        .where(sql<boolean>`(lower(username) = lower(${username}) or lower(email) = lower(${email}))`)
        .where("id", "<>", except ?? 0)
        .executeTakeFirst();
      return row ? (row.by_name ? "username" : "email") : null;
    },

    async insert({ passwordHash, roles, ...user }) {
      const row = await db
        .db()
        .insertInto("users")
        .values({ ...user, roles: [...roles], password_hash: passwordHash })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      return userOf(row);
    },

    async update(id, { passwordHash, roles, ...changes }) {
      const row = await db
        .db()
        .updateTable("users")
        .set({
          ...changes,
          ...(roles && { roles: [...roles] }),
          ...(passwordHash !== undefined && { password_hash: passwordHash }),
          updated_at: sql<Date>`now()`,
        })
        .where("id", "=", id)
        .returning(COLUMNS)
        .executeTakeFirst();
      db.afterCommit(on.changed);
      return row ? userOf(row) : null;
    },

    async remove(id) {
      const { numDeletedRows } = await db.db().deleteFrom("users").where("id", "=", id).executeTakeFirst();
      db.afterCommit(on.changed);
      return numDeletedRows > 0n;
    },

    record: (kind, data) => appendEvents(db, [{ kind, data }], on.webhooks),

    contacts: (ids) => db.query("users contacts", "select id, phone from users where id = any($1) order by id", [ids]),

    contactsInRoles: (roles, after, limit) =>
      db.query(
        "users contacts in roles",
        "select id, phone from users where roles && $1::text[] and id > $2 order by id limit $3",
        [roles, after, limit],
      ),
  };
}

const HOLDERS = `
select count(*) as count from users
where roles && array(select name from roles where $1 = any(capabilities))`;

function userOf(row: Row): User {
  const { created_at: createdAt, updated_at: updatedAt, phone, ...rest } = row;
  return { ...rest, phone: phone as Phone | null, createdAt, updatedAt };
}
