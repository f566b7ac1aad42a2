import { afterEach, beforeEach, expect, test } from "vitest";

import type { ReleasePlace } from "#domain/deliveries/holds";
import type { Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import { messageViewQueries } from "#store/queries/messages/message-view";
import { holdQueries } from "#store/queries/queue/holds";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";

let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []): Promise<any[]> => (await db.pool.query(text, values)).rows;

async function accepted(): Promise<Uuid> {
  const sent = await acceptQueries(db, () => undefined).accept(textTo(numbers(2)));
  if (sent.kind !== "accepted") throw new Error(sent.kind);
  return sent.message.id;
}

/** Each is due a second after the one before it; the last of them has another reason. */
const holdMany = (id: Uuid, count: number) =>
  rows(
    `insert into holds (message_id, phone, route, priority, due, reason)
     select $1, '+49151' || (10000000 + n), 'default', 2, now() + interval '1 day' + n * interval '1 second',
       case when n = $2 then 'spending' else 'low_credit' end
     from generate_series(1, $2::integer) n`,
    [id, count],
  );

test("a message counts its held deliveries up to a limit, and states the first instant and the reasons", async () => {
  const id = await accepted();
  const view = async () => (await messageViewQueries(db).find(id))!.held;
  expect(await view()).toBeNull();
  await holdMany(id, 10_000);
  const [{ first }] = await rows("select extract(epoch from min(due))::float8 * 1000 as first from holds");
  expect(await view()).toEqual({
    count: 10_000,
    until: first,
    last: expect.closeTo(first + 9_999_000, 0),
    reasons: ["low_credit", "spending"],
  });
  await rows(
    `insert into holds (message_id, phone, route, priority, due, reason)
     values ($1, '+4930222', 'default', 2, now() + interval '2 days', 'spending')`,
    [id],
  );
  expect(await view()).toMatchObject({ count: 10_000, until: first });
});

test("many holds are released in steps, which leave out those that are held again meanwhile", async () => {
  const id = await accepted();
  await holdMany(id, 4_500);
  const { release } = holdQueries(db, () => undefined);
  const due = async () => (await rows("select count(*)::int as due from holds where due <= now()"))[0].due;
  const seen: number[] = [];
  let place: ReleasePlace | null = null;
  do {
    place = await release("low_credit", place);
    seen.push(await due());
    await rows(
      `insert into holds (message_id, phone, route, priority, due, reason)
       values ($1, '+49301' || $2::integer, 'default', 2, now() + interval '1 day', 'low_credit')`,
      [id, seen.length],
    );
  } while (place);
  expect(seen).toEqual([2_000, 4_000, 4_499]);
  expect(await release("low_credit", null)).toBeNull();
  // The one for another reason still waits.
  expect(await due()).toBe(4_502);
});
