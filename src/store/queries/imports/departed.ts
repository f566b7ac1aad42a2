import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import { byteaArray, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";

/** Numbers of the file with groups that they must not join. */
export type Departed = {
  /** Pairs with `groups`. */
  readonly phones: readonly Phone[];
  readonly groups: readonly number[];
  /** Those that can join none of the groups. */
  readonly entirely: readonly Phone[];
};

/**
 * Who of these numbers of a file left, or opted out of everything, before they were deleted: only the ledger knows them.
 * A consent that the file dates later counts.
 */
export async function departedOf(
  db: Db,
  keys: Pick<ConsentKeys, "lookup">,
  id: Uuid,
  phones: readonly Phone[],
  groups: readonly number[],
): Promise<Departed> {
  if (phones.length === 0) return { phones: [], groups: [], entirely: [] };
  const lookups = phones.map((phone) => keys.lookup(phone));
  const values = [id, textArray(phones), byteaArray(lookups), groups];
  const rows = await db.query<{ phone: Phone; group: number }>("departed people", DEPARTED, values);
  const byPhone = Map.groupBy(rows, ({ phone }) => phone);
  return {
    phones: rows.map(({ phone }) => phone),
    groups: rows.map(({ group }) => group),
    entirely: [...byPhone].flatMap(([phone, { length }]) => (length === groups.length ? [phone] : [])),
  };
}

/**
 * A START lifts what was blocked. It joins no group again, so a group that was left stays left. Records are compared by
 * their times: one that was written as a plain row comes into the ledger later.
 */
const DEPARTED = `
select distinct p.phone, g.id as group
from unnest($2::text[], $3::bytea[]) as r(phone, lookup)
join import_people p on p.import_id = $1 and p.phone = r.phone
join consent_people person on person.lookup = r.lookup
join consent_records ended on ended.person_id = person.id
cross join unnest($4::bigint[]) as g(id)
where (ended.kind = 'blocked' or (ended.kind = 'left' and (ended.group_id = g.id or ended.group_id is null)))
  and (p.consent_at is null or p.consent_at <= ended.at)
  and not exists (
    select from consent_records later where later.person_id = ended.person_id and (later.at, later.seq) > (ended.at, ended.seq) and (
      (later.group_id = g.id and later.kind in ('confirmed', 'subscribed', 'imported'))
      or (ended.kind = 'blocked' and later.kind = 'lifted')))`;
