import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { valuesOf } from "#domain/texts/values";
import type { PeopleSource } from "#domain/messages/fan-out-store";
import { uuidv7 } from "#lib/ids";
import { mayLackValues } from "#store/queries/fan-out/missing-values";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  await rows("delete from memberships");
  await rows("delete from subscribers");
});

const rows = async (text: string, values: unknown[] = []): Promise<any[]> => (await db.pool.query(text, values)).rows;
const FIRST: PeopleSource = { groups: [1] };
const ALL: PeopleSource = { groups: "all" };
const [ADA, BOB] = ["+4915100000001", "+4915100000002"];

/** One subscriber, in a group or in none. */
async function add(phone: string, name: string, fields: object = {}, group: number | null = 1): Promise<void> {
  await rows("insert into subscribers (phone, name, custom_fields) values ($1, $2, $3)", [phone, name, fields]);
  await rows("insert into groups (id, name) overriding system value values (2, 'second') on conflict do nothing");
  await rows(
    "insert into memberships (group_id, subscriber_id, phone, state) select $2::bigint, id, phone, 'active' from subscribers where phone = $1 and $2::bigint is not null",
    [phone, group],
  );
}

test.each(["Ada", "Łukasz", "علی", "李", "🙂", " \u2066Ada", "0", "\u0301"])("the name %j is a value", async (name) => {
  await add(ADA, name);
  expect(await mayLackValues(db, [FIRST], ["name", "first_name"])).toBe(false);
});

test.each([
  ["Kiel", false],
  [0, false],
  [-1.5, false],
  ["", true],
  ["\t\u00a0", true],
  [true, true],
  [null, true],
  [["Kiel"], true],
])("of a custom field, %j may be no value: %j", async (city, expected) => {
  await add(ADA, "Ada", { city });
  expect(await mayLackValues(db, [FIRST], ["fields.city"])).toBe(expected);
  expect(await mayLackValues(db, [FIRST], ["fields.town"])).toBe(true);
});

test("nobody without a value is overlooked, whatever stands in its place", async () => {
  const blank = fc.string({
    unit: fc.constantFrom(" ", "\t", "\u00a0", "\u2028", "\u202e", "\ufeff", "\u3000", "\u0085", "a"),
  });
  const value = fc.oneof(blank, fc.string({ unit: "binary", maxLength: 20 }));
  const values = fc.sample(value, 100).map((one) => one.replaceAll("\0", "").toWellFormed());
  await add(ADA, "Ada");
  await add(BOB, "Bob", { city: "Kiel" });
  let lacked = 0;
  for (const one of new Set(values)) {
    const known = valuesOf({ phone: ADA, name: one, fields: { city: one } });
    if (known.has("name") && known.has("first_name") && known.has("fields.city")) continue;
    lacked += 1;
    await rows("update subscribers set name = $2, custom_fields = $3 where phone = $1", [ADA, one, { city: one }]);
    for (const variable of ["name", "fields.city"]) {
      expect(await mayLackValues(db, [FIRST], [variable]), JSON.stringify(one)).toBe(true);
    }
  }
  expect(lacked).toBeGreaterThan(5);
});

test("only people who would get the message count", async () => {
  await add(ADA, "Ada");
  await add(BOB, "", {}, 2);
  expect(await mayLackValues(db, [FIRST], ["name"])).toBe(false);
  expect(await mayLackValues(db, [FIRST, { groups: [2] }], ["name"])).toBe(true);
  expect(await mayLackValues(db, [ALL], ["name"])).toBe(true);
  await rows("update subscribers set bounced_at = now() where phone = $1", [BOB]);
  expect(await mayLackValues(db, [ALL], ["name"])).toBe(false);
  await rows("update subscribers set bounced_at = null");
  await rows("update memberships set state = 'left' where phone = $1", [BOB]);
  expect(await mayLackValues(db, [ALL], ["name"])).toBe(false);
});

test("the people of a segment count, and nobody does if it was deleted", async () => {
  await add(ADA, "Ada", { city: "Kiel" });
  await add(BOB, "", { city: "Bonn" });
  const segment = async (value: string): Promise<PeopleSource> => {
    const filter = { all: [{ field: "custom_fields.city", op: "is", value }], any: [] };
    const [made] = await rows("insert into segments (name, filter) values ($1, $2) returning id::int", [value, filter]);
    return { segment: made.id };
  };
  expect(await mayLackValues(db, [await segment("Kiel")], ["name"])).toBe(false);
  expect(await mayLackValues(db, [await segment("Bonn")], ["name"])).toBe(true);
  await rows("delete from segments");
  expect(await mayLackValues(db, [{ segment: 1 }], ["name"])).toBe(false);
});

test("of a stored audience, a number that is no subscriber's has no value", async () => {
  const set = uuidv7(db.now());
  await add(ADA, "Ada");
  await rows("insert into schedule_recipients (set_id, phone, via_group) values ($1, $2, true)", [set, ADA]);
  expect(await mayLackValues(db, [{ frozen: set, groups: [1] }], ["name"])).toBe(false);
  await rows("insert into schedule_recipients (set_id, phone, via_group) values ($1, $2, false)", [set, BOB]);
  expect(await mayLackValues(db, [{ frozen: set, groups: [1] }], ["name"])).toBe(true);
  expect(await mayLackValues(db, [{ frozen: set, groups: [1] }], ["unsubscribe_url"])).toBe(true);
});

test("every subscriber has a link", async () => {
  await add(ADA, "");
  expect(await mayLackValues(db, [FIRST], ["unsubscribe_url"])).toBe(false);
  expect(await mayLackValues(db, [FIRST], ["unsubscribe_url", "name"])).toBe(true);
});

test("no subscriber has a value of a call, and nobody needs to be looked for", async () => {
  expect(await mayLackValues(db, [FIRST], ["code"])).toBe(true);
});

test("an answer that takes long is that somebody may be without a value", async () => {
  await add(ADA, "Ada");
  const other = await db.pool.connect();
  try {
    await other.query("begin; lock table subscribers in access exclusive mode");
    expect(await mayLackValues(db, [FIRST], ["name"])).toBe(true);
  } finally {
    await other.query("rollback");
    other.release();
  }
  expect(await mayLackValues(db, [FIRST], ["name"])).toBe(false);
});
