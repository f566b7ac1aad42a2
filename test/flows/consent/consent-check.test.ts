import { afterAll, beforeAll, expect, test } from "vitest";

import type { ConsentEntry } from "#domain/consent/consent-record";
import type { ConsentCheck } from "#domain/consent/require-consent";
import type { Phone } from "#domain/recipients/phone";
import { consentCheckQueries } from "#store/queries/consent/consent-check";

import { consentsOver, testConsentKeys } from "../../support/people/consents.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";

let db: TestDatabase;
let check: ConsentCheck;
beforeAll(async () => {
  db = await freshDatabase();
  check = consentCheckQueries(db, testConsentKeys, () => undefined);
});
afterAll(() => db.drop());

const phoneOf = (n: number): Phone => `+491521234560${n}` as Phone;
const [UNKNOWN, AGREED, LEFT, MEMBER] = [0, 1, 2, 3].map(phoneOf) as [Phone, Phone, Phone, Phone];

test("a number alone is judged as it is among others", async () => {
  const entry = (phone: Phone, kind: ConsentEntry["kind"]): ConsentEntry => ({
    phone,
    groupId: 1,
    kind,
    evidence: { source: "page", actor: null, ip: null },
  });
  const { ledger } = consentsOver(db);
  await ledger.append([entry(AGREED, "subscribed"), entry(LEFT, "subscribed"), entry(LEFT, "left")]);
  await db.pool.query(
    `with person as (insert into subscribers (phone, name) values ($1, 'M') returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'active' from person`,
    [MEMBER],
  );
  const all = [UNKNOWN, AGREED, LEFT, MEMBER];
  const alone = await Promise.all(all.map(async (phone) => [phone, await check.withoutConsent([phone], null)]));
  expect(alone).toEqual([
    [UNKNOWN, 1],
    [AGREED, 0],
    [LEFT, 1],
    [MEMBER, 0],
  ]);
  expect(await check.withoutConsent(all, null)).toBe(2);
  expect((await check.listWithoutConsent(all, null, 9)).toSorted()).toEqual([UNKNOWN, LEFT]);
  expect(await check.withoutConsent([], null)).toBe(0);
});

test("a leave that an import wrote ends a consent before it is in the ledger", async () => {
  const phone = phoneOf(4);
  const evidence = { source: "page", actor: null, ip: null };
  await consentsOver(db).ledger.append([{ phone, groupId: 1, kind: "subscribed", evidence }]);
  await db.pool.query(
    `with person as (insert into subscribers (phone, name) values ($1, 'L') returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'left' from person`,
    [phone],
  );
  const imported = (groupId: number, kind: string): Promise<unknown> =>
    db.pool.query(
      `insert into consents (subscriber_id, group_id, kind, source)
       select id, $2, $3, 'import' from subscribers where phone = $1`,
      [phone, groupId, kind],
    );
  await imported(2, "left");
  await imported(1, "requested");
  expect(await check.withoutConsent([phone], null)).toBe(0);
  await imported(1, "left");
  expect(await check.withoutConsent([phone], null)).toBe(1);
  expect(await check.withoutConsent([phone, AGREED], null)).toBe(1);
  expect(await check.listWithoutConsent([phone, AGREED], null, 9)).toEqual([phone]);
});

test("the check of one number is planned a few times, and not for every message", async () => {
  const plans = await db.transaction(async () => {
    for (let nth = 0; nth < 20; nth += 1) await check.withoutConsent([UNKNOWN], null);
    return db.query<{ name: string; custom: number }>(
      "plans",
      "select name, custom_plans::int as custom from pg_prepared_statements where name like '%without consent%'",
      [],
    );
  });
  expect(plans).not.toEqual([]);
  expect(plans.filter(({ custom }) => custom >= 10)).toEqual([]);
});
