import { afterAll, beforeAll, expect, test } from "vitest";

import { countedAs, everySpelling, otherSpelling } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";

import { freshDatabase, type TestDatabase } from "../../../test/support/database/database.ts";
import { countedAsOf, everySpellingOf, isOtherOf, mayBeSpelledTwice, otherSpellingOf } from "./other-spelling-sql.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

test("a number has the same other spelling in the rules and in the statements", async () => {
  const heads = ["+541", "+5491", "+542", "+5493", "+544", "+5494", "+549", "+54", "+55911", "+4915"];
  const phones = heads.flatMap((head) => [8, 9, 10].map((more) => head + "2345678901".slice(0, more)));
  const rows = await db.unnamed<{ other: string | null; may: boolean; counted: string; every: string[] }>(
    `select ${otherSpellingOf("phone")} as other, ${mayBeSpelledTwice("phone")} as may,
       ${countedAsOf("phone")} as counted, array_remove(${everySpellingOf("phone")}, null) as every
     from unnest($1::text[]) with ordinality as p(phone, nth) order by nth`,
    [phones],
  );
  expect(rows.map(({ other }) => other)).toEqual(phones.map((phone) => otherSpelling(phone as Phone)));
  expect(rows.map(({ counted }) => counted)).toEqual(phones.map((phone) => countedAs(phone as Phone)));
  expect(rows.map(({ every }) => every.toSorted())).toEqual(phones.map((phone) => everySpelling([phone as Phone])));
  expect(rows.filter(({ other }) => other !== null).length).toBeGreaterThanOrEqual(4);
  expect(rows.filter(({ other, may }) => other !== null && !may)).toEqual([]);
  const pairs = await db.unnamed<{ nine: string; plain: string }>(
    `select nine, plain from unnest($1::text[]) as n(nine), unnest($1::text[]) as p(plain)
     where ${isOtherOf("nine", "plain")} order by 1`,
    [[...new Set([...phones, ...phones.flatMap((phone) => otherSpelling(phone as Phone) ?? [])])]],
  );
  expect(pairs.length).toBeGreaterThanOrEqual(4);
  expect(pairs.filter(({ nine, plain }) => otherSpelling(nine as Phone) !== plain)).toEqual([]);
  const nines = new Set(
    phones
      .flatMap((phone) => [phone, otherSpelling(phone as Phone)])
      .filter((phone) => phone?.startsWith("+549") && otherSpelling(phone as Phone)),
  );
  expect(pairs.map(({ nine }) => nine)).toEqual([...nines].toSorted());
});
