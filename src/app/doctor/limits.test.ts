import { expect, test } from "vitest";

import type { ReadSettings } from "#domain/settings/settings-store";

import { checkLimits } from "./limits.ts";

const day = ["09:00", "20:00"];
/** The defaults, and the stored values of some sections. */
const check = (stored: Readonly<Record<string, object>>) => {
  const read: ReadSettings = async ({ name, defaults }) => ({ ...defaults, ...stored[name] });
  return checkLimits(read, ["main", "spare"]);
};

test.each([
  ["no settings at all", {}],
  ["prices without a cap", { prices: { currency: "EUR", segments: [{ prefix: "+49", price: "0.1" }] } }],
  [
    "a cap with a price for every number",
    { spending: { perDay: "5" }, prices: { currency: "EUR", segments: [{ prefix: "+", price: "0.1" }] } },
  ],
  ["quiet hours with their defaults", { quiet_hours: { mode: "on" } }],
])("%s: nothing is wrong", async (_, stored) => {
  expect(await check(stored)).toEqual([]);
});

test.each([
  ["without prices", {}],
  ["with a price for some numbers", { prices: { currency: "EUR", segments: [{ prefix: "+49", price: "0.1" }] } }],
])("a spend cap %s is a warning", async (_, more) => {
  expect(await check({ spending: { perMonth: "5" }, ...more })).toMatchObject([
    { level: "warning", about: "spend cap", text: expect.stringContaining("prefix +") },
  ]);
});

test("hours that are closed for longer than a message is valid are a warning, each with its name", async () => {
  const rare = { weekdays: "closed", saturday: day, sunday: "closed", holidays: "open" };
  const found = await check({ quiet_hours: { mode: "on", regions: { FR: rare } } });
  expect(found).toMatchObject([{ level: "warning", about: "quiet hours", text: expect.stringContaining(": FR.") }]);
  expect(await check({ quiet_hours: { mode: "off", regions: { FR: rare } } })).toEqual([]);
  // From Saturday evening to Monday morning is longer than a day.
  const texts = await check({ quiet_hours: { mode: "on", categories: ["marketing", "transactional"] } });
  expect(texts.map(({ text }) => text)).toEqual([expect.stringContaining("transactional message")]);
});
