import { afterAll, beforeAll, expect, test } from "vitest";

import type { Filter } from "#domain/subscribers/filter";
import { countWithSegments } from "#store/queries/audience/segment-audience";
import { segmentQueries } from "#store/queries/subscribers/segments";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { suppress } from "../../support/database/ledger.ts";

const PEOPLE = 4_000;
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query(
    `with person as (
      insert into subscribers (phone, name, custom_fields)
      select '+4915' || (100000000 + n), 'N', jsonb_build_object('about', repeat('x', 500) || n % 4)
      from generate_series(1, ${PEOPLE}) n returning id, phone)
    insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'active' from person`,
  );
  await db.pool.query("update subscribers set bounced_at = now() where phone = '+4915100000001'");
  await suppress(db.pool, "+4915100000005");
});
afterAll(() => db.drop());

/** A quarter of all; too slow for a millisecond. */
const slow: Filter = {
  all: [],
  any: [...Array.from({ length: 19 }, (_, nth) => `y${nth}`), "x1"].map((value) => ({
    field: "custom_fields.about",
    op: "contains" as const,
    value,
  })),
};
const query = { message: { category: "marketing", sender: null }, phones: [] } as const;
const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, one) => all + one, 0);

test("a segment whose count would take too long is estimated by a sample, within a transaction as well", async () => {
  const estimated = { people: PEOPLE / 4, reachable: PEOPLE / 4 - 2 };
  expect(await segmentQueries(db, 60_000).count(slow, 10_000)).toEqual(estimated);
  for (const analyzed of [false, true]) {
    if (analyzed) await db.pool.query("analyze subscribers");
    expect(await segmentQueries(db, 1).count(slow, 10_000)).toEqual(estimated);
  }
  expect(await segmentQueries(db, 1).count(slow, 100)).toEqual({ people: 100, reachable: 100 });
  await db.transaction(async () => {
    const id = await segmentQueries(db).create("Kept", slow);
    expect(await segmentQueries(db, 1).count(slow, 10_000)).toEqual(estimated);
    // The limit ended with the count.
    const [row] = await db.unnamed<{ ms: string }>("select current_setting('statement_timeout') as ms", []);
    expect(row).toEqual({ ms: "20s" });
    expect(await segmentQueries(db).find(id)).toMatchObject({ name: "Kept" });
  });
  expect(await segmentQueries(db).isNamed("Kept", null)).toBe(true);
});

test("so is the audience of a preview, which then says that its numbers are no exact ones", async () => {
  const parts = { groups: [], filters: [slow] };
  const exact = await countWithSegments(db, parts, query, { countMs: 60_000 });
  expect([exact.exact, sum(exact.members), exact.ofSegments]).toEqual([true, PEOPLE / 4 - 1, PEOPLE / 4 - 1]);
  const estimated = await countWithSegments(db, parts, query, { countMs: 1 });
  expect({ ...estimated, exact: true }).toEqual(exact);
  expect(estimated.exact).toBe(false);
});
