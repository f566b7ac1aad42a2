import type { ImportedPerson } from "#domain/imports/import";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";

/** As the merge reads it: all that a row says about the person besides the name. */
const profileOf = ({ fields, locale, timeZone }: ImportedPerson): string =>
  JSON.stringify({ custom: fields, locale, time_zone: timeZone });
const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Ends more than a state of a lower number. In SQL: {@link RANK}. */
const rankOf = ({ state }: ImportedPerson): number => (state === "unsubscribed" ? 2 : state === "left" ? 1 : 0);
const RANK = (state: string): string => `case ${state} when 'unsubscribed' then 2 when 'left' then 1 else 0 end`;

/** Of two rows with one number the later one counts, unless the earlier one opts out and the later one does not. */
function lastWords(people: readonly ImportedPerson[]): readonly ImportedPerson[] {
  const byPhone = new Map<string, ImportedPerson>();
  for (const person of people) {
    const before = byPhone.get(person.phone);
    if (!before || rankOf(person) >= rankOf(before)) byPhone.set(person.phone, person);
  }
  return [...byPhone.values()];
}

/** Writes people of a file, once each. */
export async function stagePeople(db: Db, id: Uuid, people: readonly ImportedPerson[]): Promise<number> {
  const latest = lastWords(people);
  if (latest.length === 0) return 0;
  const [row] = await db.query<{ created: number }>("stage import", STAGE, [
    id,
    latest.map((one) => one.phone),
    latest.map((one) => one.row),
    latest.map((one) => one.name),
    latest.map(profileOf),
    latest.map((one) => one.state),
    latest.map((one) => dateOf(one.consentAt)),
    latest.map((one) => one.consentSource),
    latest.map((one) => one.consentWording),
  ]);
  return people.length - row!.created;
}

/** A row that was inserted has no xmax; one that was updated has this transaction's. */
const STAGE = `
with staged as (
  insert into import_people
    (import_id, phone, row, name, fields, state, consent_at, consent_source, consent_wording)
  select $1::uuid, phone, row, name, fields::jsonb, state, consent_at, source, wording
  from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[], $9::text[])
    as r(phone, row, name, fields, state, consent_at, source, wording)
  on conflict (import_id, phone) do update set row = excluded.row, name = excluded.name, fields = excluded.fields,
    state = excluded.state, consent_at = excluded.consent_at, consent_source = excluded.consent_source,
    consent_wording = excluded.consent_wording
  where ${RANK("excluded.state")} >= ${RANK("import_people.state")}
  returning (xmax = 0) as created
)
select count(*) filter (where created)::int as created from staged`;
