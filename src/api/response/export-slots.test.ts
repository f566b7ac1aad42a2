import { expect, test, vi } from "vitest";

import type { Caller, Capability } from "#domain/access/capability";

import { exportSlots } from "./export-slots.ts";

const caller: Caller = {
  principal: "builtin:1",
  userId: 1,
  username: "reader",
  capabilities: new Set<Capability>(["svc_outbox"]),
};
const readStanding = async () => [caller.capabilities];

test("an export beyond the limit is refused until another one ends", () => {
  const slots = exportSlots({ most: 2, clock: { now: () => 0 }, readStanding });
  const first = slots.open(caller);
  slots.open(caller);
  expect(() => slots.open(caller)).toThrow("2 exports are running");
  first.close();
  slots.open(caller);
  expect(() => slots.open(caller)).toThrow("2 exports are running");
});

test("a reader that takes nothing for a minute gives way, and one that reads does not", async () => {
  let now = 0;
  const slots = exportSlots({ most: 2, clock: { now: () => now }, readStanding });
  const [reading, idle] = [slots.open(caller), slots.open(caller)];
  const ends = { reading: vi.fn(), idle: vi.fn() };
  reading.onRevoked(ends.reading);
  idle.onRevoked(ends.idle);
  now = 60_001;
  await reading.read();
  slots.open(caller);
  expect([ends.reading.mock.calls.length, ends.idle.mock.calls.length]).toEqual([0, 1]);
  idle.close();
  expect(() => slots.open(caller)).toThrow("2 exports are running");
});

test("a page is refused to a reader who lost the capability or whose session has ended since", async () => {
  let standing: ReadonlySet<Capability> | null = caller.capabilities;
  const slots = exportSlots({ most: 2, clock: { now: () => 0 }, readStanding: async () => [standing] });
  const slot = slots.open(caller);
  await slot.read();
  standing = new Set<Capability>(["svc_inbox"]);
  await expect(slot.read()).rejects.toThrow("may no longer read it");
  standing = null;
  await expect(slot.read()).rejects.toThrow("may no longer read it");
});
