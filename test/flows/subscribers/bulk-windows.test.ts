import { afterAll, beforeAll, expect, test } from "vitest";

import type { Filter } from "#domain/subscribers/filter";
import { bulkQueries } from "#store/queries/subscribers/bulk";

import { openDb } from "../../support/database/open-db.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

/** More than two pages look at. */
const PEOPLE = 45_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.pool.query(
    `insert into subscribers (phone, name, locale)
     select '+4915' || (100000000 + n), 'N' || n, case when n in (10, 20001, 44999) then 'fr' when n between 30000 and 31200 then 'it' end
     from generate_series(1, ${PEOPLE}) n order by n`,
  );
});
afterAll(() => service.end());

const speaking = (value: string): Filter => ({ all: [{ field: "locale", op: "is", value }], any: [] });

async function tag(locale: string): Promise<{ readonly progress: object; readonly result: object }> {
  const given = { action: "set_field", field: "tag", value: locale, filter: { all: speaking(locale).all } };
  const started = await service.call("POST", "/subscribers/bulk", given);
  expect(started.status).toBe(201);
  let job: any;
  await eventually(async () => {
    job = (await service.call("GET", `/jobs/${started.body.data.id}`)).body.data;
    return ["completed", "failed"].includes(job.state);
  });
  expect(job.state).toBe("completed");
  return job;
}

test("a bulk action finds a few matching people anywhere in a large list, many in a row, and none", async () => {
  for (const [locale, people] of [
    ["fr", 3],
    ["it", 1_201],
    ["fa", 0],
  ] as const) {
    const { progress, result } = await tag(locale);
    expect([locale, progress]).toEqual([locale, expect.objectContaining({ done: people, total: people })]);
    expect(result).toMatchObject({ changed: people, unchanged: 0 });
    const { rows } = await service.pool.query(
      "select count(*)::int as people from subscribers where custom_fields ->> 'tag' = $1 and locale = $1",
      [locale],
    );
    expect(rows).toEqual([{ people }]);
  }
});

test("a page looks at a part of the list, and a count that takes too long is left out", async () => {
  const db = await openDb({ url: service.url }, { max: 1 });
  const consents = {} as Parameters<typeof bulkQueries>[1];
  const bulk = bulkQueries(db, consents, () => undefined, 1);
  const { rows } = await service.pool.query("select min(id) as first, max(id) as last from subscribers");
  const [first, last] = [Number(rows[0].first), Number(rows[0].last)];
  const filter = speaking("ja");
  const page = (after: number) => db.transaction(() => bulk.page({ filter }, after, last, 500));
  expect(await page(0)).toEqual({ ids: [], seen: 0, last: first + 19_999 });
  expect(await page(first + 19_999)).toEqual({ ids: [], seen: 0, last: first + 39_999 });
  expect(await page(first + 39_999)).toEqual({ ids: [], seen: 0, last: null });
  const slow: Filter = {
    all: [],
    any: Array.from({ length: 20 }, (_, nth) => ({ field: "name", op: "contains" as const, value: `y${nth}` })),
  };
  expect(await db.transaction(() => bulk.measure({ filter: slow }))).toEqual({ people: null, last });
  await db.close();
});
