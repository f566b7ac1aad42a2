import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { ConsentEntry } from "#domain/consent/consent-record";
import type { Phone } from "#domain/recipients/phone";
import { minute } from "#lib/time";

import { consentsOver, nthPerson, sealLedger, testConsentKeys } from "../../support/people/consents.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eraseConsents } from "#store/queries/consent/erase";
import type { ConsentQueries } from "#store/queries/consent/consents";

let db: TestDatabase;
let consents: ConsentQueries;
beforeAll(async () => {
  db = await freshDatabase();
  consents = consentsOver(db);
});
beforeEach(async () => {
  await db.pool.query(
    "truncate consent_people, consent_unsealed, consent_seals, consents, subscribers, jobs restart identity cascade",
  );
});
afterAll(() => db.drop());

const ADA = "+4915112340001" as Phone;

function entry(more: Partial<ConsentEntry> = {}): ConsentEntry {
  return {
    phone: ADA,
    name: "Ada",
    groupId: 1,
    kind: "subscribed",
    wording: { text: "Yes, send me offers.", version: "3", language: "en" },
    evidence: { source: "page", actor: "builtin:7", ip: "192.0.2.9" },
    ...more,
  };
}

const rows = async (text: string) => (await db.pool.query(text)).rows;

describe("the consent ledger", () => {
  it("returns the appended records, with wording, version, language and evidence", async () => {
    await consents.ledger.append([entry(), entry({ kind: "left", wording: undefined, groupId: null })]);
    expect(await consents.repository.latest(ADA, null, 10)).toEqual([
      {
        id: 2,
        groupId: null,
        kind: "left",
        at: expect.any(Number),
        source: "page",
        actor: "builtin:7",
        ip: "192.0.2.9",
        wording: null,
        wordingVersion: null,
        language: null,
      },
      expect.objectContaining({ id: 1, wording: "Yes, send me offers.", wordingVersion: "3", language: "en" }),
    ]);
  });

  it("leaves the address out of new records where the settings say so, and changes no older one", async () => {
    const person = nthPerson(77);
    const set = (value: boolean) =>
      db.pool.query(
        `insert into settings (name, value) values ('consent', jsonb_build_object('recordAddress', $1::boolean))
         on conflict (name) do update set value = excluded.value`,
        [value],
      );
    await consents.ledger.append([entry({ phone: person })]);
    await set(false);
    await consents.ledger.append([entry({ phone: person })]);
    await set(true);
    await consents.ledger.append([entry({ phone: person })]);
    const records = await consents.repository.latest(person, null, 10);
    expect(records.map(({ ip }) => ip)).toEqual(["192.0.2.9", null, "192.0.2.9"]);
  });

  it("pages in both directions without gaps or repeats", async () => {
    await consents.ledger.append(Array.from({ length: 5 }, (_, n) => entry({ groupId: n })));
    await consents.ledger.append([entry({ phone: nthPerson(1) })]);
    const { latest, since } = consents.repository;
    const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id);
    expect([ids(await latest(ADA, null, 2)), ids(await latest(ADA, 4, 2)), ids(await latest(ADA, 2, 2))]).toEqual([
      [5, 4],
      [3, 2],
      [1],
    ]);
    expect([ids(await since(ADA, 0, 3)), ids(await since(ADA, 3, 3))]).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it("stores no number, name, wording, actor or address that can be read without the key", async () => {
    await consents.ledger.append([entry()]);
    const [{ text }] = await rows("select p::text || r::text as text from consent_people p, consent_records r");
    const columns = [...text.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex]) =>
      Buffer.from(hex, "hex").toString("latin1"),
    );
    expect(columns).toHaveLength(5);
    for (const secret of [ADA, ADA.slice(1), "Ada", "offers", "builtin:7", "192.0.2.9"]) {
      expect([text, ...columns].filter((column) => column.includes(secret))).toEqual([]);
    }
  });

  it("refuses to change or delete a record, a seal or a person, also to a statement of our own", async () => {
    await consents.ledger.append([entry()]);
    await seal();
    for (const statement of [
      "update consent_records set kind = 'left'",
      "delete from consent_records",
      "update consent_seals set root = ''",
      "delete from consent_seals",
      "delete from consent_people",
      "update consent_people set length = 0",
      "update consent_people set head = ''",
      "update consent_people set lookup = '\\x01'",
      "update consent_people set sealed_key = '\\x01'",
    ]) {
      await expect(db.pool.query(statement), statement).rejects.toThrow("append-only");
    }
  });

  it("is rolled back with the transaction that it is part of", async () => {
    await expect(
      db.transaction(async () => {
        await consents.ledger.append([entry()]);
        throw new Error("refused");
      }),
    ).rejects.toThrow("refused");
    expect(await consents.repository.latest(ADA, null, 10)).toEqual([]);
  });

  it("keeps one unbroken chain for a person whom many calls append to at once", async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => consents.ledger.append([entry({ groupId: n })])));
    expect(await rows("select length from consent_people")).toEqual([{ length: 40 }]);
    expect(
      await rows("select array_agg(seq order by id) = array_agg(seq order by seq) as same from consent_records"),
    ).toEqual([{ same: true }]);
  });

  it("lets batches of the same people in opposite orders both finish", async () => {
    const people = Array.from({ length: 300 }, (_, n) => entry({ phone: nthPerson(n) }));
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => consents.ledger.append(n % 2 === 0 ? people : people.toReversed())),
    );
    expect(await rows("select distinct length from consent_people")).toEqual([{ length: 6 }]);
  });

  it("forgets an erased person: their records stay, cannot be read, and a number that returns is a new person", async () => {
    await consents.ledger.append([entry(), entry({ kind: "left" })]);
    expect(await db.transaction(() => eraseConsents(db, testConsentKeys, ADA))).toBe(2);
    expect(await consents.repository.latest(ADA, null, 10)).toEqual([]);
    expect(await rows("select lookup, sealed_key, length from consent_people")).toEqual([
      { lookup: null, sealed_key: null, length: 2 },
    ]);
    await consents.ledger.append([entry({ kind: "requested" })]);
    expect((await consents.repository.latest(ADA, null, 10)).map(({ kind }) => kind)).toEqual(["requested"]);
    expect(await rows("select count(*)::int as n from consent_people")).toEqual([{ n: 2 }]);
  });
});

