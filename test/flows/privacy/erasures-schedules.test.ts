import { afterEach, beforeEach, expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import type { Audience } from "#domain/messages/message";
import type { Phone } from "#domain/recipients/phone";
import { freeze } from "#domain/schedules/create";
import type { ScheduledMessage } from "#domain/schedules/schedule";
import { uuidv7, type Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import { erasureQueries } from "#store/queries/privacy/erasures";
import { scheduleQueries } from "#store/queries/schedules/schedules";

import { testErasureKeys } from "../../support/people/consents.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { phonesOf } from "../../support/database/ledger.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";

// The job without its worker loop: a test decides when a step runs.

const [ada, bob] = numbers(2, 900_000) as [Phone, Phone];
const LEASE = 30_000;

let db: TestDatabase;
let store: ReturnType<typeof erasureQueries>;
beforeEach(async () => {
  db = await freshDatabase();
  store = erasureQueries(db, testErasureKeys, { hooked: () => undefined, requested: () => undefined });
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;
const request = () => store.request(uuidv7(db.now()), ada, "test");
async function send(phones: readonly string[], more: Parameters<typeof textTo>[1] = {}): Promise<Uuid> {
  const message = textTo(phones, { content: contentOf({ text: "to you alone" }), ...more });
  const sent = await acceptQueries(db, () => undefined).accept(message);
  if (sent.kind !== "accepted") throw new Error(sent.kind);
  return sent.message.id;
}
async function run(): Promise<void> {
  const job = await store.claim("test", LEASE);
  if (!job) throw new Error("nothing is due");
  while ((await store.step(job, LEASE)) !== null);
}
const later = () => rows("update erasures set due = now() where phone is not null");
const finish = (state: string) =>
  rows("update deliveries set state = $1", [state]).then(() =>
    rows("update messages set state = 'completed', finished_at = now()"),
  );

async function schedule(
  phones: readonly string[],
  more: { id?: Uuid; state?: string; frozen?: string; audience?: object } = {},
) {
  const id = more.id ?? uuidv7(db.now());
  const message = {
    text: "see you at ten",
    media: [],
    phones,
    category: "transactional",
    audience: more.audience ?? null,
  };
  await rows(
    `insert into schedules (id, state, message, zone, start_at, start_wall, next_run, due, if_late, late_after, frozen_set, created_by)
     values ($1, $2, $3, 'UTC', now(), '', now() + interval '1 day', now() + interval '1 day', 'skip', 900, $4, 'test')`,
    [id, more.state ?? "active", JSON.stringify(message), more.frozen ?? null],
  );
  return async () =>
    (
      await rows(
        "select state, message->>'text' as text, message->'phones' as phones, next_run is not null as runs from schedules where id = $1",
        [id],
      )
    )[0];
}

test("one without other recipients is canceled; others continue without the person", async () => {
  const set = uuidv7(db.now());
  await rows("insert into schedule_recipients values ($1, $2, false), ($1, $3, false)", [set, ada, bob]);
  const alone = await schedule([ada]);
  const ended = await schedule([ada], { state: "completed" });
  const both = await schedule([bob, ada]);
  const frozen = await schedule([ada], { frozen: set });
  const live = await schedule([ada], { audience: { groups: [1] } });
  const foreign = await schedule([bob]);
  const { id } = await request();
  await run();
  expect(await alone()).toEqual({ state: "canceled", text: "[erased]", phones: [], runs: false });
  expect(await ended()).toMatchObject({ state: "completed", text: "[erased]", phones: [] });
  expect(await both()).toEqual({ state: "active", text: "see you at ten", phones: [bob], runs: true });
  expect(await frozen()).toEqual({ state: "active", text: "see you at ten", phones: [], runs: true });
  expect(await live()).toMatchObject({ state: "active", phones: [], runs: true });
  expect(await foreign()).toMatchObject({ state: "active", phones: [bob] });
  expect(await rows("select phone from schedule_recipients")).toEqual([{ phone: bob }]);
  expect(await rows("select data->>'state' as state from events where kind = 'schedule.canceled'")).toEqual([
    { state: "canceled" },
  ]);
  expect(await store.find(id)).toMatchObject({ done: true, erased: { schedule: 5 } });
});

test("the text of a run that reached no one is erased with the schedule of that person alone", async () => {
  const schedules = scheduleQueries(db, () => undefined);
  const messageIds: Uuid[] = [];
  for (const phones of [[ada], [ada, bob]]) {
    const scheduleId = uuidv7(db.now());
    await schedule(phones, { id: scheduleId });
    const [messageId] = await schedules.refuse([
      { scheduleId, message: textTo(phones), reason: "no_recipients", suppressed: phones.length },
    ]);
    const run = { outcome: "failed", reason: "no_recipients", missed: 0, nextRun: null, state: "active" } as const;
    await schedules.record([{ ...run, scheduleId, runAt: db.now(), messageId: messageId! }]);
    messageIds.push(messageId!);
  }
  await request();
  await run();
  const erased = await rows("select id from messages where body = '[erased]'");
  expect(erased).toEqual([{ id: messageIds[0] }]);
});

test("an audience that is being stored while the erasure runs does not keep the person", async () => {
  const [read, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ports = {
    schedules: scheduleQueries(db, () => undefined),
    newId: () => uuidv7(db.now()),
    async *audiencePages({ groups }: Audience) {
      if (groups === null) return;
      yield [ada, bob];
      read.resolve();
      await stored.promise;
    },
  };
  const message = { audience: { groups: [1], roles: [], users: [], customers: false }, phones: [] as Phone[] };
  const freezing = db.transaction(() => freeze(ports, message as unknown as ScheduledMessage));
  await read.promise;
  const { id } = await request();
  await run();
  expect(await store.find(id)).toMatchObject({ done: false });
  stored.resolve();
  await freezing;
  const [set] = await rows("select distinct set_id from schedule_recipients");
  await schedule([], { frozen: set.set_id, audience: message.audience });
  await later();
  await run();
  expect(await store.find(id)).toMatchObject({ done: true });
  expect(await rows("select phone from schedule_recipients")).toEqual([{ phone: bob }]);
});

test("messages that an earlier schedule sends to the number after the request are erased; those of others are not", async () => {
  const before = uuidv7(db.now());
  await schedule([ada], { id: before });
  const { id } = await request();
  const after = uuidv7(db.now());
  await schedule([ada], { id: after });
  const old = await send([ada], { scheduleId: before });
  const others = [await send([ada], { scheduleId: after }), await send([ada])];
  await run();
  await finish("delivered");
  await later();
  await run();
  expect(await store.find(id)).toMatchObject({ done: true });
  expect(await phonesOf(db.pool, { message: old })).toEqual([expect.stringMatching(/^\+0\d+$/)]);
  for (const message of others) expect(await phonesOf(db.pool, { message })).toEqual([ada]);
});
