import { expect, test } from "vitest";

import { hour, minute } from "#lib/time";
import { uuidv7 } from "#lib/ids";

import { contentOf } from "./content.ts";
import type { MessageView } from "./message-view.ts";
import { progressOf } from "./progress.ts";

const NOW = 1_700_000_000_000;

/** A hundred people, forty of whom have received it; two texts leave each second. */
const view = (changes: Partial<MessageView> = {}): MessageView => ({
  id: uuidv7(0),
  state: "running",
  reason: null,
  category: "marketing",
  createdBy: "test:1",
  content: contentOf({ text: "Hello" }),
  recipients: { matched: 100, accepted: 100, duplicates: 0, invalid: 0, suppressed: 0 },
  ratePerMinute: null,
  scheduleId: null,
  firstSentAt: NOW - minute,
  finishedAt: null,
  addressees: null,
  deliveries: {},
  resolving: false,
  held: null,
  route: "default",
  trouble: null,
  refusedPeople: null,
  costs: [],
  counts: [{ state: "delivered", reason: "", count: 40 }],
  pace: { texts: 20, seconds: 10 },
  at: NOW,
  ...changes,
});

const held = (count: number, reasons: NonNullable<MessageView["held"]>["reasons"] = ["quiet_hours"]) => ({
  count,
  until: NOW + hour,
  last: NOW + 9 * hour,
  reasons,
});

test("a message ends when the waiting deliveries have left at the present rate", () => {
  expect(progressOf(view()).eta).toBe(NOW + 30_000);
  expect(progressOf(view({ pace: { texts: 0, seconds: 10 } })).eta).toBeNull();
  expect(progressOf(view({ state: "paused" })).eta).toBeNull();
});

test("held deliveries leave with the last one of them, regardless of the rate of the others", () => {
  expect(progressOf(view({ held: held(18) })).eta).toBe(NOW + 9 * hour);
  expect(progressOf(view({ held: held(60), pace: { texts: 0, seconds: 10 } })).eta).toBe(NOW + 9 * hour);
  expect(progressOf(view({ held: held(18), pace: { texts: 0, seconds: 10 } })).eta).toBeNull();
});

test("the end of a message that waits for money is unknown", () => {
  expect(progressOf(view({ held: held(18, ["quiet_hours", "spending"]) })).eta).toBeNull();
  expect(progressOf(view({ held: held(18, ["low_credit"]) })).eta).toBeNull();
});
