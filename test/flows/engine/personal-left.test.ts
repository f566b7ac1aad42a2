import { afterEach, beforeEach, expect, test } from "vitest";

import type { Commerce, Host } from "#domain/access/host";
import { contentOf } from "#domain/messages/content";
import type { Audience } from "#domain/messages/message";
import type { Phone } from "#domain/recipients/phone";
import { personalStep } from "#engine/personal-fan-out";
import { uuidv7 } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import { fanOutQueries } from "#store/queries/fan-out/fan-out";

import { phonesOf } from "../../support/database/ledger.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { everybody } from "../../support/engine/campaign.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";
import { fillGroup } from "../../support/people/subscribers.ts";

/** It might be too long for somebody, so everyone's is made first. */
const TAIL = ".".repeat(700);
const TEXT = `Hi {{name}}${TAIL}`;
const LEASE = 30_000;
const people = numbers(8);
let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase();
  await fillGroup(db.pool, 1, people.length);
  await rows("insert into groups (name) values ('other')");
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []): Promise<any[]> => (await db.pool.query(text, values)).rows;

const leave = (phone: string, group = 1) =>
  rows("update memberships set state = 'left' where phone = $1 and group_id = $2", [phone, group]);
const join = (phone: string, group: number) =>
  rows(
    `insert into memberships (group_id, subscriber_id, phone, state)
     select $2, id, phone, 'active' from subscribers where phone = $1`,
    [phone, group],
  );

/** Reads an audience; `meanwhile` runs between texts and deliveries. @returns who gets a delivery */
async function resolved(audience: Audience, direct: readonly string[], meanwhile: () => Promise<unknown>) {
  const content = contentOf({ text: TEXT, personal: true });
  const texts = new Map(direct.map((phone) => [phone as Phone, { text: "Hi you", segments: 1 }]));
  const command = textTo(direct, { content, texts, audience, category: "marketing" });
  await acceptQueries(db, () => undefined).accept(command);
  const store = fanOutQueries(db, () => undefined);
  const contact = (phone: string) => ({ id: 7, name: "User", phone });
  const host = { users: async () => [contact(people[6]!)] } as unknown as Host;
  let job = await store.claim("test", LEASE);
  for (let hasChanged = false; job;) {
    const isPrepared = (await rows("select progress ->> 'source' as source from fanouts"))[0].source;
    if (!hasChanged && Number(isPrepared) === 1 + audience.users.length) {
      await meanwhile();
      hasChanged = true;
    }
    const result = await personalStep(
      job,
      { text: TEXT, variants: null, media: [] },
      {
        store,
        host,
        commerce: null as Commerce | null,
        country: null,
        readLinks: null,
        linkUnits: 0,
        withoutConsent: async () => new Set(),
      },
      LEASE,
    );
    if (result === "release") throw new Error("lost");
    job = result === "done" ? null : result;
  }
  return phonesOf(db.pool);
}

test("a person who leaves, bounces or is deleted after their text was rendered gets nothing and is not counted", async () => {
  const got = await resolved(everybody, [], async () => {
    await leave(people[0]!);
    await rows("update subscribers set bounced_at = now() where phone = $1", [people[1]]);
    await rows("delete from memberships where phone = $1", [people[2]]);
    await rows("delete from subscribers where phone = $1", [people[2]]);
    // Still a member, but not of the group that is written to.
    await join(people[3]!, 2);
    await leave(people[3]!);
  });
  expect(got).toEqual(people.slice(4));
  expect(await rows("select matched, accepted, suppressed, duplicates from messages")).toEqual([
    { matched: 4, accepted: 4, suppressed: 0, duplicates: 0 },
  ]);
  expect(await rows("select 1 from prepared_texts")).toEqual([]);
});

test("a person also named by number or as a user gets the message although they leave the group", async () => {
  const got = await resolved({ ...everybody, users: [7] }, [people[5]!], async () => {
    for (const phone of people.slice(0, 7)) await leave(phone);
  });
  expect(got).toEqual(people.slice(5));
  expect((await rows("select own_text from deliveries order by phone")).map((row) => row.own_text)).toContain(
    `Hi Person 6${TAIL}`,
  );
});

test("a person who leaves one of several groups gets the message as a member of another", async () => {
  await join(people[0]!, 2);
  expect(await resolved({ ...everybody, groups: [1, 2] }, [], () => leave(people[0]!))).toEqual(people);
});

test("a person who leaves one of many groups gets the message as a member of another", async () => {
  for (let id = 3; id <= 9; id += 1) await rows("insert into groups (name) values ($1)", [`group ${id}`]);
  for (const phone of people.slice(0, 2)) await join(phone, 9);
  const leaves = async () => {
    for (const phone of people.slice(1, 3)) await leave(phone);
  };
  const groups = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(await resolved({ ...everybody, groups }, [], leaves)).toEqual(people.filter((phone) => phone !== people[2]));
});

test("of a stored audience, who leaves in between gets nothing, as in a run that begins later", async () => {
  const set = uuidv7(db.now());
  await rows(
    "insert into schedule_recipients (set_id, phone, via_group) select $1, phone, phone <> $3 from unnest($2::text[]) phone",
    [set, people, people[3]],
  );
  await rows("delete from memberships where phone = $1", [people[2]]);
  const got = await resolved({ ...everybody, frozen: set }, [], async () => {
    for (const phone of [people[0]!, people[3]!]) await leave(phone);
    await rows("update subscribers set bounced_at = now() where phone = $1", [people[1]]);
  });
  expect(got).toEqual(people.slice(2));
});
