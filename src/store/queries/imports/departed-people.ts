import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { ImportPage } from "#domain/imports/import-store";
import { everySpelling } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";

import { byteaArray, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { isDeparture } from "../consent/departure-fragment.ts";
import { mayBeSpelledTwice } from "../other-spelling-sql.ts";
import { comingOf, evidenceOf, hasLeftUnderOtherSpelling } from "./named-groups.ts";

/** Numbers of the file with groups that they must not join, and in which nothing may confirm them. */
export type Departed = {
  /** Pairs with `groups`. */
  readonly phones: readonly Phone[];
  readonly groups: readonly number[];
  /** Of the new ones, those that can join none of their groups. */
  readonly entirely: readonly Phone[];
};

/** People of a page of whom only the consent ledger knows what they left. */
export type Unknown = {
  /** They were deleted, if they have been here. */
  readonly created: readonly { readonly phone: Phone }[];
  /** A membership that waits for a code does not say whether they left before. */
  readonly pending: readonly { readonly phone: Phone }[];
};

/**
 * Which of a file's numbers belong to people who left groups or opted out of everything before they were deleted, or
 * before a code was requested for them. A consent that the file dates later overrides this. A person who left under the
 * other spelling of their number stays out in the same way.
 */
export async function departedOf(
  db: Db,
  keys: Pick<ConsentKeys, "lookup">,
  { id, plan, fresh }: Pick<ImportPage, "id" | "plan" | "fresh">,
  { created, pending }: Unknown,
): Promise<Departed> {
  const phones = [...created, ...pending].map(({ phone }) => phone);
  if (phones.length === 0) return { phones: [], groups: [], entirely: [] };
  const { groups, isFallback = false, columns } = plan;
  const spelled = phones.flatMap((phone) => everySpelling([phone]).map((number) => ({ phone, number })));
  const values = [id, textArray(spelled.map(({ phone }) => phone)), groups, isFallback, fresh];
  const rows = await db.query<{ phone: Phone; group: number; all: number }>("departed people", DEPARTED, [
    ...values,
    byteaArray(spelled.map(({ number }) => keys.lookup(number))),
  ]);
  // A row may leave every group that the plan would join.
  const idle = columns.includes("left_groups")
    ? await db.query<{ phone: Phone }>("people who join none", IDLE, values)
    : [];
  const isNew = new Set(created.map(({ phone }) => phone));
  const byPhone = Map.groupBy(rows, ({ phone }) => phone);
  return {
    phones: rows.map(({ phone }) => phone),
    groups: rows.map(({ group }) => group),
    entirely: [
      ...[...byPhone].flatMap(([phone, found]) => (found.length === found[0]!.all ? [phone] : [])),
      ...idle.map(({ phone }) => phone),
    ].filter((phone) => isNew.has(phone)),
  };
}

const PARAMETERS = { groups: "$3", isFallback: "$4", fresh: "$5" };

/**
 * Each number is looked up by itself: an import leaves its table empty, and as long as statistics say so, the planner
 * would compare everyone in the file with each page.
 */
const DEPARTED = `
with people as materialized (
  select p.*, known.person_ids from (
    select r.phone, array_remove(array_agg(person.id), null) as person_ids
    from unnest($2::text[], $6::bytea[]) as r(phone, lookup) left join consent_people person on person.lookup = r.lookup
    group by r.phone having count(person.id) > 0 or ${mayBeSpelledTwice("r.phone")}) known
  cross join lateral (
    select * from import_people p where p.import_id = $1 and p.phone = known.phone offset 0) p
),
${comingOf("people", PARAMETERS)},
wanted as materialized (
  select phone, person_ids, group_id, count(*) over (partition by phone)::int as all_groups, ${evidenceOf("coming")}
  from coming where wanted <> 'left'
)
select phone, group_id as group, all_groups as all from wanted w where ${hasLeftUnderOtherSpelling("w.phone", "w.group_id")}
union
select w.phone, w.group_id, w.all_groups
from wanted w join consent_records ended on ended.person_id = any(w.person_ids)
where (w.consent_at is null or w.consent_at <= ended.at) and ${isDeparture("ended", "w.group_id")}`;

const IDLE = `
with people as materialized (select * from import_people where import_id = $1 and phone = any($2::text[])),
${comingOf("people", PARAMETERS)}
select phone from people where phone not in (select phone from coming where wanted <> 'left')`;
