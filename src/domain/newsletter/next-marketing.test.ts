import { expect, test } from "vitest";

import { hour } from "#lib/time";
import type { Uuid } from "#lib/ids";

import type { Phone } from "../recipients/phone.ts";
import { frequencyCapSection } from "../frequency-cap/frequency-cap-settings.ts";
import { quietHoursSection } from "../quiet-hours/quiet-hours-settings.ts";
import { nextMarketing, type MarketingRules } from "./next-marketing.ts";

const rules: MarketingRules = {
  hours: quietHoursSection.defaults,
  cap: frequencyCapSection.defaults,
  siteZone: "UTC",
};
const quiet = { ...rules, hours: { ...rules.hours, mode: "on" } as const };
const ada = { phone: "+4915112345678" as Phone, timeZone: null };
/** A Wednesday, 23:00 in Berlin. */
const late = Date.parse("2026-12-02T22:00:00Z");
const sent = (...hoursAgo: readonly number[]) =>
  hoursAgo.map((ago, nth) => [`message ${nth}` as Uuid, late - ago * hour] as const);

test("without hours and cap, marketing leaves at once and nothing is counted", () => {
  expect(nextMarketing(ada, sent(1, 2), rules, late)).toEqual({
    at: late,
    heldFor: null,
    left: null,
    zones: ["Europe/Berlin"],
  });
});

test("at night it waits for the morning of the person's own zone", () => {
  expect(nextMarketing(ada, [], quiet, late)).toMatchObject({
    at: Date.parse("2026-12-03T07:00:00Z"),
    heldFor: "quiet_hours",
  });
  const abroad = { ...ada, timeZone: "America/New_York" };
  expect(nextMarketing(abroad, [], quiet, late)).toMatchObject({ at: late, zones: ["America/New_York"] });
});

test("a person over the cap waits until the oldest of the messages has left the window, and then for the morning", () => {
  const capped = { ...rules, cap: { ...rules.cap, mode: "on", messages: 2, windowHours: 24 } as const };
  expect(nextMarketing(ada, sent(30, 3), capped, late)).toMatchObject({ at: late, heldFor: null, left: 1 });
  expect(nextMarketing(ada, sent(12, 3), capped, late)).toMatchObject({
    at: late + 12 * hour,
    heldFor: "frequency_cap",
    left: 0,
  });
  expect(nextMarketing(ada, sent(20, 3), { ...capped, hours: quiet.hours }, late)).toMatchObject({
    at: Date.parse("2026-12-03T07:00:00Z"),
    heldFor: "quiet_hours",
    left: 0,
  });
});
