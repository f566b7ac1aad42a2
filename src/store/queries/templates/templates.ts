import type { TemplateStore, TextTemplate } from "#domain/texts/template-store";

import { assignments, binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { isDuplicateKey } from "../../pg-errors.ts";
import { containing } from "../like-pattern.ts";
import { millis } from "../millis.ts";

const COLUMNS = `id, name, body as text, category, variants, version, created_by as "createdBy",
  ${millis("created_at")} as "createdAt", ${millis("updated_at")} as "updatedAt"`;

const CREATE = `
insert into templates (name, body, category, variants, created_by) values ($1, $2, $3, $4::jsonb, $5)
on conflict (lower(name)) do nothing returning ${COLUMNS}`;

const LIST = `
select ${COLUMNS} from templates where id > $1 and ($2::text is null or name ilike $2) order by id limit $3`;

export function templateQueries(db: Db): TemplateStore {
  const findAll = (ids: readonly number[]): Promise<readonly TextTemplate[]> =>
    db.query<TextTemplate>("templates", `select ${COLUMNS} from templates where id = any($1)`, [ids]);

  return {
    findAll,
    find: async (id) => (await findAll([id]))[0] ?? null,

    list({ search, after, limit }) {
      const like = search === null ? null : containing(search);
      return db.query<TextTemplate>("list templates", LIST, [after, like, limit]);
    },

    async create({ name, text, category, variants }, by) {
      const values = [name, text, category, JSON.stringify(variants), by];
      const [row] = await db.query<TextTemplate>("create template", CREATE, values);
      return row ?? null;
    },

    async update(id, version, { name, text, category, variants }) {
      const { values, bind } = binder();
      const stored = variants && JSON.stringify(variants);
      const set = [
        ...assignments(bind, { name, body: text, category, variants: stored }),
        "updated_at = now()",
        "version = version + 1",
      ];
      const statement = `update templates set ${set.join(", ")} where id = ${bind(id)} and version = coalesce(${bind(version, "int")}, version) returning ${COLUMNS}`;
      try {
        const [row] = await db.unnamed<TextTemplate>(statement, values);
        return row ?? "not_found";
      } catch (error) {
        if (isDuplicateKey(error)) return "name_taken";
        throw error;
      }
    },

    async remove(id) {
      return (await db.query("remove template", "delete from templates where id = $1 returning id", [id])).length > 0;
    },
  };
}
