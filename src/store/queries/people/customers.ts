import type { Customer, CustomerStore } from "#domain/users/customer-store";

import { binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { containing } from "../like-pattern.ts";

const COLUMNS = 'id, name, phone, country, created_at as "createdAt"';

const ADD = `
insert into customers (name, phone, country) values ($1, $2, $3) on conflict (phone) do nothing returning ${COLUMNS}`;

export function customerQueries(db: Db): CustomerStore {
  return {
    async list({ search, after, limit }) {
      const { values, bind } = binder();
      const conditions = [`id > ${bind(after)}`];
      if (search !== undefined) {
        const like = bind(containing(search));
        conditions.push(`(name ilike ${like} or phone like ${like})`);
      }
      const text = `select ${COLUMNS} from customers where ${conditions.join(" and ")} order by id limit ${bind(limit)}`;
      return db.unnamed<Customer>(text, values);
    },

    async add({ name, phone, country }) {
      const [row] = await db.query<Customer>("add customer", ADD, [name, phone, country]);
      return row ?? null;
    },

    async remove(id) {
      return (await db.query("remove customer", "delete from customers where id = $1 returning id", [id])).length > 0;
    },
  };
}
