import type { ConsentPast, ConsentRepository } from "#domain/consent/consent-ledger";
import type { ChainedFields } from "#domain/consent/chain";
import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { ConsentKind, ConsentRecord } from "#domain/consent/consent-record";

import type { Db } from "../../database.ts";
import { moveStagedOf } from "./move-staged.ts";

export type RecordRow = {
  readonly id: number;
  readonly person_id: number;
  readonly seq: number;
  readonly group_id: number | null;
  readonly kind: ConsentKind;
  readonly source: string;
  readonly at_micros: number;
  readonly sealed: Buffer;
};

export const RECORD = `r.id, r.person_id, r.seq, r.group_id, r.kind, r.source,
  (extract(epoch from r.at) * 1000000)::bigint as at_micros, r.sealed`;

export function chainedFields(row: RecordRow): ChainedFields {
  return {
    personId: row.person_id,
    seq: row.seq,
    groupId: row.group_id,
    kind: row.kind,
    source: row.source,
    atMicros: row.at_micros,
  };
}

export function consentReads(db: Db, keys: ConsentKeys): ConsentRepository {
  type Row = RecordRow & { readonly sealed_key: Buffer };

  async function read(name: string, text: string, lookup: Buffer, from: number, limit: number) {
    const rows = await db.query<Row>(name, text, [lookup, from, limit]);
    const [first] = rows;
    if (!first) return [];
    const box = keys.person(lookup, first.sealed_key);
    return rows.map((row): ConsentRecord => {
      const { actor, ip, wording, wordingVersion, language } = box.open(chainedFields(row), row.sealed);
      return {
        id: row.id,
        groupId: row.group_id,
        kind: row.kind,
        at: Math.floor(row.at_micros / 1_000),
        source: row.source,
        actor,
        ip,
        wording: wording ?? null,
        wordingVersion: wordingVersion ?? null,
        language: language ?? null,
      };
    });
  }

  return {
    async latest(phone, before, limit) {
      await moveStagedOf(db, keys, phone);
      return read("latest consents", LATEST, keys.lookup(phone), before ?? Number.MAX_SAFE_INTEGER, limit);
    },
    async since(phone, after, limit) {
      await moveStagedOf(db, keys, phone);
      return read("consents since", SINCE, keys.lookup(phone), after, limit);
    },
    async past(phone) {
      await moveStagedOf(db, keys, phone);
      const [row] = await db.query<ConsentPast>("consent past", PAST, [keys.lookup(phone)]);
      return row!;
    },
  };
}

const OF_PERSON = `select ${RECORD}, p.sealed_key from consent_people p join consent_records r on r.person_id = p.id where p.lookup = $1`;
/** One person's ids rise with the position in the chain: appends for a person wait for each other. */
const LATEST = `${OF_PERSON} and r.id < $2 order by r.seq desc limit $3`;
const SINCE = `${OF_PERSON} and r.id > $2 order by r.seq limit $3`;

const PAST = `
select coalesce(bool_or(r.kind in ('left', 'blocked')), false) as withdrew,
  coalesce(bool_and(r.source = 'page'), false) as "onlyPages"
from consent_people p join consent_records r on r.person_id = p.id where p.lookup = $1`;
