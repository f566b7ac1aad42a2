import { expect, test } from "vitest";

import type { Claim, DeliveryKey, Marked, QueuedMessage } from "#domain/deliveries/queue";
import { uuidv7, type Uuid } from "#lib/ids";

import { countByChunk, leasedChunk, leaveUnmarked, takeKeys, unmarkedCount } from "./leased-chunk.ts";

const [first, second] = [uuidv7(1_000), uuidv7(2_000)];

function claimOf(keys: readonly DeliveryKey[], more: { messageId?: Uuid; marked?: number; slow?: Uuid } = {}): Claim {
  const message = (id: Uuid): QueuedMessage => ({ ratePerMinute: id === more.slow ? 60 : null }) as QueuedMessage;
  return {
    chunk: { keys, messageId: more.messageId ?? null },
    messages: new Map([first, second].map((id) => [id, message(id)])),
    marked: keys.slice(0, more.marked ?? 0) as unknown as readonly Marked[],
  } as unknown as Claim;
}

const key = (messageId: Uuid, digit: number): DeliveryKey =>
  ({ messageId, phone: `+1500555000${digit}` }) as DeliveryKey;
const keys = [key(first, 0), key(second, 1), key(first, 2)];

test("keys are taken in their order, each once, and what is left is no longer marked here", () => {
  const leased = leasedChunk(claimOf(keys), 5_000);
  expect(takeKeys(leased, 2)).toEqual(keys.slice(0, 2));
  expect(unmarkedCount(leased)).toBe(1);
  leaveUnmarked(leased);
  expect(takeKeys(leased, 2)).toEqual([]);
});

test("deliveries that the claim has marked are open, and not marked again", () => {
  const leased = leasedChunk(claimOf(keys, { marked: 2 }), 5_000);
  expect(leased).toMatchObject({ open: 2, next: 2, until: 5_000, end: "finish" });
  expect(takeKeys(leased, 10)).toEqual([keys[2]]);
});

test("a chunk of one message with a rate leaves at that rate", () => {
  expect(leasedChunk(claimOf([keys[0]!], { messageId: first, slow: first }), 0)).toMatchObject({
    rated: true,
    clean: true,
  });
});

test("a message with a rate leaves a chunk that it shares, which is then searched for it at its end", () => {
  const leased = leasedChunk(claimOf(keys, { slow: second }), 0);
  expect(leased).toMatchObject({ keys: [keys[0], keys[2]], rated: false, clean: false });
});

test("deliveries are counted by their chunk", () => {
  const [one, other] = [leasedChunk(claimOf(keys), 0), leasedChunk(claimOf(keys), 0)];
  expect([...countByChunk([{ leased: one }, { leased: other }, { leased: one }])]).toEqual([
    [one, 2],
    [other, 1],
  ]);
});
