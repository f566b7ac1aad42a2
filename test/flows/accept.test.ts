import { afterAll, beforeAll, expect, test } from "vitest";

import type { NewMessage } from "#domain/messages/message";
import { laneOf } from "#domain/messages/message";
import type { Phone } from "#domain/recipients/phone";
import { acceptQueries } from "#store/queries/accept";
import { queueQueries } from "#store/queries/queue";

import { freshDatabase, type TestDatabase } from "../support/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

function message(phones: string[], more: Partial<NewMessage> = {}): NewMessage {
  return {
    category: "transactional", route: "default", sender: null, text: "Hello", flash: false, media: [], encoding: "gsm7",
    segments: 1, validFor: 3600, atLeastOnce: false, phones: phones as Phone[], duplicates: 0, invalid: 0, audience: null,
    createdBy: "test", ...more,
  };
}

test("an accepted message is a message, one delivery each, and a place in the queue", async () => {
  const store = acceptQueries(db, laneOf, () => undefined);
  const result = await store.accept(message(["+4915112345678", "+4915112345679"]));
  expect(result).toMatchObject({ kind: "accepted", message: { accepted: 2, suppressed: 0, state: "running" } });
  const { rows } = await db.pool.query("select phone, state from deliveries order by phone");
  expect(rows).toEqual([{ phone: "+4915112345678", state: "queued" }, { phone: "+4915112345679", state: "queued" }]);
  const queue = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
  const [claim] = await queue.claim({ route: "default", lane: 1, owner: "t", leaseMs: 5000, limit: 5, repeatable: [] });
  expect(claim!.chunk.keys).toHaveLength(2);
  const marked = await queue.mark(claim!.chunk, claim!.chunk.keys, "sandbox", 5000);
  expect(marked).toHaveLength(2);
  await queue.settle(marked.map((row, i) => ({ messageId: row.messageId, phone: row.phone, chunkId: claim!.chunk.id, token: claim!.chunk.token, gateway: "sandbox", route: "default", lane: 1, counts: true, ...(i === 0 ? { state: "sent" as const, providerIds: ["p1"] } : { state: "queued" as const, retryMs: 0 }) })));
  await queue.finish(claim!.chunk, "default");
  expect(await queue.promote()).toMatchObject({ promoted: 1 });
  const after = await db.pool.query("select phone, state from deliveries order by phone");
  expect(after.rows.map((r) => r.state)).toEqual(["sent", "queued"]);
});
