import { afterAll, beforeAll, expect, test } from "vitest";

import type { ImportPage } from "#domain/imports/import-store";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";
import type { Db } from "#store/database";
import { departedOf } from "#store/queries/imports/departed-people";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { numbers } from "../../support/engine/engine.ts";
import { testConsentKeys } from "../../support/people/consents.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase({ max: 1 });
});
afterAll(() => db.drop());

const PEOPLE = 10_000;
const id = "00000000-0000-4000-8000-000000000001" as Uuid;
const page = { id, plan: { groups: [1], columns: [] }, fresh: [] } as unknown as ImportPage;

test("a page of a file is compared with its own people, not with the whole file, also where statistics say that the table is empty", async () => {
  const phones = numbers(PEOPLE) as Phone[];
  const stage = (): Promise<unknown> =>
    db.pool.query(
      "insert into import_people (import_id, phone, row, name, fields, state) select $1, phone, 1, '', '{}', 'active' from unnest($2::text[]) as phone",
      [id, phones],
    );
  await stage();
  await db.pool.query("delete from import_people");
  await db.pool.query("analyze import_people");
  await stage();

  const plans: string[] = [];
  const explained: Pick<Db, "query"> = {
    async query(_name, text, values) {
      const { rows } = await db.pool.query<{ "QUERY PLAN": string }>(`explain (analyze, timing off) ${text}`, [
        ...values,
      ]);
      plans.push(rows.map((line) => line["QUERY PLAN"]).join("\n"));
      return [];
    },
  };
  await departedOf({ ...db, ...explained }, testConsentKeys, page, {
    created: phones.slice(0, 500).map((phone) => ({ phone })),
    pending: phones.slice(500, 1_000).map((phone) => ({ phone })),
  });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain("import_people");
  expect(plans[0]).not.toMatch(/import_people.*actual rows=10000\b/);
});
