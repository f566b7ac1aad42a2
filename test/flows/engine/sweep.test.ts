import { afterAll, beforeAll, expect, test } from "vitest";

import { acceptQueries } from "#store/queries/accept/accept";
import { queueQueries } from "#store/queries/queue/queue";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

test("a message that its worker could no longer end is ended, however many wait before it", async () => {
  const nothing = (): void => undefined;
  const { acceptAll } = acceptQueries(db, nothing);
  await acceptAll(numbers(1_100).map((phone) => textTo([phone])));
  const [last] = await acceptAll([textTo(numbers(2, 2_000))]);
  if (last?.kind !== "accepted") throw new Error("not accepted");
  await db.pool.query("update deliveries set state = 'sent' where message_id = $1", [last.message.id]);
  await db.pool.query("delete from chunks where message_id = $1", [last.message.id]);
  // As if all of it had happened a minute ago.
  const later = { ...db, now: () => db.now() + 60_000 };
  const queue = queueQueries(later, { webhooks: nothing, receipts: nothing });
  const open = async (): Promise<number> =>
    (await db.pool.query("select 1 from messages where state = 'running'")).rowCount!;
  for (let round = 0; round < 3 && (await open()) > 1_100; round += 1) await queue.sweep();
  expect((await db.pool.query("select state::text from messages where id = $1", [last.message.id])).rows).toEqual([
    { state: "completed" },
  ]);
  expect(await open()).toBe(1_100);
  expect((await db.pool.query("select 1 from events where kind = 'message.completed'")).rowCount).toBe(1);
  // And from the beginning again: whatever is ready by then is found.
  await db.pool.query("update deliveries set state = 'sent' where phone = $1", [numbers(1)[0]]);
  for (let round = 0; round < 3; round += 1) await queue.sweep();
  expect(await open()).toBe(1_099);
});
