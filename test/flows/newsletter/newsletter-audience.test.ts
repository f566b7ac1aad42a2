import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Db } from "#store/database";
import { groupQueries } from "#store/queries/newsletter/groups";

import { consentsOver } from "../../support/people/consents.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";

const GROUPS = 12;
const PEOPLE = 30_000;

let db: TestDatabase;
let groups: ReturnType<typeof groupQueries>;
let phones: { phone: string; groups: number[] }[];

beforeAll(async () => {
  db = await freshDatabase();
  groups = groupQueries(db, consentsOver(db), () => undefined);
  await db.pool.query("insert into groups (name) select 'g' || n from generate_series(2, $1::int) n", [GROUPS]);
  await db.pool.query(
    "insert into subscribers (phone, name) select '+49151' || (20000000 + n * 7919 % 10000019), 'n' from generate_series(1, $1::int) n",
    [PEOPLE],
  );
  // Everyone in the first group or the second, some in more; one in seven pending, one in eleven unsubscribed.
  await db.pool.query(
    `insert into memberships (group_id, subscriber_id, phone, state)
     select g, id, phone, case when (id + g) % 7 = 0 then 'pending' when (id * g) % 11 = 0 then 'left' else 'active' end::membership_state
     from subscribers, generate_series(1, $1::int) g where g = 1 + id % 2 or id % (g * 5) = 3`,
    [GROUPS],
  );
  await db.pool.query("vacuum analyze memberships, subscribers");
  const { rows } = await db.pool.query(
    "select phone, array_agg(group_id::int) as groups from memberships where state = 'active' group by phone order by phone",
  );
  phones = rows;
});
afterAll(() => db.drop());

function expected(wanted: readonly number[] | "all", after: string | null, limit: number): string[] {
  return phones
    .filter((one) => wanted === "all" || one.groups.some((group) => wanted.includes(group)))
    .filter((one) => after === null || one.phone > after)
    .slice(0, limit)
    .map((one) => one.phone);
}

describe("activePhones", () => {
  it("returns each active number once and in order, whichever groups, page and size", async () => {
    const wanted = fc.oneof(
      fc.constant("all" as const),
      fc.uniqueArray(fc.integer({ min: 1, max: GROUPS + 1 }), { maxLength: GROUPS }),
    );
    const after = fc.option(fc.integer({ min: 0, max: PEOPLE - 1 }));
    await fc.assert(
      fc.asyncProperty(wanted, after, fc.integer({ min: 1, max: 900 }), async (which, index, limit) => {
        const from = index === null ? null : (phones[index]?.phone ?? "+4");
        expect(await groups.activePhones(which, from, limit)).toEqual(expected(which, from, limit));
      }),
      { numRuns: 60 },
    );
  });

  it.each([["all" as const], [[1, 2]], [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]])(
    "reads %j to the end page by page",
    async (which) => {
      const seen: string[] = [];
      for (let after: string | null = null; ;) {
        const page = await groups.activePhones(which, after, 1_000);
        seen.push(...page);
        if (page.length < 1_000) break;
        after = page.at(-1)!;
      }
      expect(seen).toEqual(expected(which, null, Infinity));
    },
  );

  it("returns no one for a group that is empty, unknown or not named", async () => {
    expect(await groups.activePhones([], null, 10)).toEqual([]);
    expect(await groups.activePhones([4_711], null, 10)).toEqual([]);
  });

  it("scans indexes and never a whole table, also with the generic plan of prepared statements", async () => {
    const client = await db.pool.connect();
    try {
      await client.query("set plan_cache_mode = force_generic_plan");
      for (const which of ["all" as const, [1, 2], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
        const asked: { text: string; values: readonly unknown[] }[] = [];
        const watched: Db = {
          ...db,
          query(name, text, values) {
            asked.push({ text, values });
            return db.query(name, text, values);
          },
        };
        await groupQueries(watched, consentsOver(watched), () => undefined).activePhones(which, "+4915122", 500);
        const { text, values } = asked.at(-1)!;
        const typed = values.length === 3 ? "(text, bigint, bigint[])" : "(text, bigint)";
        const literal = values
          .map((value) => (Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`))
          .join();
        await client.query(`prepare p ${typed} as ${text}`);
        const { rows } = await client.query(`explain execute p (${literal})`);
        await client.query("deallocate p");
        const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
        expect(plan).not.toMatch(/Seq Scan/);
        expect(plan).toMatch(/Index/);
      }
    } finally {
      client.release(true);
    }
  });

  it("returns everyone once if the groups are few enough to be merged", async () => {
    await db.pool.query("delete from groups where id > 3");
    phones = phones
      .map((one) => ({ ...one, groups: one.groups.filter((group) => group <= 3) }))
      .filter((one) => one.groups.length > 0);
    for (const after of [null, phones[100]!.phone]) {
      expect(await groups.activePhones("all", after, 700)).toEqual(expected("all", after, 700));
    }
  });
});
