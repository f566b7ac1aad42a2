import { createSecretKey } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { guard, type Guard } from "#domain/guard/guard";
import { guardHashes } from "#domain/guard/guard-hashes";
import { guardSection, type GuardSettings } from "#domain/guard/guard-settings";
import type { Phone } from "#domain/recipients/phone";
import { guardQueries } from "#store/queries/guard/code-requests";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";

let db: TestDatabase;
let settings: GuardSettings;
beforeAll(async () => {
  db = await freshDatabase();
});
beforeEach(async () => {
  settings = guardSection.defaults;
  await db.pool.query("delete from code_requests");
});
afterAll(() => db.drop());

function guardOf(country: "DE" | "NG"): Guard {
  return guard({
    store: guardQueries(db),
    unitOfWork: db,
    settings: async () => settings,
    hashes: guardHashes(createSecretKey(Buffer.alloc(32, 7))),
    country,
    clock: db,
    log: () => undefined,
  });
}

/** Mobile numbers, each with a prefix of its own. */
const nigerian = (nth: number): Phone => `+234803${100 + nth}4567` as Phone;
const french = (nth: number): Phone => `+336${1_000 + nth}4567` as Phone;

/** Everyone from another address. */
const ask = (by: Guard, phone: Phone, nth: number) =>
  by.take({ phone, ip: `198.51.${nth >> 8}.${nth & 255}`, purpose: "one_time_password" });

async function grantedOf(by: Guard, phoneOf: (nth: number) => Phone, count: number): Promise<number> {
  let granted = 0;
  for (let nth = 0; nth < count; nth += 1) if ((await ask(by, phoneOf(nth), nth)).kind === "granted") granted += 1;
  return granted;
}

/** Sign-ups one after the other, one each 45 seconds. @param types whether a person types the code, a minute later */
async function signUps(by: Guard, count: number, types: (nth: number) => boolean): Promise<number> {
  let granted = 0;
  for (let nth = 0; nth < count; nth += 1) {
    if ((await ask(by, nigerian(nth), nth)).kind === "granted") granted += 1;
    await db.pool.query("update code_requests set at = at - interval '45 seconds'");
    if (nth > 0 && types(nth - 1)) await by.verified(nigerian(nth - 1));
  }
  return granted;
}

test("pumping codes to a country where that is common gets ten an hour, from any number and address", async () => {
  const site = guardOf("DE");
  expect(await grantedOf(site, nigerian, 60)).toBe(10);
  expect(await ask(site, nigerian(99), 99)).toMatchObject({ kind: "refused", why: "country" });
  expect(await grantedOf(site, french, 60)).toBe(30);
});

test("in five hours no more than ten codes an hour can be pumped, one after the other", async () => {
  expect(await signUps(guardOf("DE"), 400, () => false)).toBeLessThanOrEqual(50);
});

test("honest sign-ups from there all get their codes, with six in ten typed a minute later", async () => {
  expect(await signUps(guardOf("DE"), 400, (nth) => nth % 5 < 3)).toBe(400);
});

test("a site in such a country, and one that lists it, sends as before", async () => {
  expect(await grantedOf(guardOf("NG"), nigerian, 60)).toBe(60);
  await db.pool.query("delete from code_requests");
  settings = { ...settings, countries: ["NG", "DE"] };
  expect(await grantedOf(guardOf("DE"), nigerian, 60)).toBe(30);
});
