import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { SubscriberFilter, SubscriberPage } from "#domain/newsletter/subscriber-repository";
import type { Db } from "#store/database";
import { subscriberRepository } from "#store/queries/newsletter/subscriber-repository";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { consentsOver } from "../../support/people/consents.ts";

let db: TestDatabase;
let statements: { readonly text: string; readonly values: readonly unknown[] }[] = [];
let recorded: Db;
beforeAll(async () => {
  db = await freshDatabase({ max: 1 });
  await db.pool.query(
    `insert into subscribers (phone, name) select '+4915' || 100000000 + n * 7919 % 90000000, 'Person ' || md5(n::text) from generate_series(1, 20000) n`,
  );
  await db.pool.query(
    `insert into subscribers (phone, name) select '+9891' || 20000000 + nth, name from unnest(array[
       'علی رضایی', 'Łukasz Żółć', '100 % cotton', 'snake_case', 'back\\slash', 'ANNA', 'anna', 'O''Hara', 'Q', 'Zoë 1', 'a-b c', '+49 15']) with ordinality as r(name, nth)`,
  );
  await db.pool.query(
    "insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, case when id % 3 = 0 then 'left' else 'active' end::membership_state from subscribers",
  );
  await db.pool.query("vacuum analyze subscribers, memberships");
  recorded = {
    ...db,
    unnamed(text, values) {
      statements.push({ text, values });
      return db.unnamed(text, values);
    },
  };
});
afterAll(() => db.drop());

const all: SubscriberFilter = {
  search: null,
  number: null,
  group: null,
  state: "all",
  prefix: null,
  matching: null,
};
const page = (filter: Partial<SubscriberFilter>, more: Partial<SubscriberPage> = {}): SubscriberPage => ({
  filter: { ...all, ...filter },
  orderBy: "id",
  descending: true,
  from: { offset: 0 },
  limit: 50,
  ...more,
});

/** The plans of the statements that a page takes, as text. */
async function plansOf(asked: SubscriberPage): Promise<string[]> {
  statements = [];
  await subscriberRepository(recorded, consentsOver(db)).page(asked, 10_000);
  const plans: string[] = [];
  // Not the savepoint of a read with a time limit.
  for (const { text, values } of statements.filter(({ text }) => !text.includes("savepoint"))) {
    const lines = await db.unnamed<{ "QUERY PLAN": string }>(`explain ${text}`, values);
    plans.push(lines.map((line) => line["QUERY PLAN"]).join("\n"));
  }
  return plans;
}

describe("the index of trigrams", () => {
  test.each([
    ["part of a name", page({ search: "erson a1b2" })],
    ["part of a number", page({ search: "5123456" })],
    ["part of a number with spaces", page({ search: "51 23 45" })],
    ["a part in capitals, by name", page({ search: "A1B2" }, { orderBy: "name", descending: false })],
    ["the next page", page({ search: "a1b2" }, { from: { behind: 15_000 } })],
    ["a later page by number", page({ search: "a1b2" }, { orderBy: "mobile", from: { offset: 50 } })],
    ["active people only", page({ search: "a1b2", state: "active" })],
    ["members of a group", page({ search: "a1b2", group: 1, state: "present" })],
    ["a filter by name", page({ matching: { all: [{ field: "name", op: "contains", value: "a1b2" }], any: [] } })],
  ])("answers a search: %s", async (_, asked) => {
    for (const plan of await plansOf(asked)) expect(plan).toContain("Bitmap Index Scan on subscribers_parts");
  });

  test.each(["q", "zq", "12", "b ", "علی", "Żó", "%", "--", ""])(
    "is left alone when it would return every row: %j",
    async (search) => {
      const short = { all: [{ field: "name", op: "contains", value: search }], any: [] } as const;
      for (const asked of [page({ search }), page({ matching: short })]) {
        for (const plan of await plansOf(asked)) expect(plan).not.toContain("subscribers_parts");
      }
    },
  );

  test("changes no result", async () => {
    const searches =
      "علی|رضا|Żółć|żół|100 %|0 % c|%|_|e_c|snake_|\\|k\\s|ANNA|nna|o'hara|'|Q|q|zoë|ë 1|1|a-b|b c|-|+49|+49 15|4915|51 23|a1b2|PERSON A|person  a|".split(
        "|",
      );
    const repository = subscriberRepository(db, consentsOver(db));
    const results = async () => {
      const found = [];
      for (const search of searches) {
        const { found: people, total } = await repository.page(page({ search }, { orderBy: "name" }), 10_000);
        found.push([search, total, people.map(({ id }) => id)]);
      }
      return found;
    };
    const indexed = await results();
    await db.pool.query("begin; drop index subscribers_parts");
    expect(await results()).toEqual(indexed);
    await db.pool.query("rollback");
    expect(indexed.filter(([, total]) => total === 0).length).toBeLessThan(5);
  });
});

test("those who left are found from the index of memberships alone", async () => {
  const plans = await plansOf(page({ state: "left" }));
  expect(plans).toHaveLength(2);
  for (const plan of plans) expect(plan).toContain("Index Only Scan using memberships_person");
});

test("a page of those who left reads as many people as it needs, and not all of them", async () => {
  const [plan] = await plansOf(page({ state: "left" }));
  expect(plan).toContain("Index Only Scan Backward using subscribers_pkey");
  expect(plan).toMatch(/SubPlan/);
  expect(plan).not.toMatch(/Anti Join/);
});

test("a number is looked up by its unique index, also before the table has statistics", async () => {
  const fresh = await freshDatabase({ max: 1 });
  try {
    await fresh.pool.query("alter table subscribers set (autovacuum_enabled = false)");
    await fresh.pool.query(
      "insert into subscribers (phone, name) select '+4915' || 100000000 + n, 'Person ' || n from generate_series(1, 2000) n",
    );
    const { rows } = await fresh.pool.query<{ "QUERY PLAN": string }>(
      `explain select s.id from unnest(array['+4915100000001', '+4915100000002']) as r(phone)
         left join subscribers s on s.phone = r.phone`,
    );
    expect(rows.map((line) => line["QUERY PLAN"]).join("\n")).toContain("subscribers_phone_key");
  } finally {
    await fresh.drop();
  }
});
