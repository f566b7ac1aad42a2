import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import { receiptQueries } from "#store/queries/receipts/receipts";

import { deliveriesOf } from "../../support/database/ledger.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";

let db: TestDatabase;
let message: Uuid;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.pool.query("truncate receipts, provider_refs");
  const accepted = await acceptQueries(db, () => undefined).accept(textTo([before, since]));
  if (accepted.kind !== "accepted") throw new Error(accepted.kind);
  message = accepted.message.id;
  await db.pool.query("update deliveries set state = 'sent', gateway = 'main' where message_id = $1", [message]);
});

const [before, since] = numbers(2) as [string, string];
const nothing = () => undefined;

/** The provider's id of a delivery, as a settle records it, so many hours from now. */
const sentAs = (phone: string, hours: number) =>
  db.pool.query(
    "insert into provider_refs (gateway, provider_id, message_id, phone, at) values ('main', '1001', $1, $2, now() + make_interval(hours => $3))",
    [message, phone, hours],
  );

/** A receipt that names the provider's id alone arrives so many hours from now. */
async function arrives(hours: number, receipt: object = {}): Promise<void> {
  await receiptQueries(db, { stored: nothing, hooked: nothing }).store("main", [
    { providerId: "1001", state: "delivered", ...receipt },
  ]);
  await db.pool.query("update receipts set received_at = now() + make_interval(hours => $1)", [hours]);
}

/** Processes the receipts as the next pass would. @returns the states of both deliveries */
async function look(): Promise<string[]> {
  await db.pool.query("update receipts set due = now()");
  await receiptQueries(db, { stored: nothing, hooked: nothing }).apply();
  return (await deliveriesOf(db.pool, { message })).map(({ state }) => state);
}

test("a receipt whose id the provider has used again is not that of the delivery that had it hours ago", async () => {
  await sentAs(before, 0);
  // The response that brings the id is still being recorded.
  await arrives(2);
  expect(await look()).toEqual(["sent", "sent"]);
  await sentAs(since, 2);
  expect(await look()).toEqual(["sent", "delivered"]);
});

test("a receipt of hours later is that of the only delivery with its id, some seconds after it came", async () => {
  await sentAs(before, 0);
  await arrives(2);
  await look();
  await look();
  expect(await look()).toEqual(["delivered", "sent"]);
});

test("a receipt of the first hour, or one that names the number, does not wait", async () => {
  await sentAs(before, 0);
  await arrives(0);
  expect(await look()).toEqual(["delivered", "sent"]);
  await db.pool.query("update deliveries set state = 'sent' where message_id = $1", [message]);
  await arrives(2, { phone: before });
  expect(await look()).toEqual(["delivered", "sent"]);
});

describe.each([
  ["without the 9 of Argentina", "+5491123456789", "+541123456789"],
  ["as a national number that is also one of another country", "+12015550105", "+2015550105"],
])("a receipt whose provider writes the number %s", (_what, ours, theirs) => {
  test("is that of the delivery with its id, some seconds after it came, and never that of another person", async () => {
    const accepted = await acceptQueries(db, () => undefined).accept(textTo([ours, since]));
    if (accepted.kind !== "accepted") throw new Error(accepted.kind);
    message = accepted.message.id;
    await db.pool.query("update deliveries set state = 'sent', gateway = 'main' where message_id = $1", [message]);
    await sentAs(since, 0);
    await arrives(0, { phone: theirs });
    const looks = async () => [await look(), await look(), await look()].map((states) => states.toSorted().join(" "));
    expect(await looks()).toEqual(Array.from({ length: 3 }, () => "sent sent"));
    await sentAs(ours, 0);
    expect(await look()).toEqual(ours < since ? ["delivered", "sent"] : ["sent", "delivered"]);
  });

  test("waits until its number cannot be that of a delivery whose answer is being recorded", async () => {
    const accepted = await acceptQueries(db, () => undefined).accept(textTo([ours]));
    if (accepted.kind !== "accepted") throw new Error(accepted.kind);
    message = accepted.message.id;
    await db.pool.query("update deliveries set state = 'sent', gateway = 'main' where message_id = $1", [message]);
    await sentAs(ours, 0);
    await arrives(0, { phone: theirs });
    expect([await look(), await look(), await look()]).toEqual([["sent"], ["sent"], ["delivered"]]);
  });
});
