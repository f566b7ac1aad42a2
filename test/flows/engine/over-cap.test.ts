import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { RecentMessage } from "#domain/deliveries/holds";
import { underCap } from "#domain/frequency-cap/frequency-cap";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";
import { hour } from "#lib/time";
import { overCap } from "#store/queries/audience/over-cap";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { suppress } from "../../support/database/ledger.ts";
import { numbers } from "../../support/engine/engine.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());
const now = Date.parse("2026-11-23T12:00Z");
const ago = (hours: number): RecentMessage => [randomUUID() as Uuid, now - hours * hour];

/**
 * Up to five messages of the last days, some exactly as old as the window and some dated in the future, the newest
 * last.
 */
const lists: readonly (readonly RecentMessage[])[] = [
  [],
  ...[1, 24, 23.99, 24.01, -2].map((age) => [ago(age)]),
  [ago(30), ago(2)],
  [ago(24), ago(2)],
  [ago(20), ago(2)],
  [ago(30), ago(25), ago(20)],
  [ago(23), ago(22), ago(1)],
  [ago(50), ago(40), ago(3), ago(2), ago(-1)],
];
const phones = numbers(lists.length, 1_000) as Phone[];

const marketing = {
  groups: null,
  segments: [],
  message: { category: "marketing", sender: null },
  phones: [],
  prefixes: [],
} as const;

test.each([1, 2, 3])(
  "SQL and the rule agree on who is over a cap of %d, and from when on they are not",
  async (messages) => {
    await db.pool.query("truncate contacts");
    await db.pool.query("insert into contacts (phone, recent) select * from unnest($1::text[], $2::jsonb[])", [
      phones,
      lists.map((list) => JSON.stringify(list)),
    ]);
    for (const [index, phone] of phones.entries()) {
      const verdict = underCap({ messages, windowHours: 24 }, lists[index]!, randomUUID() as Uuid, now);
      const query = { ...marketing, phones: [phone], cap: { messages, since: now - 24 * hour } };
      const found = await overCap(db, { groups: [], filters: [] }, query, 0);
      expect([index, found.known.has(phone)]).toEqual([index, !verdict.allowed]);
      // A message dated in the future counts as one of now.
      if (!verdict.allowed) expect(Math.min(found.latest!, now) + 24 * hour).toBe(verdict.opens);
    }
  },
);

test("members who are over a cap are counted alike from a small audience and from everyone who was texted", async () => {
  const { rows } = await db.pool.query("insert into groups (name) values ('capped') returning id");
  const groups: readonly number[] = [rows[0].id];
  await db.pool.query("truncate contacts");
  await db.pool.query(
    `with made as (insert into subscribers (phone, name) select unnest($1::text[]), 'Ada' returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select $2, id, phone, 'active' from made`,
    [phones.slice(2), groups[0]],
  );
  await db.pool.query("insert into contacts (phone, recent) select phone, $2 from unnest($1::text[]) as one (phone)", [
    phones,
    JSON.stringify([ago(1)]),
  ]);
  await suppress(db.pool, phones[2]!);
  await db.pool.query("update subscribers set bounced_at = now() where phone = $1", [phones[3]]);
  const query = { ...marketing, cap: { messages: 1, since: now - 24 * hour } };
  const judged = (members: number) => overCap(db, { groups, filters: [] }, query, members);
  const small = await judged(phones.length);
  expect([...small.members.values()].reduce((sum, one) => sum + one, 0)).toBe(phones.length - 4);
  expect(await judged(30_000)).toEqual(small);
});

test("lists of both numbers of a phone, as earlier releases kept them, become one", async () => {
  const migration = readFileSync(
    new URL("../../../src/store/migrations/0081-phones-and-templates.sql", import.meta.url),
    "utf8",
  );
  const [first, second, both, third] = [ago(9), ago(5), ago(4), ago(1)];
  const kept: readonly (readonly [string, readonly RecentMessage[]])[] = [
    ["+541123456789", [first, both]],
    ["+5491123456789", [second, both, third]],
    ["+5491123456780", [second]],
    ["+54911234", [third]],
    ["+4915112345678", [first]],
  ];
  await db.pool.query("truncate contacts");
  for (const [phone, recent] of kept)
    await db.pool.query("insert into contacts (phone, recent) values ($1, $2)", [phone, JSON.stringify(recent)]);
  await db.pool.query(migration.slice(0, migration.indexOf("alter table")));
  const { rows } = await db.pool.query("select phone, recent from contacts order by phone");
  expect(rows).toEqual([
    { phone: "+4915112345678", recent: [first] },
    { phone: "+541123456780", recent: [second] },
    { phone: "+541123456789", recent: [first, second, both, third] },
    { phone: "+54911234", recent: [third] },
  ]);
});
