import type { Form, FormContent } from "#domain/forms/form";
import type { FormStore } from "#domain/forms/form-store";
import type { NewsletterGroup } from "#domain/newsletter/newsletter-store";

import { assignments, binder } from "../../bind.ts";
import type { Db } from "../../database.ts";

type Row = {
  readonly slug: string;
  readonly title: string;
  readonly intro: string;
  readonly group_ids: readonly number[];
  readonly group_choice: Form["groupChoice"];
  readonly name_field: Form["nameField"];
  readonly fields: Form["fields"];
  readonly wording_version: number;
  readonly wording: string;
  readonly confirm: boolean;
  readonly accent: string;
  readonly logo_url: string | null;
  readonly locale: Form["locale"];
  readonly success_url: string | null;
  readonly origins: readonly string[];
  readonly enabled: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly groups: readonly NewsletterGroup[];
};

export function formQueries(db: Db): FormStore {
  async function find(slug: string): Promise<Form | null> {
    const [row] = await db.query<Row>("find form", `${SELECT} where f.slug = $1`, [slug]);
    return row ? formOf(row) : null;
  }

  return {
    async list() {
      return (await db.query<Row>("list forms", `${SELECT} order by f.slug`, [])).map(formOf);
    },
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

function formOf(row: Row): Form {
  return {
    slug: row.slug,
    title: row.title,
    intro: row.intro,
    groupIds: row.group_ids,
    groupChoice: row.group_choice,
    nameField: row.name_field,
    fields: row.fields,
    consent: row.wording,
    consentVersion: row.wording_version,
    confirm: row.confirm,
    accent: row.accent,
    logoUrl: row.logo_url,
    locale: row.locale,
    successUrl: row.success_url,
    origins: row.origins,
    enabled: row.enabled,
    groups: row.groups,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

// A bigint array arrives as strings; as JSON its elements are numbers.
const SELECT = `
select f.slug, f.title, f.intro, to_json(f.group_ids) as group_ids, f.group_choice, f.name_field, f.fields,
  f.wording_version, w.wording, f.confirm, f.accent, f.logo_url, f.locale, f.success_url, f.origins, f.enabled,
  f.created_at, f.updated_at,
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
