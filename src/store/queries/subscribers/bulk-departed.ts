import type { ConsentKeys } from "#domain/consent/consent-keys";
import { everySpelling } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";

import { byteaArray, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { isDeparture } from "../consent/departure-fragment.ts";

/**
 * Of these people, those who are in the group in no state and did not leave it under either number of their phone
 * before they were deleted, or before a code was requested for them: only the consent ledger knows these.
 */
export async function withoutDeparted(
  db: Db,
  keys: Pick<ConsentKeys, "lookup">,
  ids: readonly number[],
  group: number,
): Promise<readonly number[]> {
  const people = await db.query<{ id: number; phone: Phone }>("candidates in bulk", CANDIDATES, [ids, group]);
  const spelled = people.flatMap(({ id, phone }) => everySpelling([phone]).map((number) => ({ id, number })));
  const rows = await db.query<{ id: number }>("departed in bulk", DEPARTED, [
    spelled.map(({ id }) => id),
    textArray(spelled.map(({ number }) => number)),
    byteaArray(spelled.map(({ number }) => keys.lookup(number))),
    group,
  ]);
  const departed = new Set(rows.map(({ id }) => id));
  return people.map(({ id }) => id).filter((id) => !departed.has(id));
}

const CANDIDATES = `
select id, phone from subscribers s where id = any($1::bigint[])
  and not exists (select from memberships m where m.group_id = $2 and m.subscriber_id = s.id)`;

/**
 * Of people who were not deleted since, the membership itself says that they left. Where they have none, a bulk action
 * was taken back, which records that they left, too.
 */
const DEPARTED = `
select r.id from unnest($1::bigint[], $2::text[], $3::bytea[]) as r(id, number, lookup)
join consent_people person on person.lookup = r.lookup
join consent_records ended on ended.person_id = person.id
left join subscribers s on s.phone = r.number
where ${isDeparture("ended", "$4::bigint")} and (s.id is null or ended.at < s.created_at or exists (
  select from memberships m where m.group_id = $4 and m.subscriber_id = s.id and m.state = 'pending'))`;
