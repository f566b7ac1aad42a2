import { afterAll, beforeAll, expect, test } from "vitest";

import type { Chunk } from "#domain/deliveries/queue";
import { acceptQueries } from "#store/queries/accept/accept";
import { finish } from "#store/queries/queue/finish";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

test("a message whose last chunk ends while its audience is being closed is completed", async () => {
  const people = numbers(2);
  const result = await acceptQueries(db, () => undefined).accept(textTo(people));
  if (result.kind !== "accepted") throw new Error(result.kind);
  const { id } = result.message;
  await db.pool.query("update messages set state = 'resolving' where id = $1", [id]);
  await db.pool.query("update deliveries set state = 'delivered' where message_id = $1", [id]);
  const { rows } = await db.pool.query("update chunks set token = 1 where message_id = $1 returning id", [id]);
  const chunk = {
    id: rows[0].id as number,
    token: 1,
    messageId: id,
    keys: people.map((phone) => ({ messageId: id, phone })),
    route: "default",
    priority: 1,
  } as unknown as Chunk;

  // The end of the fan-out has queried open rows, when there still was one, and has not committed.
  const fanOut = await db.pool.connect();
  await fanOut.query("begin");
  await fanOut.query("update messages set state = 'running' where id = $1", [id]);
  const finished = finish(db, [{ chunk, clean: true }]);
  await Promise.race([finished, expect.poll(() => sessionsWaiting(db.pool)).toBeGreaterThan(0)]);
  await fanOut.query("commit");
  fanOut.release();
  await finished;

  const after = await db.pool.query("select state from messages where id = $1", [id]);
  expect(after.rows).toEqual([{ state: "completed" }]);
});
