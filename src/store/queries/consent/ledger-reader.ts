import type { LedgerReader, LedgerSize, StoredSeal } from "#domain/consent/ledger-reader";

import { int8Array } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { chainedFields, RECORD, type RecordRow } from "./read.ts";

export function ledgerReader(db: Db): LedgerReader {
  type Row = RecordRow & {
    readonly hash: Buffer;
    readonly length: number;
    readonly head: Buffer;
    readonly lookup: Buffer | null;
    readonly sealed_key: Buffer | null;
  };

  async function id(name: string, text: string): Promise<number | null> {
    const [row] = await db.query<{ id: number }>(name, text, []);
    return row?.id ?? null;
  }

  return {
    snapshot: (work) =>
      db.ownTransaction(async () => {
        await db.query("ledger snapshot", "set transaction isolation level repeatable read read only", []);
        return work();
      }),
    async size() {
      const [row] = await db.query<LedgerSize>("ledger size", SIZE, []);
      return row!;
    },
    async records({ personId, seq }, limit, people) {
      const rows = await (people === null
        ? db.query<Row>("ledger records", RECORDS, [personId, seq, limit])
        : db.query<Row>("ledger records of people", RECORDS_OF, [personId, seq, limit, people]));
      return rows.map((row) => ({
        id: row.id,
        fields: chainedFields(row),
        sealed: row.sealed,
        hash: row.hash,
        person: {
          length: row.length,
          head: row.head,
          lookup: row.lookup,
          sealedKey: row.sealed_key,
        },
      }));
    },
    emptyPerson: () => id("ledger empty person", EMPTY),
    orphan: () => id("ledger orphan", ORPHAN),
    async seals(after, limit) {
      const rows = await db.query<Omit<StoredSeal, "recordIds"> & { record_ids: (number | string)[] }>(
        "ledger seals",
        SEALS,
        [after, limit],
      );
      return rows.map(({ record_ids: ids, ...seal }) => ({ ...seal, recordIds: ids.map(Number) }));
    },
    async hashes(ids) {
      const rows = await db.query<{ hash: Buffer | null }>("ledger hashes", HASHES, [int8Array(ids)]);
      return rows.map(({ hash }) => hash);
    },
    unlisted: () => id("ledger unlisted", UNLISTED),
    async sample(newest, others) {
      const rows = await db.query<{ id: number }>("ledger sample", SAMPLE, [newest, others]);
      return rows.map((row) => row.id);
    },
  };
}

const SIZE = `
select (select count(*) from consent_records)::int as records, (select count(*) from consent_people)::int as people,
  (select coalesce(max(number), 0) from consent_seals)::int as seals,
  (select coalesce(sum(cardinality(record_ids)), 0) from consent_seals)::int as listed,
  (select count(*) from consent_unsealed u where exists (select from consent_records r where r.id = u.record_id))::int as unsealed`;

const OF = `select ${RECORD}, r.hash, p.length, p.head, p.lookup, p.sealed_key
from consent_records r join consent_people p on p.id = r.person_id where (r.person_id, r.seq) > ($1::bigint, $2::integer)`;
const ORDER = "order by r.person_id, r.seq limit $3";
const RECORDS = `${OF} ${ORDER}`;
const RECORDS_OF = `${OF} and r.person_id = any($4::bigint[]) ${ORDER}`;

const EMPTY = `
select p.id from consent_people p
where p.length > 0 and not exists (select from consent_records r where r.person_id = p.id) order by p.id limit 1`;

const ORPHAN = `
select r.id from consent_records r where not exists (select from consent_people p where p.id = r.person_id)
order by r.id limit 1`;

const SEALS = "select number, record_ids, root, mac from consent_seals where number > $1 order by number limit $2";

const HASHES = `
select r.hash from unnest($1::bigint[]) with ordinality as listed(id, nth)
left join consent_records r on r.id = listed.id order by nth`;

const UNLISTED = `
select r.id from consent_records r
where not exists (select from consent_unsealed u where u.record_id = r.id)
  and not exists (select from (select unnest(record_ids) as id from consent_seals) listed where listed.id = r.id)
order by r.id limit 1`;

/** People have consecutive ids, with gaps left by inserts that found an existing number. */
const SAMPLE = `
select distinct person_id as id from (select person_id from consent_records order by id desc limit $1) newest
union
select p.id from generate_series(1, (select max(id) from consent_people),
  greatest(1, (select max(id) from consent_people) / $2::bigint)) as place(id)
cross join lateral (select id from consent_people where id >= place.id order by id limit 1) p`;
