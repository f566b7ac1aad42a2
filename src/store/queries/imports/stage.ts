import type { ImportedPerson } from "#domain/imports/import";
import type { Uuid } from "#lib/ids";

import { int4Array, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";

/** How the merge reads a group that rows of the file name, with the evidence of the row. */
type Entry = { state: string; at: Date | null; ip: string | null; source: string | null; wording: string | null };
type Staged = { readonly person: ImportedPerson; readonly groups: Readonly<Record<string, Entry>> };

/** Everything that the rows say about a person besides the name, in the form that the merge reads. */
const profileOf = ({ person: { fields, locale, timeZone, consentIp }, groups }: Staged): string =>
  JSON.stringify({
    custom: fields,
    ...(locale !== null && { locale }),
    ...(timeZone !== null && { time_zone: timeZone }),
    ...(consentIp !== null && { ip: consentIp }),
    ...(Object.keys(groups).length > 0 && { groups }),
  });
const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Ends more than a state of a lower number. In SQL: {@link RANK}. */
const rankOf = ({ state }: ImportedPerson): number => (state === "unsubscribed" ? 2 : state === "left" ? 1 : 0);
const RANK = (row: string): string => `case ${row}.state when 'unsubscribed' then 2 when 'left' then 1 else 0 end`;

function entriesOf({ groups, consentAt, consentIp, consentSource, consentWording }: ImportedPerson): Staged["groups"] {
  const evidence = { at: dateOf(consentAt), ip: consentIp, source: consentSource, wording: consentWording };
  return Object.fromEntries(Object.entries(groups).map(([key, state]) => [key, { state, ...evidence }]));
}

/** If any row of the file says that a group was left, no other row reverses that. In SQL: {@link LEFT}. */
const leftOf = (groups: Staged["groups"]): Staged["groups"] =>
  Object.fromEntries(Object.entries(groups).filter(([, { state }]) => state === "left"));
const LEFT = (groups: string): string =>
  `coalesce((select jsonb_object_agg(key, value) from jsonb_each(${groups}) where value ->> 'state' = 'left'), '{}')`;

/**
 * Of two rows with one number the later one counts, unless the earlier one opts out and the later one does not. The
 * groups of both count: a file may have a row for each.
 */
function mergeByPhone(people: readonly ImportedPerson[]): readonly Staged[] {
  const byPhone = new Map<string, Staged>();
  for (const person of people) {
    const before = byPhone.get(person.phone);
    const groups = entriesOf(person);
    byPhone.set(person.phone, {
      person: !before || rankOf(person) >= rankOf(before.person) ? person : before.person,
      groups: before ? { ...before.groups, ...groups, ...leftOf(before.groups) } : groups,
    });
  }
  return [...byPhone.values()];
}

/** Writes people of a file, once each. */
export async function stagePeople(db: Db, id: Uuid, people: readonly ImportedPerson[]): Promise<number> {
  const latest = mergeByPhone(people);
  if (latest.length === 0) return 0;
  const [row] = await db.query<{ created: number }>("stage import", STAGE, [
    id,
    textArray(latest.map(({ person }) => person.phone)),
    int4Array(latest.map(({ person }) => person.row)),
    textArray(latest.map(({ person }) => person.name)),
    textArray(latest.map(profileOf)),
    textArray(latest.map(({ person }) => person.state)),
    latest.map(({ person }) => dateOf(person.consentAt)),
    textArray(latest.map(({ person }) => person.consentSource)),
    textArray(latest.map(({ person }) => person.consentWording)),
  ]);
  return people.length - row!.created;
}

const COUNTS = `${RANK("excluded")} >= ${RANK("import_people")}`;
const LATER = ["row", "name", "state", "consent_at", "consent_source", "consent_wording"].map(
  (column) => `${column} = case when ${COUNTS} then excluded.${column} else import_people.${column} end`,
);

/** A row that was inserted has no xmax; one that was updated has this transaction's. */
const STAGE = `
with staged as (
  insert into import_people
    (import_id, phone, row, name, fields, state, consent_at, consent_source, consent_wording)
  select $1::uuid, phone, row, name, fields::jsonb, state, consent_at, source, wording
  from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[], $9::text[])
    as r(phone, row, name, fields, state, consent_at, source, wording)
  on conflict (import_id, phone) do update set ${LATER.join(", ")},
    fields = (case when ${COUNTS} then excluded.fields else import_people.fields end) || jsonb_build_object('groups',
      coalesce(import_people.fields -> 'groups', '{}') || coalesce(excluded.fields -> 'groups', '{}')
        || ${LEFT("import_people.fields -> 'groups'")})
  returning (xmax = 0) as created
)
select count(*) filter (where created)::int as created from staged`;
