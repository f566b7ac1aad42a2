import { expect, test } from "vitest";

import type { EntryFacts } from "./entry-store.ts";
import { timelineOf } from "./timeline.ts";

const entry = {
  messageId: "01890000-0000-7000-8000-000000000001",
  category: "marketing",
  state: "suppressed",
  gateway: null,
  sentAt: null,
  deliveredAt: null,
};
const facts = (failure: string, events: readonly unknown[] = []): EntryFacts =>
  ({
    entry: { ...entry, failure },
    createdBy: "admin",
    createdByName: null,
    scheduleId: null,
    byAudience: true,
    events,
    webhooks: [],
    providerIds: [],
    markedAt: null,
    attempt: 0,
  }) as unknown as EntryFacts;

test.each([
  ["suppressed", "Not sent: the number is suppressed."],
  ["frequency_cap", "Not sent: the frequency cap was reached."],
  ["missing_value", "Not sent: the person had no value for a variable of the text."],
])("a message that was not sent for %s says so, with its event and without", (failure, text) => {
  const event = { at: new Date(0), kind: "message.failed", data: { state: "suppressed", error: failure } };
  for (const known of [[], [event]]) {
    const steps = timelineOf(facts(failure, known), [], null);
    expect(steps.filter(({ type }) => type === "suppressed")).toMatchObject([{ text, code: failure }]);
  }
});