describe("rows of the previous release", () => {
  const OLD = `insert into consents (subscriber_id, group_id, kind, at, source, actor, ip, wording)
    select id, 1, 'subscribed', '2024-05-06 07:08:09.123456Z', 'api', 'builtin:1', '192.0.2.1', 'old words' from subscribers`;

  it("are moved by the job, with their time and everything they say", async () => {
    await db.pool.query(
      "insert into subscribers (phone, name) select '+4915300' || n, 'Bo' from generate_series(100, 449) n",
    );
    await db.pool.query(OLD);
    await seal();
    expect(await rows("select 1 from consents")).toEqual([]);
    expect(await rows("select count(*)::int as n, min(at) = max(at) as same from consent_records")).toEqual([
      { n: 350, same: true },
    ]);
    expect(await consents.repository.latest("+4915300100" as Phone, null, 10)).toMatchObject([
      {
        kind: "subscribed",
        at: Date.parse("2024-05-06T07:08:09.123Z"),
        actor: "builtin:1",
        ip: "192.0.2.1",
        wording: "old words",
      },
    ]);
  });

  it("are moved at once for a person whose records are read", async () => {
    await db.pool.query("insert into subscribers (phone, name) values ($1, 'Ada')", [ADA]);
    await db.pool.query(OLD);
    expect(await consents.repository.since(ADA, 0, 10)).toMatchObject([{ kind: "subscribed", source: "api" }]);
    expect(await consents.repository.since(ADA, 0, 10)).toHaveLength(1);
  });

  it("come before records that are appended for the same person, with their time, and only for that person", async () => {
    const BO = nthPerson(1);
    await db.pool.query("insert into subscribers (phone, name) values ($1, 'Ada'), ($2, 'Bo')", [ADA, BO]);
    await db.pool.query(OLD);
    await consents.ledger.append([entry({ kind: "left" })]);
    expect(await rows("select s.phone from consents c join subscribers s on s.id = c.subscriber_id")).toEqual([
      { phone: BO },
    ]);
    const records = await consents.repository.since(ADA, 0, 10);
    expect(records.map(({ kind, wording }) => [kind, wording])).toEqual([
      ["subscribed", "old words"],
      ["left", "Yes, send me offers."],
    ]);
    expect(records[0]!.at).toBe(Date.parse("2024-05-06T07:08:09.123Z"));
  });

  it("are moved once, while the job and many calls want them at the same time", async () => {
    await db.pool.query(
      "insert into subscribers (phone, name) select '+4915300' || n, 'Bo' from generate_series(100, 449) n",
    );
    await db.pool.query(OLD);
    const leave = Array.from({ length: 350 }, (_, n) =>
      entry({ phone: `+4915300${n + 100}` as Phone, kind: "left", wording: undefined }),
    );
    const pages = Array.from({ length: 7 }, (_, n) => leave.slice(n * 50, n * 50 + 50));
    await Promise.all([
      seal(),
      db.transaction(async () => {
        for (const page of pages) await consents.ledger.append(page);
      }),
      ...pages.map((page) => consents.ledger.append(page.toReversed())),
    ]);
    expect(await rows("select kind, seq, count(*)::int as n from consent_records group by 1, 2 order by 2")).toEqual([
      { kind: "subscribed", seq: 1, n: 350 },
      { kind: "left", seq: 2, n: 350 },
      { kind: "left", seq: 3, n: 350 },
    ]);
  });
});

