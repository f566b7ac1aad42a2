import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const migration = readFileSync(new URL("../../../src/store/migrations/0076-spellings.sql", import.meta.url), "utf8");
const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;

/** The end of the number, and whether it is stored under both spellings. */
const [ALONE, TWICE] = ["1123450001", "1123450002"] as const;

test("who was stored without the 9 is known with it, who was there twice is one person, and no opt-out is lost", async () => {
  const others = ["+441123450001", "+548005551234", "+56912345678"];
  await rows("insert into groups (name) values ('Second')");
  await rows("insert into subscribers (phone, name) select unnest($1::text[]), 'Ada'", [
    [`+54${ALONE}`, `+54${TWICE}`, `+549${TWICE}`, ...others],
  ]);
  const join = (phone: string, group: number, state: string) =>
    rows(
      "insert into memberships (group_id, subscriber_id, phone, state) select $2, id, phone, $3 from subscribers where phone = $1",
      [phone, group, state],
    );
  await join(`+54${ALONE}`, 1, "active");
  await join(`+54${TWICE}`, 1, "left");
  await join(`+549${TWICE}`, 1, "active");
  await join(`+54${TWICE}`, 2, "active");
  await rows(
    "insert into suppressions (phone, reason, source) values ($1, 'STOP', 'one'), ($2, 'STOP', 'one'), ($3, 'STOP', 'two')",
    [`+54${ALONE}`, `+54${TWICE}`, `+549${TWICE}`],
  );
  await rows("insert into schedule_recipients (set_id, phone, via_group) select $1, unnest($2::text[]), true", [
    "00000000-0000-7000-8000-000000000001",
    [`+54${ALONE}`, `+54${TWICE}`, `+549${TWICE}`],
  ]);
  await db.pool.query(migration);
  expect((await rows("select phone from subscribers order by 1")).map(({ phone }) => phone)).toEqual(
    [`+549${ALONE}`, `+549${TWICE}`, ...others].toSorted(),
  );
  expect(await rows("select phone, group_id, state from memberships order by 1, 2")).toEqual([
    { phone: `+549${ALONE}`, group_id: 1, state: "active" },
    { phone: `+549${TWICE}`, group_id: 1, state: "left" },
    { phone: `+549${TWICE}`, group_id: 2, state: "active" },
  ]);
  expect((await rows("select phone from suppressions order by 1")).map(({ phone }) => phone)).toEqual(
    [`+54${ALONE}`, `+54${TWICE}`, `+549${ALONE}`, `+549${TWICE}`].toSorted(),
  );
  expect((await rows("select phone from schedule_recipients order by 1")).map(({ phone }) => phone)).toEqual([
    `+549${ALONE}`,
    `+549${TWICE}`,
  ]);
});

test("schedules keep the variables of a number with it, and a list with both spellings", async () => {
  const schedule = (phones: readonly string[]) =>
    rows(
      `insert into schedules (id, message, zone, start_at, start_wall, next_run, due, if_late, late_after, created_by)
       values (gen_random_uuid(), $1, 'UTC', now(), 'x', now(), now(), 'send', 900, 'test')`,
      [JSON.stringify({ phones, variables: { [phones[0]!]: { code: "A" } }, content: { text: `Call +54${ALONE}` } })],
    );
  await schedule([`+54${ALONE}`, "+4915112345678"]);
  await schedule([`+54${TWICE}`, `+549${TWICE}`]);
  await db.pool.query(migration);
  expect(
    (await rows("select message from schedules order by message -> 'phones' -> 0")).map((row) => row.message),
  ).toEqual([
    {
      phones: [`+54${TWICE}`, `+549${TWICE}`],
      variables: { [`+54${TWICE}`]: { code: "A" } },
      content: { text: `Call +54${ALONE}` },
    },
    {
      phones: [`+549${ALONE}`, "+4915112345678"],
      variables: { [`+549${ALONE}`]: { code: "A" } },
      content: { text: `Call +54${ALONE}` },
    },
  ]);
});
