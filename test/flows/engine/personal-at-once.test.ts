import { afterEach, beforeEach, expect, test } from "vitest";

import type { Host } from "#domain/access/host";
import { contentOf } from "#domain/messages/content";
import type { Phone } from "#domain/recipients/phone";
import { acceptQueries } from "#store/queries/accept/accept";
import { fanOutQueries } from "#store/queries/fan-out/fan-out";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { everybody } from "../../support/engine/campaign.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";
import { LEASE, resolvePersonal, type PersonalRun } from "../../support/engine/personal-audience.ts";
import { fillGroup } from "../../support/people/subscribers.ts";

const TEXT = "Hi {{name|you}}";
const people = numbers(8);
let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase();
  await fillGroup(db.pool, 1, people.length);
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []): Promise<any[]> => (await db.pool.query(text, values)).rows;
const deliveries = () => rows("select phone, own_text as text, segments from deliveries order by phone");
const leave = (phone: string) => rows("update memberships set state = 'left' where phone = $1", [phone]);
const user = (phone: string) => ({ id: 7, name: "User", phone });

/** Reads the audience of a message whose text nobody can be without. @returns how many texts were prepared */
const resolved = (run: Omit<PersonalRun, "text">): Promise<number> => resolvePersonal(db, { text: TEXT, ...run });

test("a text that nobody can be without becomes a delivery at once, and is not prepared first", async () => {
  await rows("update subscribers set name = '' where phone = $1", [people[0]]);
  expect(await resolved({})).toBe(0);
  expect((await deliveries()).map(({ text }) => text)).toEqual([
    "Hi you",
    ...people.slice(1).map((_, index) => `Hi Person ${index + 1}`),
  ]);
  expect(await rows("select matched, accepted, duplicates, state from messages")).toEqual([
    { matched: 8, accepted: 8, duplicates: 0, state: "running" },
  ]);
});

test("the first page can be claimed before the last one is read, and each page fills the turns after the one before", async () => {
  const claimable: number[] = [];
  const usersInRoles: Host["usersInRoles"] = async (_roles, cursor) => {
    const page = Number(cursor ?? 0);
    claimable.push((await rows("select from chunks where claimable")).length);
    return { contacts: [{ ...user(`+4915100000${10 + page}`), id: page }], next: page < 3 ? String(page + 1) : null };
  };
  await resolved({ audience: { ...everybody, groups: null, roles: ["reader"] }, host: { usersInRoles } });
  expect(claimable[2]).toBeGreaterThanOrEqual(1);
  expect((await rows("select turn::int from chunks order by turn")).map(({ turn }) => turn)).toEqual([0, 1, 2, 3]);
});

test("a person who leaves, bounces or is deleted while their text is rendered gets nothing and is not counted", async () => {
  const store = fanOutQueries(db, () => undefined);
  await resolved({
    store: {
      async people(...args) {
        const page = await store.people(...args);
        await leave(people[0]!);
        await rows("update subscribers set bounced_at = now() where phone = $1", [people[1]]);
        await rows("delete from memberships where phone = $1", [people[2]]);
        await rows("delete from subscribers where phone = $1", [people[2]]);
        return page;
      },
    },
  });
  expect((await deliveries()).map(({ phone }) => phone)).toEqual(people.slice(3));
  expect(await rows("select matched, accepted, duplicates from messages")).toEqual([
    { matched: 5, accepted: 5, duplicates: 0 },
  ]);
});

test("a number of the call that is also a member gets the text of the call, once", async () => {
  await resolved({ direct: [people[3]!, "+4915100000099"] });
  const got = await deliveries();
  expect(got).toHaveLength(people.length + 1);
  expect(got.filter(({ text }) => text === "Hi from the call").map(({ phone }) => phone)).toEqual([
    people[3],
    "+4915100000099",
  ]);
  expect(await rows("select matched, accepted, duplicates from messages")).toEqual([
    { matched: 10, accepted: 9, duplicates: 1 },
  ]);
  expect(await rows("select from prepared_texts")).toEqual([]);
});

test.each([
  ["+541123456789", "+5491123456789"],
  ["+5491123456789", "+541123456789"],
])(
  "a number of the call, %s, that is a member under the other number of its phone, %s, gets the text of the call",
  async (named, known) => {
    await rows(
      `with person as (insert into subscribers (phone, name) values ($1, 'Maria') returning id)
     insert into memberships (group_id, subscriber_id, phone, state) select 1, id, $1, 'active' from person`,
      [known],
    );
    await resolved({ direct: [named] });
    const got = (await deliveries()).filter(({ phone }) => phone.startsWith("+54"));
    expect(got).toEqual([{ phone: named, text: "Hi from the call", segments: 1 }]);
  },
);

test("a member who is also a user gets the text of the first page that has them", async () => {
  const users: Host["users"] = async () => [user(people[6]!), user("+4915100000099")];
  await resolved({ audience: { ...everybody, users: [7, 8] }, host: { users } });
  const got = new Map((await deliveries()).map(({ phone, text }) => [phone, text]));
  expect([got.size, got.get(people[6]!), got.get("+4915100000099")]).toEqual([9, "Hi Person 6", "Hi User"]);
});

test("a page that begins elsewhere than the database says writes nothing, and neither does a lost lease", async () => {
  const content = contentOf({ text: TEXT, personal: true });
  await acceptQueries(db, () => undefined).accept(textTo([], { content, audience: everybody, category: "marketing" }));
  const store = fanOutQueries(db, () => undefined);
  const job = (await store.claim("test", LEASE))!;
  const texts = [{ phone: people[0] as Phone, text: "Hi you", segments: 1, viaGroup: true }];
  const next = { source: 0, cursor: people[0]!, turn: 1 };
  const page = { texts, refused: [], duplicates: 0, invalid: 0, next };
  expect(await store.addTexts({ ...job, progress: { ...job.progress, cursor: "+1" } }, page, LEASE)).toBe(false);
  expect(await store.addTexts({ ...job, token: job.token - 1 }, page, LEASE)).toBe(false);
  expect(await deliveries()).toEqual([]);
  expect(await store.addTexts(job, page, LEASE)).toBe(true);
  expect(await deliveries()).toEqual([{ phone: people[0], text: "Hi you", segments: 1 }]);
});

test.each([0, 1])(
  "an audience whose part %i an earlier release has prepared gives everybody one text",
  async (part) => {
    const store = fanOutQueries(db, () => undefined);
    await resolved({
      direct: [people[6]!],
      audience: { ...everybody, users: [7, 8] },
      host: { users: async () => [user(people[1]!), user("+4915100000099")] },
      store: {
        addTexts(job, page, leaseMs) {
          if (job.progress.source !== part) return store.addTexts(job, page, leaseMs);
          return store.prepare(job, { ...page, refused: [] }, leaseMs);
        },
      },
    });
    const got = await deliveries();
    expect(got.map(({ phone }) => phone)).toEqual([...people, "+4915100000099"].toSorted());
    expect(got.find(({ phone }) => phone === people[6])).toMatchObject({ text: "Hi from the call" });
    expect(await rows("select from prepared_texts")).toEqual([]);
    expect(await rows("select matched, accepted, duplicates from messages")).toEqual([
      { matched: 11, accepted: 9, duplicates: 2 },
    ]);
  },
);