describe("the sealing job", () => {
  it("lists every record once, in whichever order transactions commit", async () => {
    const late = await db.pool.connect();
    await late.query("begin");
    await late.query("insert into consent_people (lookup, sealed_key) values ('\\x01', '\\x02')");
    await late.query(
      "with r as (insert into consent_records (person_id, seq, kind, source, at, sealed, hash) select id, 1, 'left', 'x', now(), '', '' from consent_people returning id) insert into consent_unsealed select id from r",
    );
    await consents.ledger.append([entry(), entry()]);
    await seal();
    await late.query("commit");
    late.release();
    await seal();
    expect(await rows("select number, record_ids from consent_seals order by number")).toEqual([
      { number: 1, record_ids: ["2", "3"] },
      { number: 2, record_ids: ["1"] },
    ]);
  });

  it("does nothing on a node that lost its lease", async () => {
    await consents.ledger.append([entry()]);
    await db.pool.query("update consent_sealings set due = now()");
    const job = (await consents.sealing.claim("a", 30_000))!;
    await db.pool.query("update consent_sealings set due = now()");
    await consents.sealing.claim("b", 30_000);
    expect(await consents.sealing.step(job, 30_000)).toBeNull();
    expect(await rows("select 1 from consent_seals")).toEqual([]);
  });

  it("moves what imports wrote when they have ended, or have delayed it for ten minutes", async () => {
    let passed = 0;
    consents = consentsOver({ ...db, now: () => db.now() + passed });
    await importOneOf(nthPerson(1));
    await consents.ledger.append([entry()]);
    await db.pool.query(
      "insert into jobs (id, kind, state, created_by) values (gen_random_uuid(), 'import', 'running', 'a')",
    );
    await seal();
    passed = 9 * minute;
    await seal();
    expect(await waiting()).toBe(1);
    expect(await rows("select number, record_ids from consent_seals")).toEqual([{ number: 1, record_ids: ["1"] }]);
    passed = 10 * minute;
    await seal();
    expect(await waiting()).toBe(0);

    await importOneOf(nthPerson(2));
    await db.pool.query("update jobs set state = 'completed'");
    await seal();
    expect(await waiting()).toBe(0);
    await importOneOf(nthPerson(3));
    await db.pool.query("update jobs set state = 'running'");
    await seal();
    expect(await waiting()).toBe(1);
  });
});

/** A subscriber with the row that an import writes. */
async function importOneOf(phone: Phone): Promise<void> {
  await db.pool.query(
    `with person as (insert into subscribers (phone, name) values ($1, '') returning id)
     insert into consents (subscriber_id, kind, source) select id, 'imported', 'import' from person`,
    [phone],
  );
}

const waiting = async (): Promise<number> => (await rows("select 1 from consents")).length;

const seal = (): Promise<void> => sealLedger(db, consents);
