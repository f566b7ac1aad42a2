import { afterAll, beforeAll, expect, test } from "vitest";

import { callingPrefixes } from "#domain/recipients/country";
import { longestPrefix } from "#domain/recipients/prefix-ranges";
import { audienceCountQueries } from "#store/queries/audience/audience-count";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";

// Groups of more members than are counted one by one.

const prefixes = [...callingPrefixes(), "+4915"];
const query = {
  message: { category: "marketing", sender: null },
  phones: [],
  segments: [],
  cap: null,
  prefixes,
} as const;
const MANY = Array.from({ length: 25 }, (_, index) => index + 2);

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query("insert into groups (name) select 'Group ' || n from generate_series(1, 25) n");
  await db.pool.query(
    `insert into subscribers (phone, name) select start || (1000000 + n), 'N'
     from (values ('+49151', 15000), ('+49171', 4000), ('+1202', 3000), ('+3361', 200)) as one(start, people),
       generate_series(1, people) n`,
  );
  // In group 2 everyone, in group 3 half of them, in each of the others every tenth; one in fifty waits, one in 70 has left.
  await db.pool.query(
    `insert into memberships (group_id, subscriber_id, phone, state)
     select g.id, s.id, s.phone,
       case when (s.id + g.id) % 50 = 0 then 'pending' when (s.id + g.id) % 70 = 0 then 'left' else 'active' end::membership_state
     from subscribers s join groups g on g.id = 2 or g.id = 3 and s.id % 2 = 0 or g.id > 3 and (s.id + g.id) % 10 = 0`,
  );
  await db.pool.query("analyze subscribers, memberships");
});
afterAll(() => db.drop());

/** As counted one by one. */
async function truth(groups: readonly number[]) {
  const { rows } = await db.pool.query<{ phone: string; active: boolean }>(
    `select phone, bool_or(state = 'active') as active from memberships where group_id = any($1) and state <> 'left' group by 1`,
    [groups],
  );
  const active = rows.filter((row) => row.active);
  const members = Map.groupBy(active, ({ phone }) => longestPrefix(phone, new Set(prefixes)));
  return {
    members: new Map([...members].map(([prefix, people]) => [prefix, people.length])),
    unconfirmed: rows.length - active.length,
  };
}
const counted = async (groups: readonly number[] | "all") => {
  const { members, unconfirmed, exact, memberships } = await audienceCountQueries(db).count({ ...query, groups });
  return { members: new Map([...members].filter(([, people]) => people > 0)), unconfirmed, exact, memberships };
};

test("members of one large group are counted by the beginnings of their numbers, and who waits, also as they change", async () => {
  const expected = await truth([2]);
  expect(expected.members.get("+4915")).toBeGreaterThan(14_000);
  expect(await counted([2])).toMatchObject({ ...expected, exact: true });
  await db.pool.query(
    "update memberships set state = 'left' where group_id = 2 and phone like '+4915%' and subscriber_id % 3 = 0",
  );
  await db.pool.query("delete from subscribers where phone like '+336%' and id % 4 = 0");
  await db.pool.query("update memberships set state = 'active' where group_id = 2 and phone like '+1202%'");
  expect((await counted([2])).members.get("+1")).toBe(3_000);
  expect(await counted([2])).toMatchObject({ ...(await truth([2])), exact: true });
});

test("people of several groups are counted once, and who waits in one of them and is in another does not wait", async () => {
  expect(await counted([2, 3])).toMatchObject({ ...(await truth([2, 3])), exact: true });
  for (const groups of [MANY, "all" as const]) {
    const { members, unconfirmed } = await truth(MANY);
    expect(await counted(groups)).toMatchObject({ members, unconfirmed, exact: true });
  }
});

test("groups that are empty, or gone, have nobody", async () => {
  const none = { members: new Map(), unconfirmed: 0, exact: true, memberships: 0 };
  expect([await counted([1]), await counted([999]), await counted([1, 999]), await counted([])]).toEqual([
    none,
    none,
    none,
    none,
  ]);
});
