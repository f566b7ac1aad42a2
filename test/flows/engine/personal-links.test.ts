import { createSecretKey, randomBytes } from "node:crypto";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Host } from "#domain/access/host";
import { linkReader, readPersonToken } from "#domain/forms/person-link";
import { contentOf } from "#domain/messages/content";
import { personalStep } from "#engine/personal-fan-out";
import { acceptQueries } from "#store/queries/accept/accept";
import { fanOutQueries } from "#store/queries/fan-out/fan-out";
import { personLinkQueries } from "#store/queries/forms/person-links";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { everybody } from "../../support/engine/campaign.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";
import { fillGroup } from "../../support/people/subscribers.ts";

const LEASE = 30_000;
const PEOPLE = 4_100;
let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []): Promise<any[]> => (await db.pool.query(text, values)).rows;
const deps = () => ({ personLinks: personLinkQueries(db), linkKey: createSecretKey(Buffer.alloc(32, 1)), randomBytes });

/**
 * Resolves a message to everyone.
 *
 * @param readLinks what makes their links, if not the usual
 * @returns how many texts were prepared
 */
async function resolved(text: string, readLinks = linkReader(deps(), "https://sms.example.com")): Promise<number> {
  const content = contentOf({ text, personal: true });
  await acceptQueries(db, () => undefined).accept(textTo([], { content, audience: everybody, category: "marketing" }));
  const store = fanOutQueries(db, () => undefined);
  const options = {
    store,
    host: {} as Host,
    commerce: null,
    country: null,
    readLinks,
    linkUnits: 64,
    withoutConsent: async () => new Set<never>(),
  };
  let prepared = 0;
  for (let job = await store.claim("test", LEASE); job;) {
    const result = await personalStep(job, { text, variants: null, media: [] }, options, LEASE);
    if (result === "release") throw new Error("lost");
    prepared = Math.max(prepared, (await rows("select from prepared_texts")).length);
    job = result === "done" ? null : result;
  }
  return prepared;
}

test("everyone on three pages has a link of their own, and those of a page are read at once", async () => {
  await fillGroup(db.pool, 1, PEOPLE);
  let pages = 0;
  const read = linkReader(deps(), "https://sms.example.com")!;
  const prepared = await resolved("{{unsubscribe_url}}", async (ids) => {
    pages += 1;
    return read(ids);
  });
  expect(prepared).toBe(0);
  expect(pages).toBe(3);
  const texts = await rows(
    `select d.own_text as text, d.segments, s.id::int as id from deliveries d join subscribers s using (phone)`,
  );
  expect(texts).toHaveLength(PEOPLE);
  for (const { text, id, segments } of texts) {
    expect(segments).toBe(1);
    const token = /^https:\/\/sms\.example\.com\/p\/l\/([\w-]{30})#leave$/.exec(text)?.[1] ?? "";
    expect(await readPersonToken(deps(), token)).toBe(id);
  }
});

test("a second message has the same links, and writes nothing for them", async () => {
  await fillGroup(db.pool, 1, 3);
  await resolved("{{preferences_url}}");
  const before = await rows("select xmin::text, secret from person_links order by subscriber_id");
  await resolved("{{preferences_url}}");
  expect(await rows("select xmin::text, secret from person_links order by subscriber_id")).toEqual(before);
  const texts = await rows("select own_text, count(*)::int as n from deliveries group by 1");
  expect(texts.map(({ n }) => n)).toEqual([2, 2, 2]);
});

test("a person who is deleted while the page is read is left out, and no one else's message fails for it", async () => {
  await fillGroup(db.pool, 1, 3);
  const [gone] = numbers(1);
  const read = linkReader(deps(), "https://sms.example.com")!;
  await resolved("{{unsubscribe_url}}", async (ids) => {
    await rows("delete from memberships where phone = $1", [gone]);
    await rows("delete from subscribers where phone = $1", [gone]);
    return read(ids);
  });
  expect(await rows("select state, accepted, matched from messages")).toEqual([
    { state: "running", accepted: 2, matched: 2 },
  ]);
});

test("without an address of the service there are no links, and the message fails before anyone gets it", async () => {
  await fillGroup(db.pool, 1, 3);
  await resolved("{{unsubscribe_url}}", null);
  const [message] = await rows("select state, reason, refused_people from messages");
  expect(message).toMatchObject({ state: "failed", reason: "missing_values", refused_people: { count: 3 } });
  expect(message.refused_people.sample[0]).toMatchObject({ reason: "missing_value", variable: "unsubscribe_url" });
  await resolved("Bye: {{unsubscribe_url | reply STOP}}", null);
  expect(await rows("select distinct own_text from deliveries")).toEqual([{ own_text: "Bye: reply STOP" }]);
});

test("calls at the same time agree on everyone's link", async () => {
  await fillGroup(db.pool, 1, 500);
  const ids = (await rows("select id::int as id from subscribers order by id")).map(({ id }) => id);
  const { personLinks } = deps();
  const secrets = () => ids.map(() => randomBytes(16));
  const all = await Promise.all(
    [ids, ids.toReversed(), [...ids, 999_999]].map((wanted) =>
      personLinks.ensureAll(wanted, [...secrets(), randomBytes(16)]),
    ),
  );
  const inOrder = (links: ReadonlyMap<number, Buffer>) => ids.map((id) => links.get(id)!.toString("hex"));
  expect(new Set(all.map((links) => JSON.stringify(inOrder(links)))).size).toBe(1);
  expect(all.map((links) => links.size)).toEqual([500, 500, 500]);
});
