import { expect, test } from "vitest";

import type { Phone } from "../recipients/phone.ts";
import { quietHours } from "./allowed-at.ts";
import { campaignSpan, type Crowd } from "./campaign-span.ts";
import { placeOf } from "./place.ts";
import { quietHoursDefaults, type QuietHoursSettings } from "./quiet-hours-settings.ts";

const day = { weekdays: ["09:00", "20:00"], saturday: ["09:00", "20:00"], sunday: "closed", holidays: "open" } as const;
const settings: QuietHoursSettings = { ...quietHoursDefaults, mode: "on", regions: { DE: day, JP: day, US: day } };
const at = (text: string): number => Date.parse(`${text}:00Z`);
const numbers = { "+1": "+12125550123", "+49": "+4915112345678", "+81": "+819012345678" };
const crowd = (prefix: keyof typeof numbers, people: number): Crowd => ({
  place: placeOf(numbers[prefix] as Phone, null, "UTC"),
  people,
});
const span = (crowds: readonly Crowd[], begin: string, perMinute: number | null) => {
  const found = campaignSpan(settings, crowds, { at: at(begin), perMinute });
  if (found === null) return null;
  const shown = (instant: number): string => new Date(instant).toISOString().slice(0, 16);
  return [shown(found.firstAt), shown(found.lastAt), found.held];
};

// 2026-11-24 is a Tuesday; Berlin is UTC+1, Tokyo UTC+9.
test("nothing is held of a campaign that ends within everyone's hours", () => {
  expect(span([crowd("+49", 60)], "2026-11-24T12:00", 1)).toBeNull();
  expect(span([crowd("+49", 60)], "2026-11-24T12:00", null)).toBeNull();
  expect(span([], "2026-11-24T02:00", 10)).toBeNull();
});

test("without a rate the last one leaves when the last hours begin", () => {
  expect(span([crowd("+49", 5)], "2026-11-24T02:00", null)).toEqual(["2026-11-24T08:00", "2026-11-24T08:00", 5]);
  // Tokyo is open until 11:00 UTC, Berlin from 08:00 on.
  expect(span([crowd("+49", 5), crowd("+81", 3)], "2026-11-24T06:00", null)).toEqual([
    "2026-11-24T06:00",
    "2026-11-24T08:00",
    5,
  ]);
  expect(span([crowd("+49", 5), crowd("+81", 3)], "2026-11-24T12:00", null)).toEqual([
    "2026-11-24T12:00",
    "2026-11-25T00:00",
    3,
  ]);
});

test("a campaign at a rate goes on in the morning with those whom the evening kept, after a Sunday on Monday", () => {
  // 100 within the hours, from 18:20 to 19:00; the other 50 take a turn in the evening and one in the morning.
  expect(span([crowd("+49", 150)], "2026-11-24T18:20", 2.5)).toEqual(["2026-11-24T18:20", "2026-11-25T08:20", 50]);
  expect(span([crowd("+49", 150)], "2026-11-28T18:20", 2.5)).toEqual(["2026-11-28T18:20", "2026-11-30T08:20", 50]);
});

test("held deliveries leave at the rate as well", () => {
  expect(span([crowd("+49", 600)], "2026-11-24T02:00", 10)).toEqual(["2026-11-24T08:00", "2026-11-24T09:00", 600]);
  // Half are open at once and take turns with those who are closed.
  expect(span([crowd("+49", 300), crowd("+81", 300)], "2026-11-24T06:00", 10)).toEqual([
    "2026-11-24T06:00",
    "2026-11-24T08:30",
    300,
  ]);
});

test("a campaign that takes months is taken to go on at its pace", () => {
  const found = campaignSpan(settings, [crowd("+49", 1_000_000), crowd("+1", 1_000_000)], {
    at: at("2026-11-24T06:00"),
    perMinute: 10,
  })!;
  const days = (found.lastAt - at("2026-11-24T06:00")) / 86_400_000;
  // 139 days without any hours.
  expect(days).toBeGreaterThan(139);
  expect(days).toBeLessThan(600);
});

test("any instant and any rate can be judged, in whole milliseconds or not", () => {
  const crowds = [crowd("+49", 7), crowd("+81", 1_001)];
  for (const perMinute of [0.7, 3, 7]) {
    const begin = at("2026-11-24T07:00") + 0.431;
    const found = campaignSpan(settings, crowds, { at: begin, perMinute })!;
    expect(found.held).toBeGreaterThan(0);
    expect(found.lastAt).toBeGreaterThan(begin + (1_007 / perMinute) * 60_000 - 1);
  }
});

test("a campaign at any rate ends, however the instants in it are rounded", () => {
  for (const perMinute of [500, 601, 7_000, 59_999, 999_983]) {
    for (let people = 995; people < 1_005; people += 1) {
      // All of them leave at noon; the evening keeps some of them.
      expect(span([crowd("+49", people)], "2026-11-24T12:00", perMinute)).toBeNull();
      const found = campaignSpan(settings, [crowd("+49", people)], { at: at("2026-11-24T19:00") - 3, perMinute })!;
      expect(found.held).toBeLessThanOrEqual(people);
      expect(found.lastAt).toBeGreaterThanOrEqual(at("2026-11-25T08:00"));
    }
  }
});

test("people of hundreds of places are judged one by one, however many there are", () => {
  const zones = Intl.supportedValuesOf("timeZone").slice(0, 300);
  const crowds = zones.map((zone) => ({ place: { regions: ["DE"], zones: [zone] }, people: 1 }));
  const found = campaignSpan(settings, crowds, { at: at("2026-11-24T06:00"), perMinute: null })!;
  expect(found.lastAt - at("2026-11-24T06:00")).toBeLessThan(86_400_000);
  expect(found.held).toBeLessThan(300);
});

test("for a single number, the estimate agrees with the rule", () => {
  const rule = quietHours(settings, "UTC");
  for (let hour = 0; hour < 24 * 7; hour += 1) {
    const instant = at("2026-11-24T00:30") + hour * 3_600_000;
    const number = "+4915112345678" as Phone;
    const permission = rule(number, null, "marketing", instant);
    const found = campaignSpan(settings, [{ place: placeOf(number, null, "UTC"), people: 1 }], {
      at: instant,
      perMinute: null,
    });
    expect(found?.lastAt ?? null).toBe(permission.allowed ? null : permission.opens);
  }
});
