import { afterEach, beforeEach, expect, test } from "vitest";

import { fanOutQueries } from "#store/queries/fan-out/fan-out";

import { suppress } from "../../support/database/ledger.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { numbers } from "../../support/engine/engine.ts";
import { resolvePersonal, type PersonalRun } from "../../support/engine/personal-audience.ts";
import { fillGroup } from "../../support/people/subscribers.ts";

const PAGE = 2_000;
const people = numbers(8);
let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase();
  await fillGroup(db.pool, 1, people.length);
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []): Promise<any[]> => (await db.pool.query(text, values)).rows;
const resolved = (run: Omit<PersonalRun, "text"> = {}): Promise<number> =>
  resolvePersonal(db, { text: "Hi {{name}}", ...run });
const rename = (phone: string, name: string) =>
  rows("update subscribers set name = $2 where phone = $1", [phone, name]);
const deliveries = () => rows("select phone, state, failure, own_text as text from deliveries order by phone");

test("a text that nobody of the audience is without becomes a delivery at once", async () => {
  await rows("insert into subscribers (phone, name) values ('+4915100000100', '')");
  expect(await resolved()).toBe(0);
  expect((await deliveries()).map(({ text }) => text)).toEqual(people.map((_, index) => `Hi Person ${index}`));
  expect(await rows("select matched, accepted, suppressed, state from messages")).toEqual([
    { matched: 8, accepted: 8, suppressed: 0, state: "running" },
  ]);
});

test("if one person is without a value, nothing is sent to anyone", async () => {
  await rename(people[5]!, " \u2066 ");
  await resolved({ direct: [people[1]!] });
  expect(await deliveries()).toEqual([]);
  expect(await rows("select state, reason, refused_people -> 'count' as count from messages")).toEqual([
    { state: "failed", reason: "missing_values", count: 1 },
  ]);
});

test("a person without a name who is a number of the call gets the text of the call", async () => {
  await rename(people[5]!, "");
  await resolved({ direct: [people[5]!] });
  expect((await deliveries()).map(({ text }) => text)).toEqual(
    people.map((_, index) => (index === 5 ? "Hi from the call" : `Hi Person ${index}`)),
  );
});

test("who loses the value after the check, or joins without one, gets nothing: the log says so, and the others get theirs", async () => {
  const store = fanOutQueries(db, () => undefined);
  await resolved({
    store: {
      async people(...args) {
        await rename(people[2]!, "");
        await rows(`with person as (insert into subscribers (phone, name) values ('+4915100000100', '') returning id)
          insert into memberships (group_id, subscriber_id, phone, state) select 1, id, '+4915100000100', 'active' from person`);
        await suppress(db.pool, people[3]!);
        return store.people(...args);
      },
    },
  });
  const got = await deliveries();
  expect(got.filter(({ state }) => state === "queued").map(({ phone }) => phone)).toEqual(
    people.filter((_, index) => index !== 2 && index !== 3),
  );
  expect(got.filter(({ state }) => state !== "queued")).toEqual([
    { phone: people[2], state: "suppressed", failure: "missing_value", text: null },
    { phone: people[3], state: "suppressed", failure: "suppressed", text: "Hi Person 3" },
    { phone: "+4915100000100", state: "suppressed", failure: "missing_value", text: null },
  ]);
  expect(await rows("select matched, accepted, suppressed, duplicates, state from messages")).toEqual([
    { matched: 9, accepted: 6, suppressed: 3, duplicates: 0, state: "running" },
  ]);
  expect((await rows("select unnest(phones) as phone from chunks order by phone")).map(({ phone }) => phone)).toEqual(
    people.filter((_, index) => index !== 2 && index !== 3),
  );
  expect(
    await rows("select reason, count::int from message_deltas where state = 'suppressed' order by reason"),
  ).toEqual([
    { reason: "missing_value", count: 2 },
    { reason: "suppressed", count: 1 },
  ]);
});

test("an audience whose first page an earlier release has prepared gives everybody one text, and a lost value no one the variable", async () => {
  await fillGroup(db.pool, 1, PAGE + 100);
  const everyone = numbers(PAGE + 100);
  const store = fanOutQueries(db, () => undefined);
  await resolved({
    direct: [everyone[1]!, "+4915200000000"],
    store: {
      async people(job, source, after, ...rest) {
        if (after === null) await rename(everyone[0]!, "");
        return store.people(job, source, after, ...rest);
      },
      addTexts: (job, page, leaseMs) =>
        job.progress.cursor === null ? store.prepare(job, page, leaseMs) : store.addTexts(job, page, leaseMs),
    },
  });
  const got = new Map((await deliveries()).map(({ phone, ...row }) => [phone, row]));
  expect([...got.keys()]).toEqual([...everyone, "+4915200000000"]);
  expect(got.get(everyone[0]!)).toEqual({ state: "suppressed", failure: "missing_value", text: null });
  expect([1, 2, PAGE + 99].map((index) => got.get(everyone[index]!).text)).toEqual([
    "Hi from the call",
    "Hi Person 2",
    `Hi Person ${PAGE + 99}`,
  ]);
  expect(await rows("select state, reason, accepted from messages")).toEqual([
    { state: "running", reason: null, accepted: PAGE + 100 },
  ]);
  expect(await rows("select from prepared_texts")).toEqual([]);
});
