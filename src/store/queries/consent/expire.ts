import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Walk } from "#domain/privacy/pruning-store";
import type { Phone } from "#domain/recipients/phone";
import { SealBroken } from "#lib/secret-box";

import { int4Array, int8Array, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { inEffect } from "./in-effect.ts";
import { chainedFields, RECORD, type RecordRow } from "./read.ts";

/**
 * Destroys the keys of people without a consent in effect, as an erasure does: their records stay and can be verified,
 * but whose they were can no longer be read. A person is kept while they are a subscriber, or an entry of the log may
 * be about a message that they agreed to.
 */
export function consentExpiry(db: Db, keys: ConsentKeys): Walk {
  return async (days, after, limit) => {
    const [edge] = await db.query<Edge>("edge of people", EDGE, [after || "0", limit]);
    if (edge!.seen === 0) return { removed: 0, next: null };
    const over = await db.query<Row>("people whose consent ended", ENDED, [after || "0", edge!.last, days]);
    const people = over.flatMap((row) => {
      const phone = phoneOf(keys, row);
      return phone === null ? [] : [{ id: row.person_id, length: row.seq, phone }];
    });
    const removed = people.length === 0 ? 0 : await expire(people);
    return { removed, next: edge!.seen === limit ? String(edge!.last) : null };
  };

  async function expire(people: readonly { id: number; length: number; phone: Phone }[]): Promise<number> {
    const gone = await db.query("expire consents", EXPIRE, [
      int8Array(people.map(({ id }) => id)),
      int4Array(people.map(({ length }) => length)),
      textArray(people.map(({ phone }) => phone)),
    ]);
    return gone.length;
  }
}

type Edge = { readonly seen: number; readonly last: number };
type Row = RecordRow & { readonly lookup: Buffer; readonly sealed_key: Buffer };

/**
 * Only the newest record contains the number. A record that was tampered with stays as it is, for a verification to
 * find.
 */
function phoneOf(keys: ConsentKeys, row: Row): Phone | null {
  try {
    return keys.person(row.lookup, row.sealed_key).open(chainedFields(row), row.sealed).phone;
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

const EDGE = `
select count(*)::int as seen, coalesce(max(id), 0) as last
from (select id from consent_people where id > $1::bigint order by id limit $2) page`;

const ENDED = `
select ${RECORD}, p.lookup, p.sealed_key
from consent_people p join consent_records r on r.person_id = p.id and r.seq = p.length
where p.id > $1::bigint and p.id <= $2::bigint and p.lookup is not null and p.sealed_key is not null
  and r.at < now() - make_interval(days => $3) and not exists (${inEffect("p.id")})
order by p.id`;

/**
 * People who get a record meanwhile stay: the length is compared once the row is locked. Rows are locked in the order
 * of their ids; an append uses another order, but never waits for a lock that this holds.
 */
const EXPIRE = `
with due as (
  select p.id from unnest($1::bigint[], $2::integer[], $3::text[]) as r(id, length, phone)
  join consent_people p on p.id = r.id and p.length = r.length and p.lookup is not null
  where not exists (select from subscribers s where s.phone = r.phone)
    and not exists (select from deliveries d where d.phone = r.phone)
  order by p.id for no key update of p skip locked
)
update consent_people p set lookup = null, sealed_key = null from due where p.id = due.id returning p.id`;
