import { afterAll, beforeAll, expect, test } from "vitest";

import { senderKey } from "#domain/opt-out/sender-key";

import { freshDatabase, type TestDatabase } from "../../../../test/support/database/database.ts";
import { senderKeyOf } from "./sender-key-sql.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  "4930111111": [
    "4930111111",
    "+4930111111",
    "004930111111",
    "+49 30 111 111",
    "0049 30 111-111",
    "+49 (30) 11.11.11",
    "(+49) 30 111111",
    " +4930111111 ",
    "\t4930111111\n",
    "4930111111.",
    "+ 4930111111",
    "sms:4930111111",
    "SMS: +49 30 111111",
    "whatsapp:+4930111111",
    "tel:+49-30-111111",
    "viber:+4930111111",
  ],
  "36180": ["36180", "+36180", "36 180", "36-180", " 36180"],
  "00123": ["00123", "+00123"],
  "030111111": ["030111111", "030 111111", "(030) 111111"],
  "123": ["123", "+123"],
  "000": ["000"],
  ACME: ["Acme", "ACME", "acme", " Acme ", "\tacme"],
  "SHOP 7-11": ["Shop 7-11", "shop 7-11 "],
  SHOP711: ["Shop711"],
  "SHOP 711": ["Shop 711"],
  "+ACME": ["+Acme"],
  "00ACME": ["00Acme"],
  "4U": ["4u"],
  "A.B_C&D+E-F": ["a.b_c&d+e-f"],
  "1 2 3 GO": ["1 2 3 go"],
  "MESSENGER:1234567890": ["messenger:1234567890"],
  "SMS:ACME": ["sms:Acme"],
  BüCHER: ["bücher", "Bücher"],
  STRAßE: ["Straße"],
  ",": [","],
  "": ["", "  "],
};

const table = Object.entries(SPELLINGS).flatMap(([key, list]) => list.map((spelling) => ({ spelling, key })));

test("a sender is compared as the same key in the rules and in the statements, however it is written", async () => {
  expect(table.length).toBeGreaterThanOrEqual(30);
  const spellings = table.map(({ spelling }) => spelling);
  const rows = await db.unnamed<{ key: string }>(
    `select ${senderKeyOf("spelling")} as key from unnest($1::text[]) with ordinality t(spelling, nth) order by nth`,
    [spellings],
  );
  expect(table.map(({ spelling }) => ({ spelling, key: senderKey(spelling) }))).toEqual(table);
  expect(table.map(({ spelling }, nth) => ({ spelling, key: rows[nth]!.key }))).toEqual(table);
});

test("the rules and the statements agree on every printable character in every position", async () => {
  const characters = Array.from({ length: 95 }, (_, nth) => String.fromCharCode(32 + nth));
  const spellings = characters.flatMap((one) => [
    one,
    `${one}12`,
    `12${one}`,
    `1${one}2`,
    `${one}a`,
    `a${one}`,
    `1${one}a`,
    `00${one}4930111111`,
  ]);
  const rows = await db.unnamed<{ key: string }>(
    `select ${senderKeyOf("spelling")} as key from unnest($1::text[]) with ordinality t(spelling, nth) order by nth`,
    [spellings],
  );
  expect(rows.map(({ key }) => key)).toEqual(spellings.map(senderKey));
});
