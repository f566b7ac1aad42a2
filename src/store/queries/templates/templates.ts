import type { TemplateStore, TextTemplate } from "#domain/texts/text-template";

import { assignments, binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { isDoubled } from "../../pg-errors.ts";
import { containing } from "../containing.ts";

type Row = Omit<TextTemplate, "text" | "createdBy" | "createdAt" | "updatedAt"> & {
  readonly body: string;
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
};

const COLUMNS = "id, name, body, category, variants, created_by, created_at, updated_at";

const CREATE = `
insert into templates (name, body, category, variants, created_by) values ($1, $2, $3, $4::jsonb, $5)
on conflict (lower(name)) do nothing returning ${COLUMNS}`;

const LIST = `
select ${COLUMNS} from templates where id > $1 and ($2::text is null or name ilike $2) order by id limit $3`;

export function templateQueries(db: Db): TemplateStore {
  async function findAll(ids: readonly number[]): Promise<readonly TextTemplate[]> {
    return (await db.query<Row>("templates", `select ${COLUMNS} from templates where id = any($1)`, [ids])).map(
      templateOf,
    );
  }

  return {
    findAll,
    find: async (id) => (await findAll([id]))[0] ?? null,

    async list({ search, after, limit }) {
      const like = search === null ? null : containing(search);
      return (await db.query<Row>("list templates", LIST, [after, like, limit])).map(templateOf);
    },

    async create({ name, text, category, variants }, by) {
      const [row] = await db.query<Row>("create template", CREATE, [
        name,
        text,
        category,
        JSON.stringify(variants),
        by,
      ]);
      return row ? templateOf(row) : null;
    },

    async update(id, { name, text, category, variants }) {
      const { values, bind } = binder();
      const stored = variants && JSON.stringify(variants);
      const set = [...assignments(bind, { name, body: text, category, variants: stored }), "updated_at = now()"];
      const statement = `update templates set ${set.join(", ")} where id = ${bind(id)} returning ${COLUMNS}`;
      try {
        const [row] = await db.unnamed<Row>(statement, values);
        return row ? templateOf(row) : "not_found";
      } catch (error) {
        if (isDoubled(error)) return "name_taken";
        throw error;
      }
    },

    async remove(id) {
      return (await db.query("remove template", "delete from templates where id = $1 returning id", [id])).length > 0;
    },
  };
}

function templateOf({ body, created_by, created_at, updated_at, ...row }: Row): TextTemplate {
  return {
    ...row,
    text: body,
    createdBy: created_by,
    createdAt: created_at.getTime(),
    updatedAt: updated_at.getTime(),
  };
}
