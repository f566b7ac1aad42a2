import { afterAll, beforeAll, expect, test } from "vitest";

import { changeQueries } from "#store/queries/live/changes";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase({ max: 4 });
});
afterAll(() => db.drop());

const append = (kind: string): string => `insert into events (kind, data) values ('${kind}', '{}')`;

test("a change is reported once, and a quiet second reports none", async () => {
  const follower = changeQueries(db).follow();
  expect([...(await follower.next()).topics]).toEqual([]);
  await db.pool.query(append("new_incoming_sms"));
  expect([...(await follower.next()).topics]).toEqual(["inbox", "sandbox"]);
  for (let reading = 0; reading < 4; reading += 1) expect([...(await follower.next()).topics]).toEqual([]);
});

test("an event whose transaction commits after later ones is reported, also to a reader that resumes", async () => {
  const store = changeQueries(db);
  const follower = store.follow();
  await follower.next();
  const late = await db.pool.connect();
  try {
    await late.query("begin");
    await late.query(append("new_incoming_sms"));
    let place = (await follower.next()).place;
    for (let reading = 0; reading < 5; reading += 1) {
      await db.pool.query(append("message.accepted"));
      const changes = await follower.next();
      expect(changes.topics.has("outbox")).toBe(true);
      expect(changes.topics.has("inbox")).toBe(false);
      ({ place } = changes);
    }
    await late.query("commit");
    expect((await follower.next()).topics.has("inbox")).toBe(true);
    expect((await store.since(place))!.has("inbox")).toBe(true);
  } finally {
    late.release();
  }
});

test("old commits are not read again: the position advances", async () => {
  const follower = changeQueries(db).follow();
  const first = await follower.next();
  await db.pool.query(`insert into events (kind, data) select 'message.sent', '{}' from generate_series(1, 2000)`);
  const { rows } = await db.pool.query("select last_value::int as last from event_ids");
  // Any transaction that is open on the server keeps the place back, also one of another database.
  await eventually(async () => (await follower.next()).place.events === rows[0].last);
  expect(rows[0].last).toBeGreaterThan(first.place.events);
});

test("a place of another installation, or from too long ago, cannot be resumed", async () => {
  const store = changeQueries(db);
  const { place } = await store.follow().next();
  expect(await store.since({ ...place, events: 10 ** 12 })).toBeNull();
  await db.pool.query("select setval('event_ids', (select last_value from event_ids) + 200000)");
  expect(await store.since(place)).toBeNull();
});

test("changed settings and webhooks are found by their rows", async () => {
  const store = changeQueries(db);
  const follower = store.follow();
  const { place } = await follower.next();
  await db.pool.query(
    `insert into webhooks (url, types, secret) values ('https://example.com/hook', '{new_sms}', '\\x00')`,
  );
  expect([...(await follower.next()).topics].toSorted()).toEqual(["status", "webhooks"]);
  await db.pool.query("update webhooks set enabled = false");
  expect((await follower.next()).topics.has("webhooks")).toBe(true);
  expect((await store.since(place))!.has("webhooks")).toBe(true);
});
