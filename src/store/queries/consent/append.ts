import { recordHash } from "#domain/consent/chain";
import type { ConsentKeys, PersonBox } from "#domain/consent/consent-keys";
import type { ConsentEntry } from "#domain/consent/consent-record";
import type { Phone } from "#domain/recipients/phone";

import { byteaArray, int4Array, int8Array, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";

/** `atMicros`: when it happened, for a record that was made earlier; otherwise now, by the database's clock. */
export type DatedEntry = ConsentEntry & { readonly atMicros?: number };

/** Encrypting takes some 0.1 ms for each: a statement's rows fit into a fraction of a second. */
const AT_ONCE = 1_000;

/**
 * Appends records. People are locked in the order of their numbers, by everyone: two batches never wait for each other
 * in a circle.
 */
export async function appendConsents(db: Db, keys: ConsentKeys, entries: readonly DatedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const byPhone = [...Map.groupBy(entries, ({ phone }) => phone)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await db.transaction(async () => {
    for (const batch of batchesOf(byPhone)) await appendBatch(db, keys, batch);
  });
}

type OfPerson = readonly [Phone, readonly DatedEntry[]];

function batchesOf(people: readonly OfPerson[]): readonly (readonly OfPerson[])[] {
  const batches: OfPerson[][] = [];
  let left = 0;
  for (const person of people) {
    if (left <= 0) {
      batches.push([]);
      left = AT_ONCE;
    }
    batches.at(-1)!.push(person);
    left -= person[1].length;
  }
  return batches;
}

type Held = {
  readonly id: number;
  readonly sealed_key: Buffer;
  readonly head: Buffer;
  readonly length: number;
  readonly at: number;
  readonly lookup: Buffer;
};

async function appendBatch(db: Db, keys: ConsentKeys, people: readonly OfPerson[]): Promise<void> {
  const lookups = people.map(([phone]) => keys.lookup(phone));
  const held = await db.query<Held>("hold consent people", HOLD, [
    byteaArray(lookups),
    byteaArray(lookups.map((lookup) => keys.newKey(lookup))),
  ]);
  const byLookup = new Map(held.map((person) => [person.lookup.toString("hex"), person]));
  const rows = people.flatMap(([, entries], index) => {
    const lookup = lookups[index]!;
    const person = byLookup.get(lookup.toString("hex"))!;
    return chained(person, keys.person(lookup, person.sealed_key), entries);
  });
  const lasts = rows.filter((row, index) => rows[index + 1]?.personId !== row.personId);
  await db.query("append consents", APPEND, [
    int8Array(rows.map((row) => row.personId)),
    int4Array(rows.map((row) => row.seq)),
    int8Array(rows.map((row) => row.groupId)),
    textArray(rows.map((row) => row.kind)),
    textArray(rows.map((row) => row.source)),
    int8Array(rows.map((row) => row.atMicros)),
    byteaArray(rows.map((row) => row.sealed)),
    byteaArray(rows.map((row) => row.hash)),
    int8Array(lasts.map((row) => row.personId)),
    int4Array(lasts.map((row) => row.seq)),
    byteaArray(lasts.map((row) => row.hash)),
  ]);
}

function chained(person: Held, box: PersonBox, entries: readonly DatedEntry[]) {
  let previous = person.head;
  return entries.map(({ phone, name, groupId, kind, wording, evidence, atMicros }, index) => {
    const seq = person.length + index + 1;
    const fields = {
      personId: person.id,
      seq,
      groupId,
      kind,
      source: evidence.source,
      atMicros: atMicros ?? person.at,
    };
    const sealed = box.seal(fields, {
      phone,
      name,
      actor: evidence.actor,
      ip: evidence.ip,
      wording: wording?.text,
      wordingVersion: wording?.version,
      language: wording?.language,
    });
    const hash = recordHash(previous, fields, sealed);
    previous = hash;
    return { ...fields, sealed, hash };
  });
}

/** clock_timestamp() is read once the row is locked: a transaction that waited began before the previous record. */
const HOLD = `
insert into consent_people as p (lookup, sealed_key)
select lookup, sealed_key from unnest($1::bytea[], $2::bytea[]) with ordinality as r(lookup, sealed_key, nth) order by nth
on conflict (lookup) do update set lookup = excluded.lookup
returning id, lookup, sealed_key, head, length, (extract(epoch from clock_timestamp()) * 1000000)::bigint as at`;

const APPEND = `
with record as (
  insert into consent_records (person_id, seq, group_id, kind, source, at, sealed, hash)
  select person_id, seq, group_id, kind, source, 'epoch'::timestamptz + at * interval '1 microsecond', sealed, hash
  from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bytea[], $8::bytea[])
    with ordinality as r(person_id, seq, group_id, kind, source, at, sealed, hash, nth)
  order by nth returning id
),
unsealed as (insert into consent_unsealed (record_id) select id from record)
update consent_people p set length = r.length, head = r.head
from unnest($9::bigint[], $10::integer[], $11::bytea[]) as r(id, length, head) where p.id = r.id`;
