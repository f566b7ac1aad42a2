import { expect, test } from "vitest";

import type { Phone } from "../recipients/phone.ts";
import { golden } from "../../../test/support/quiet-hours/golden.ts";
import { ALWAYS, permissionOf, quietHours } from "./allowed-at.ts";
import type { Hours } from "./hours.ts";
import { quietHoursDefaults, type QuietHoursSettings } from "./quiet-hours-settings.ts";

const on: QuietHoursSettings = { ...quietHoursDefaults, mode: "on" };
const at = (text: string): number => Date.parse(`${text}Z`);
const phone = (text: string): Phone => text as Phone;
const shown = (instant: number): string => new Date(instant).toISOString().slice(0, 16);
const allDay = (from: string, to: string): Hours => ({
  weekdays: [from, to],
  saturday: [from, to],
  sunday: [from, to],
  holidays: "open",
});

test("the golden table: when each number opens and closes, around changes of clocks, holidays and Sundays", () => {
  const rows = golden
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  expect(rows.length).toBeGreaterThan(370);
  const allowed = quietHours(on, "UTC");
  const wrong = rows.flatMap(([number, instant, word, when]) => {
    const permission = allowed(phone(number!), null, "marketing", at(instant!));
    const found = permission.allowed ? `closes ${shown(permission.closes)}` : `opens ${shown(permission.opens)}`;
    return found === `${word} ${when}` ? [] : [`${number} ${instant}: ${found}, not ${word} ${when}`];
  });
  expect(wrong).toEqual([]);
});

test("nothing is held back while quiet hours are off, and one-time passwords never are", () => {
  const night = at("2026-11-23T02:00");
  expect(quietHours(quietHoursDefaults, "UTC")(phone("+33612345678"), null, "marketing", night)).toBe(ALWAYS);
  const strict = quietHours({ ...on, categories: ["marketing", "transactional"] }, "UTC");
  expect(strict(phone("+33612345678"), null, "otp", night)).toBe(ALWAYS);
  expect(strict(phone("+33612345678"), null, "transactional", night).allowed).toBe(false);
  expect(quietHours(on, "UTC")(phone("+33612345678"), null, "transactional", night)).toBe(ALWAYS);
});

test("a person's own zone takes precedence over that of their number", () => {
  const allowed = quietHours(on, "UTC");
  const evening = at("2026-11-23T22:00");
  expect(allowed(phone("+12125550123"), null, "marketing", evening).allowed).toBe(true);
  expect(allowed(phone("+12125550123"), "Europe/Paris", "marketing", evening).allowed).toBe(false);
});

test("a time zone that this runtime does not know counts as unknown, and delays no message", () => {
  const allowed = quietHours(on, "UTC");
  const evening = at("2026-11-23T22:00");
  for (const zone of ["IST", "Mars/Base"]) {
    expect(allowed(phone("+12125550123"), zone, "marketing", evening)).toEqual(
      allowed(phone("+12125550123"), null, "marketing", evening),
    );
  }
});

test("a number without a zone has the site's", () => {
  const noon = at("2026-11-23T12:00");
  const satellite = phone("+881612345678");
  expect(quietHours(on, "Europe/Paris")(satellite, null, "marketing", noon).allowed).toBe(true);
  expect(quietHours(on, "Asia/Tokyo")(satellite, null, "marketing", noon).allowed).toBe(false);
});

test("an operator's hours replace a preset, of a state by the state's name only", () => {
  const own = { ...on, regions: { US: allDay("00:00", "24:00"), FR: allDay("06:00", "07:00") } };
  const allowed = quietHours(own, "UTC");
  const night = at("2026-11-23T08:00");
  expect(allowed(phone("+12125550123"), null, "marketing", night).allowed).toBe(true);
  expect(allowed(phone("+13055550123"), null, "marketing", night).allowed).toBe(false);
  expect(allowed(phone("+33612345678"), null, "marketing", night)).toEqual({
    allowed: false,
    opens: at("2026-11-24T05:00"),
  });
});

test("a cached result for a set of zones is used neither after its window nor after the clock was set back", () => {
  const allowed = quietHours(on, "UTC");
  const paris = phone("+33612345678");
  expect(allowed(paris, null, "marketing", at("2026-11-23T18:59")).allowed).toBe(true);
  expect(allowed(paris, null, "marketing", at("2026-11-23T19:00")).allowed).toBe(false);
  expect(allowed(paris, null, "marketing", at("2026-11-23T06:59")).allowed).toBe(false);
  expect(allowed(paris, null, "marketing", at("2026-11-23T07:00")).allowed).toBe(true);
});

test("a time skipped by a change of clocks opens after the gap, and a repeated one closes at its first occurrence", () => {
  const paris = ["Europe/Paris"];
  expect(permissionOf(allDay("02:30", "05:00"), null, paris, at("2026-03-29T00:30"))).toEqual({
    allowed: false,
    opens: at("2026-03-29T01:30"),
  });
  expect(permissionOf(allDay("01:00", "02:30"), null, paris, at("2026-10-25T00:00"))).toEqual({
    allowed: true,
    closes: at("2026-10-25T00:30"),
  });
});

test.each([
  ["Africa/Cairo", "00:00", "24:00", "2026-04-23T21:30", "2026-04-23T22:00"],
  ["America/Havana", "08:00", "24:00", "2026-03-08T04:30", "2026-03-08T05:00"],
  ["Europe/Paris", "01:00", "02:30", "2026-03-29T00:30", "2026-03-29T01:00"],
])(
  "hours in %s from %s until %s that end where the clocks go forward last until then",
  (zone, from, to, now, closes) => {
    const permission = permissionOf(allDay(from, to), null, [zone], at(now));
    expect(permission).toMatchObject({ allowed: true });
    expect(shown((permission as { closes: number }).closes)).toBe(closes);
  },
);

test("hours that begin at midnight begin at the first one of a day that has two", () => {
  const permission = permissionOf(allDay("00:00", "24:00"), null, ["America/Havana"], at("2026-11-01T04:30"));
  expect(permission).toEqual({ allowed: true, closes: at("2026-11-02T05:00") });
});

test("zones that are never open together are judged by the one in the middle", () => {
  const zones = ["Pacific/Honolulu", "Europe/Paris", "Asia/Tokyo"];
  const hours = allDay("10:00", "12:00");
  expect(permissionOf(hours, null, zones, at("2026-11-23T09:30")).allowed).toBe(true);
  expect(permissionOf(hours, null, zones, at("2026-11-23T11:00")).allowed).toBe(false);
});
