import type { Form, FormContent } from "#domain/forms/form";
import type { FormStore } from "#domain/forms/form-store";

import { assignments, binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { millis } from "../millis.ts";

export function formQueries(db: Db): FormStore {
  async function find(slug: string): Promise<Form | null> {
    const [row] = await db.query<Form>("find form", `${SELECT} where f.slug = $1`, [slug]);
    return row ?? null;
  }

  return {
    list: () => db.query<Form>("list forms", `${SELECT} order by f.slug`, []),
    find,
    async create(slug, content) {
      return db.transaction(async () => {
        const { values, bind } = binder();
        const columns = { slug, ...columnsOf(content) };
        const places = Object.values(columns).map((value) => bind(value));
        const names = [...Object.keys(columns), "wording_version"].join(", ");
        const rows = await db.unnamed<{ wording_version: number }>(
          `insert into forms (${names}) values (${places.join(", ")}, ${nextVersion("$1")})
           on conflict do nothing returning wording_version`,
          values,
        );
        if (rows.length === 0) return null;
        await db.query("add wording", ADD_WORDING, [slug, rows[0]!.wording_version, content.consent]);
        return find(slug);
      });
    },
    async update(slug, change) {
      return db.transaction(async () => {
        await db.query("lock form", "select 1 from forms where slug = $1 for update", [slug]);
        const before = await find(slug);
        if (!before) return null;
        const { values, bind } = binder();
        const set = assignments(bind, columnsOf(change));
        if (change.consent !== undefined && change.consent !== before.consent) {
          const [row] = await db.query<{ version: number }>("new wording", NEW_WORDING, [slug, change.consent]);
          set.push(`wording_version = ${bind(row!.version)}`);
        }
        if (set.length > 0) {
          await db.unnamed(`update forms set ${set.join(", ")}, updated_at = now() where slug = ${bind(slug)}`, values);
        }
        return find(slug);
      });
    },
    async remove(slug) {
      return (await db.query("remove form", "delete from forms where slug = $1 returning 1", [slug])).length > 0;
    },
  };
}

function columnsOf(content: Partial<FormContent>): Record<string, unknown> {
  return {
    title: content.title,
    intro: content.intro,
    group_ids: content.groupIds,
    group_choice: content.groupChoice,
    name_field: content.nameField,
    fields: content.fields && JSON.stringify(content.fields),
    confirm: content.confirm,
    accent: content.accent,
    logo_url: content.logoUrl,
    locale: content.locale,
    success_url: content.successUrl,
    origins: content.origins,
    enabled: content.enabled,
  };
}

// A bigint array arrives as strings; as JSON its elements are numbers.
const SELECT = `
select f.slug, f.title, f.intro, to_json(f.group_ids) as "groupIds", f.group_choice as "groupChoice",
  f.name_field as "nameField", f.fields, w.wording as consent, f.wording_version as "consentVersion", f.confirm, f.accent,
  f.logo_url as "logoUrl", f.locale, f.success_url as "successUrl", f.origins, f.enabled,
  ${millis("f.created_at")} as "createdAt", ${millis("f.updated_at")} as "updatedAt",
  coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name, 'doubleOptIn', g.double_opt_in)
      order by array_position(f.group_ids, g.id))
    from groups g where g.id = any(f.group_ids)), '[]') as groups
from forms f join form_wordings w on w.slug = f.slug and w.version = f.wording_version`;

/** A form that was deleted and created again continues the versions of its text. */
const nextVersion = (slug: string): string =>
  `(select coalesce(max(version), 0) + 1 from form_wordings where slug = ${slug})`;

const ADD_WORDING = "insert into form_wordings (slug, version, wording) values ($1, $2, $3)";
const NEW_WORDING = `
insert into form_wordings (slug, version, wording) values ($1, ${nextVersion("$1")}, $2) returning version`;
