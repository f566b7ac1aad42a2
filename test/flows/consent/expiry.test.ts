import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { ConsentKind } from "#domain/consent/consent-record";
import { verifyLedger } from "#domain/consent/verify-ledger";
import { day } from "#lib/time";
import { appendRecords } from "#store/queries/consent/append";
import type { ConsentQueries } from "#store/queries/consent/consents";
import { ledgerReader } from "#store/queries/consent/ledger-reader";
import { pruningQueries } from "#store/queries/upkeep/pruning";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { writeLog } from "../../support/service/log-entries.ts";
import { consentsOver, nthPerson, sealLedger, tamper, testConsentKeys } from "../../support/people/consents.ts";

let db: TestDatabase;
let consents: ConsentQueries;
beforeAll(async () => {
  db = await freshDatabase();
  consents = consentsOver(db);
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.pool.query("truncate consent_people, consent_unsealed, consent_seals restart identity cascade");
  await db.pool.query("truncate subscribers, messages, deliveries cascade");
});

const DAYS = 1_826;
/** Records of a person: what, and how many days ago. */
const append = (n: number, ...records: readonly (readonly [ConsentKind, number, (number | null)?])[]) =>
  appendRecords(
    db,
    testConsentKeys,
    records.map(([kind, daysAgo, groupId = 1]) => ({
      phone: nthPerson(n),
      name: `Person ${n}`,
      groupId,
      kind,
      evidence: { source: "api", actor: null, ip: "192.0.2.1" },
      atMicros: Math.floor(db.now() - daysAgo * day) * 1_000,
    })),
  );
const gone = (n: number) => append(n, ["subscribed", 4_000], ["left", 2_000]);

const seal = (): Promise<void> => sealLedger(db, consents);
async function expire(limit = 100): Promise<number> {
  const { pruneConsents } = pruningQueries(db, testConsentKeys);
  let removed = 0;
  for (let after: string | null = ""; after !== null;) {
    const step = await pruneConsents(DAYS, after, limit);
    removed += step.removed;
    after = step.next;
  }
  return removed;
}
const recordsOf = async (n: number) => (await consents.repository.latest(nthPerson(n), null, 10)).length;
const verify = async () => (await verifyLedger(ledgerReader(db), testConsentKeys, { bound: null })).issue;

test("a person who left long ago is unreadable, the others are not, and the ledger still verifies", async () => {
  await gone(1);
  await append(2, ["subscribed", 4_000], ["left", 1_800]);
  await append(3, ["subscribed", 4_000]);
  await append(4, ["requested", 3_000]);
  await append(5, ["subscribed", 4_000], ["blocked", 2_000, null]);
  await append(6, ["subscribed", 4_000], ["subscribed", 4_000, 2], ["left", 2_000]);
  await append(7, ["left", 4_000], ["confirmed", 3_000]);
  await seal();
  const hashes = async () => (await db.pool.query("select id, hash, sealed from consent_records order by id")).rows;
  const before = await hashes();
  // In pages of two people.
  expect(await expire(2)).toBe(3);
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(recordsOf))).toEqual([0, 2, 1, 0, 0, 3, 2]);
  expect(await hashes()).toEqual(before);
  expect(await verify()).toBeNull();
  const { rows } = await db.pool.query(
    "select count(*)::int as n from consent_people where lookup is null and sealed_key is null",
  );
  expect(rows).toEqual([{ n: 3 }]);
  expect(await expire()).toBe(0);
});

test("the records of a person with any other data stay readable", async () => {
  for (const n of [1, 2, 3]) await gone(n);
  await db.pool.query("insert into subscribers (phone, name) values ($1, 'Ada')", [nthPerson(1)]);
  await writeLog(db, { at: db.now(), phones: [nthPerson(2)] });
  expect(await expire()).toBe(1);
  expect(await Promise.all([1, 2, 3].map(recordsOf))).toEqual([2, 2, 0]);
});

test("a number that comes back is a new person, and the ledger verifies", async () => {
  await gone(1);
  expect(await expire()).toBe(1);
  await append(1, ["confirmed", 0]);
  expect(await recordsOf(1)).toBe(1);
  expect(await expire()).toBe(0);
  await seal();
  expect(await verify()).toBeNull();
});

test("a person who comes back while they expire keeps what they had, or begins anew with a record that is readable", async () => {
  await gone(1);
  const client = await db.pool.connect();
  try {
    await client.query("begin");
    // As an append does: it has the person, and has not added its record yet.
    await client.query("select from consent_people where lookup = $1 for update", [
      testConsentKeys.lookup(nthPerson(1)),
    ]);
    expect(await expire()).toBe(0);
    await client.query("commit");
  } finally {
    client.release();
  }
  await Promise.all([expire(), append(1, ["confirmed", 0])]);
  expect([1, 3]).toContain(await recordsOf(1));
  expect(await verify()).toBeNull();
});

test("a person whose record was tampered with is not expired, so that a verification still finds it", async () => {
  await gone(1);
  await gone(2);
  await tamper(db.pool, "update consent_records set source = 'page' where id = 2");
  expect(await expire()).toBe(1);
  expect(await verify()).toMatchObject({ kind: "changed", recordId: 2 });
});
