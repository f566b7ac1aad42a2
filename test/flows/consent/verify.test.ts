import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { recordHash, sealRoot } from "#domain/consent/chain";
import type { ConsentEntry } from "#domain/consent/consent-record";
import { verifyLedger, type LedgerReport } from "#domain/consent/verify-ledger";
import type { ConsentQueries } from "#store/queries/consent/consents";
import { eraseConsents } from "#store/queries/consent/erase";
import { ledgerReader } from "#store/queries/consent/ledger-reader";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { consentsOver, nthPerson, sealLedger, tamper, testConsentKeys } from "../../support/people/consents.ts";

let db: TestDatabase;
let consents: ConsentQueries;
beforeAll(async () => {
  db = await freshDatabase();
  consents = consentsOver(db);
});
afterAll(() => db.drop());

const entry = (n: number): ConsentEntry => ({
  phone: nthPerson(n),
  groupId: 1,
  kind: "subscribed",
  evidence: { source: "api", actor: null, ip: null },
});

/** People 1 to 3 with three records each: 1 to 9 in three seals, person by person in turn; record 10 is not sealed. */
beforeEach(async () => {
  await db.pool.query("truncate consent_people, consent_unsealed, consent_seals restart identity cascade");
  for (let round = 0; round < 3; round += 1) {
    await consents.ledger.append([entry(1), entry(2), entry(3)]);
    await seal();
  }
  await consents.ledger.append([entry(1)]);
});

const seal = (): Promise<void> => sealLedger(db, consents);

const verify = (options: { bound?: number | null; root?: string } = {}): Promise<LedgerReport> =>
  verifyLedger(ledgerReader(db), testConsentKeys, { bound: null, ...options });

describe("an untouched ledger", () => {
  it("fits, and its newest root is reported", async () => {
    const [{ root }] = (await db.pool.query("select root from consent_seals where number = 3")).rows;
    expect(await verify()).toEqual({
      records: 10,
      seals: 3,
      complete: true,
      newest: { number: 3, root: root.toString("hex") },
      issue: null,
    });
  });

  it("fits after the erasure of a person, and after they came back", async () => {
    await db.transaction(() => eraseConsents(db, testConsentKeys, nthPerson(2)));
    expect(await verify()).toMatchObject({ records: 10, issue: null });
    await consents.ledger.append([entry(2)]);
    await seal();
    expect(await verify()).toMatchObject({ records: 11, seals: 4, issue: null });
  });

  it("fits while others append to it", async () => {
    let isOver = false;
    const appends = (async () => {
      for (let n = 0; n < 50 || !isOver; n += 1) await consents.ledger.append([entry(1 + (n % 5))]);
    })();
    for (let n = 0; n < 5; n += 1) expect(await verify()).toMatchObject({ issue: null });
    isOver = true;
    await appends;
  });

  it("fits if it is empty", async () => {
    await db.pool.query("truncate consent_people, consent_unsealed, consent_seals restart identity cascade");
    expect(await verify()).toEqual({ records: 0, seals: 0, complete: true, newest: null, issue: null });
  });
});

