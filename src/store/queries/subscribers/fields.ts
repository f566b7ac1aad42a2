import type { Field, FieldStore } from "#domain/subscribers/field";

import { assignments, binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { millis } from "../millis.ts";

export function fieldQueries(db: Db): FieldStore {
  async function find(key: string): Promise<Field | null> {
    const [row] = await db.query<Field>("find field", `${SELECT} where key = $1`, [key]);
    return row ?? null;
  }

  return {
    all: () => db.query<Field>("all fields", `${SELECT} order by key`, []),
    find,
    async lock() {
      await db.query("lock fields", "lock table subscriber_fields in share row exclusive mode", []);
    },
    async lockForValues() {
      await db.query("lock fields for values", "lock table subscriber_fields in row exclusive mode", []);
    },
    async create({ key, label, type, choices, required }) {
      await db.query("create field", CREATE, [key, label, type, choices, required]);
      return (await find(key))!;
    },
    async update(key, { label, choices, required, archived }) {
      const { values, bind } = binder();
      const set = assignments(bind, { label, choices, required });
      if (archived !== undefined) set.push(`archived_at = ${archived ? "coalesce(archived_at, now())" : "null"}`);
      if (set.length > 0) {
        const changes = [...set, "updated_at = now()"].join(", ");
        await db.unnamed(`update subscriber_fields set ${changes} where key = ${bind(key)}`, values);
      }
      return (await find(key))!;
    },
    async remove(key) {
      await db.query("remove field", "delete from subscriber_fields where key = $1", [key]);
    },
    async isUsed(key, among) {
      const rows = among
        ? await db.query("field value used", USED_AMONG, [among.map((value) => JSON.stringify({ [key]: value }))])
        : await db.query("field used", "select from subscribers where custom_fields ? $1 limit 1", [key]);
      return rows.length > 0;
    },
    isAwaited: async (key) => (await db.query("field awaited", AWAITED, [key])).length > 0,
  };
}

const SELECT = `
select key, label, type, choices, required, ${millis("archived_at")} as "archivedAt",
  ${millis("created_at")} as "createdAt", ${millis("updated_at")} as "updatedAt"
from subscriber_fields`;

const CREATE = `
insert into subscriber_fields (key, label, type, choices, required) values ($1, $2, $3, $4, $5)`;

/** An import reads its rows by the definitions of that moment, and stores them later. */
const AWAITED = `
select from jobs where state in ('queued', 'running') and (kind = 'import'
  or (kind = 'subscriber_bulk' and params #>> '{action,name}' = 'set_field' and params #>> '{action,key}' = $1)) limit 1`;

const USED_AMONG = "select from subscribers where custom_fields @> any($1::jsonb[]) limit 1";
