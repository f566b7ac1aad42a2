import { recordHash } from "#domain/consent/chain";
import type { ConsentKeys, PersonBox } from "#domain/consent/consent-keys";
import type { ConsentEntry } from "#domain/consent/consent-record";
import type { Phone } from "#domain/recipients/phone";

import { byteaArray, int4Array, int8Array, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { takeStagedConsents, type DatedEntry } from "./staged-consents.ts";

/** Encrypting takes some 0.1 ms for each: a statement's rows fit into a fraction of a second. */
const AT_ONCE = 1_000;

/**
 * Appends records. Rows of the same people that are still in `consents` are appended first: the end of a consent must
 * come after the consent.
 */
export async function appendConsents(db: Db, keys: ConsentKeys, entries: readonly ConsentEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const phones = [...new Set(entries.map(({ phone }) => phone))];
  await db.transaction(async () => {
    await appendRecords(db, keys, [...(await takeStagedConsents(db, phones)), ...entries]);
  });
}

/** Appends records. All code locks people in the order of their numbers, so two batches cannot deadlock. */
export async function appendRecords(db: Db, keys: ConsentKeys, entries: readonly DatedEntry[]): Promise<void> {
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
  /** null: they have no record yet. */
  readonly sealed_key: Buffer | null;
  readonly head: Buffer;
  readonly length: number;
  readonly at: number;
  readonly lookup: Buffer;
  readonly address: boolean;
};

async function appendBatch(db: Db, keys: ConsentKeys, people: readonly OfPerson[]): Promise<void> {
  const lookups = people.map(([phone]) => keys.lookup(phone));
  const held = await db.query<Held>("hold consent people", HOLD, [byteaArray(lookups)]);
  const byLookup = new Map(held.map((person) => [person.lookup.toString("hex"), person]));
  const chains = people.map(([, entries], index) => {
    const lookup = lookups[index]!;
    const person = byLookup.get(lookup.toString("hex"))!;
    const { sealed_key: key } = person;
    const { box, sealedKey = null } = key ? { box: keys.person(lookup, key) } : keys.newPerson(lookup);
    return { sealedKey, rows: chained(person, box, entries) };
  });
  const rows = chains.flatMap((chain) => chain.rows);
  const lasts = chains.map((chain) => ({ ...chain.rows.at(-1)!, sealedKey: chain.sealedKey }));
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
    byteaArray(lasts.map((row) => row.sealedKey)),
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
      ip: person.address ? evidence.ip : null,
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
insert into consent_people as p (lookup)
select lookup from unnest($1::bytea[]) with ordinality as r(lookup, nth) order by nth
on conflict (lookup) do update set lookup = excluded.lookup
returning id, lookup, sealed_key, head, length, (extract(epoch from clock_timestamp()) * 1000000)::bigint as at,
  coalesce((select value ->> 'recordAddress' from settings where name = 'consent'), 'true') <> 'false' as address`;

const APPEND = `
with record as (
  insert into consent_records (person_id, seq, group_id, kind, source, at, sealed, hash)
  select person_id, seq, group_id, kind, source, 'epoch'::timestamptz + at * interval '1 microsecond', sealed, hash
  from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bytea[], $8::bytea[])
    with ordinality as r(person_id, seq, group_id, kind, source, at, sealed, hash, nth)
  order by nth returning id
),
unsealed as (insert into consent_unsealed (record_id) select id from record)
update consent_people p set length = r.length, head = r.head, sealed_key = coalesce(p.sealed_key, r.sealed_key)
from unnest($9::bigint[], $10::integer[], $11::bytea[], $12::bytea[]) as r(id, length, head, sealed_key) where p.id = r.id`;