describe("a ledger that was changed in the database", () => {
  it.each([
    ["another kind", "update consent_records set kind = 'left' where id = 5", "changed", 5],
    ["another source", "update consent_records set source = 'sms' where id = 5", "changed", 5],
    ["another purpose", "update consent_records set group_id = 2 where id = 5", "changed", 5],
    ["no purpose", "update consent_records set group_id = null where id = 5", "changed", 5],
    ["a time one microsecond later", "update consent_records set at = at + interval '1 us' where id = 5", "changed", 5],
    ["another ciphertext", "update consent_records set sealed = sealed || '\\x00' where id = 5", "changed", 5],
    ["another hash", "update consent_records set hash = sha256(hash) where id = 5", "changed", 5],
    ["a record that is gone", "delete from consent_records where id = 5", "missing", 5],
    ["the newest record gone", "delete from consent_records where id = 10", "missing", 7],
    ["a person's row that says less", "update consent_people set length = 2 where id = 3", "missing", 9],
    [
      "two records in each other's place",
      "update consent_records r set seq = 5 - r.seq from consent_records o where r.person_id = 1 and o.id = r.id and r.seq in (2, 3)",
      "changed",
      7,
    ],
    ["a record of another person", "update consent_records set person_id = 2, seq = 4 where id = 7", "missing", 10],
    [
      "a record inserted at the end",
      "insert into consent_records (person_id, seq, kind, source, at, sealed, hash) values (3, 4, 'confirmed', 'x', now(), '', '')",
      "changed",
      11,
    ],
    [
      "a key of somebody else",
      "update consent_people set sealed_key = (select sealed_key from consent_people where id = 1) where id = 2",
      "changed",
      2,
    ],
    ["a key of nobody", "update consent_people set sealed_key = sha256(sealed_key) where id = 2", "changed", 2],
    ["a key that is gone", "update consent_people set sealed_key = null where id = 2", "changed", 2],
    ["another number", "update consent_people set lookup = sha256(lookup) where id = 2", "changed", 2],
    ["a number that is gone", "update consent_people set lookup = null where id = 2", "changed", 2],
    ["a person gone, and their records left", "delete from consent_people where id = 2", "missing", 2],
  ])("%s", async (_, statement, kind, recordId) => {
    // The unique position is checked row by row.
    await db.pool.query("alter table consent_records drop constraint consent_records_person_id_seq_key");
    try {
      await tamper(db.pool, statement);
      expect((await verify()).issue).toMatchObject({ kind, recordId });
      // As `tidings doctor` does, which decrypts no records.
      expect((await verify({ bound: 100_000 })).issue).toMatchObject({ kind, recordId });
    } finally {
      await db.pool.query("truncate consent_people cascade");
      await db.pool.query("alter table consent_records add unique (person_id, seq)");
    }
  });

  it("all records of a person gone, with their person: the seal names the first", async () => {
    await tamper(db.pool, "delete from consent_records where person_id = 2");
    await tamper(db.pool, "delete from consent_people where id = 2");
    expect((await verify()).issue).toEqual({
      kind: "missing",
      recordId: 2,
      text: "Record 2 is missing: seal 1 lists it.",
    });
  });

  it("a seal gone", async () => {
    await tamper(db.pool, "delete from consent_seals where number = 2");
    expect((await verify()).issue).toMatchObject({ kind: "broken_seal", text: "Seal 2 is missing." });
  });

  it("a record whose hashes, and all that follow from it, were computed anew", async () => {
    await rewrite(4, "left");
    // Nothing of the chain shows it; the record cannot be decrypted, since it was encrypted as another one.
    expect((await verify()).issue).toMatchObject({ kind: "changed", recordId: 4 });
    // After an erasure nothing can be decrypted, and the seal shows it.
    await db.transaction(() => eraseConsents(db, testConsentKeys, nthPerson(1)));
    expect((await verify()).issue).toMatchObject({ kind: "broken_seal", text: expect.stringContaining("Seal 2") });
    // Whoever computes the roots anew, too, lacks the installation's key.
    await rewriteSeals();
    expect((await verify()).issue).toMatchObject({
      kind: "broken_seal",
      text: "Seal 2 was not written by this installation.",
    });
  });

  it("a record that was inserted with a chain that fits, and waits for no seal", async () => {
    await tamper(db.pool, "delete from consent_unsealed");
    expect((await verify()).issue).toMatchObject({ kind: "inserted", recordId: 10 });
  });

  it("the newest records and seals gone without a trace: only a root that was noted elsewhere shows it", async () => {
    const { newest } = await verify();
    await tamper(db.pool, "delete from consent_seals where number = 3");
    await tamper(db.pool, "delete from consent_records where id > 6");
    await tamper(db.pool, "delete from consent_unsealed");
    await tamper(
      db.pool,
      "update consent_people p set length = 2, head = r.hash from consent_records r where r.person_id = p.id and r.seq = 2",
    );
    expect((await verify()).issue).toBeNull();
    expect((await verify({ root: newest!.root })).issue).toMatchObject({ kind: "unknown_root" });
  });
});

describe("a ledger too large to be verified in passing", () => {
  it("has its newest seals and a sample verified, and says so", async () => {
    expect(await verify({ bound: 3 })).toMatchObject({ complete: false, seals: 1, issue: null });
    await tamper(db.pool, "update consent_records set kind = 'left' where id = 5");
    expect((await verify({ bound: 3 })).issue).toMatchObject({ kind: "changed", recordId: 5 });
  });
});

type Row = {
  id: number;
  person_id: number;
  seq: number;
  group_id: number | null;
  kind: string;
  source: string;
  at: number;
  sealed: Buffer;
  hash: Buffer;
};

/** Changes a record as a forger would who knows the format: every later hash of the person is made to fit. */
async function rewrite(id: number, kind: string): Promise<void> {
  await tamper(db.pool, "update consent_records set kind = $2 where id = $1", [id, kind]);
  const records = await db.query<Row>(
    "test records",
    "select id, person_id, seq, group_id, kind, source, (extract(epoch from at) * 1000000)::bigint as at, sealed, hash from consent_records where person_id = (select person_id from consent_records where id = $1) order by seq",
    [id],
  );
  let previous: Buffer = Buffer.alloc(0);
  for (const { id: one, person_id: personId, seq, group_id: groupId, kind: is, source, at, sealed } of records) {
    previous = recordHash(previous, { personId, seq, groupId, kind: is, source, atMicros: at }, sealed);
    await tamper(db.pool, "update consent_records set hash = $2 where id = $1", [one, previous]);
  }
  await tamper(db.pool, "update consent_people set head = $2 where id = $1", [records[0]!.person_id, previous]);
}

async function rewriteSeals(): Promise<void> {
  const seals = await db.query<{ number: number; ids: number[] }>(
    "test seals",
    "select number, to_json(record_ids) as ids from consent_seals order by number",
    [],
  );
  let previous: Buffer = Buffer.alloc(0);
  for (const { number, ids } of seals) {
    const records = await db.query<{ id: number; hash: Buffer }>(
      "test hashes",
      "select id, hash from consent_records where id = any($1::bigint[]) order by id",
      [ids],
    );
    previous = sealRoot(previous, number, records);
    await tamper(db.pool, "update consent_seals set root = $2 where number = $1", [number, previous]);
  }
}
