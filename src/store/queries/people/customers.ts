import type { Selectable } from "kysely";

import type { Customer, CustomerStore } from "#domain/users/customer-store";

import type { Db } from "../../database.ts";
import type { Database } from "../../schema.ts";
import { containing } from "../containing.ts";

export function customerQueries(db: Db): CustomerStore {
  return {
    async list({ search, after, limit }) {
      let query = db.db().selectFrom("customers").selectAll().where("id", ">", after);
      if (search !== undefined) {
        const like = containing(search);
        query = query.where((where) => where.or([where("name", "ilike", like), where("phone", "like", like)]));
      }
      return (await query.orderBy("id").limit(limit).execute()).map(customerOf);
    },

    async add(customer) {
      const row = await db
        .db()
        .insertInto("customers")
        .values(customer)
        .onConflict((conflict) => conflict.column("phone").doNothing())
        .returningAll()
        .executeTakeFirst();
      return row ? customerOf(row) : null;
    },

    async remove(id) {
      const { numDeletedRows } = await db.db().deleteFrom("customers").where("id", "=", id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function customerOf({ created_at: createdAt, ...row }: Selectable<Database["customers"]>): Customer {
  return { ...row, createdAt };
}
