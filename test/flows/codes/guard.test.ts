import { createSecretKey } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { guard, type Guard } from "#domain/guard/guard";
import { guardHashes } from "#domain/guard/guard-hashes";
import { guardSection, type GuardSettings } from "#domain/guard/guard-settings";
import type { Phone } from "#domain/recipients/phone";
import type { Db } from "#store/database";
import { guardQueries } from "#store/queries/guard/code-requests";
import { pruningQueries } from "#store/queries/upkeep/pruning";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { openDb } from "../../support/database/open-db.ts";
import { testConsentKeys } from "../../support/people/consents.ts";

const key = createSecretKey(Buffer.alloc(32, 7));
let db: TestDatabase;
let other: Db;
let settings: GuardSettings;
const logged: { message: string; detail: unknown }[] = [];

function guardOn(node: Db, country: "DE" | null = null): Guard {
  return guard({
    store: guardQueries(node),
    unitOfWork: node,
    settings: async () => settings,
    hashes: guardHashes(key),
    country,
    clock: node,
    log: (_level, message, detail) => void logged.push({ message, detail }),
  });
}

beforeAll(async () => {
  db = await freshDatabase();
  other = await openDb(db.connection, { max: 10 });
});
beforeEach(async () => {
  settings = guardSection.defaults;
  logged.length = 0;
  await db.pool.query("delete from code_requests");
});
afterAll(async () => {
  await other.close();
  await db.drop();
});

const phone = (text: string): Phone => text as Phone;
/** A German mobile number; the first part differs in the prefix. */
const german = (prefix: number, line = 0): Phone => phone(`+49151${1000 + prefix}${String(line).padStart(4, "0")}`);

function take(node: Guard, to: Phone, ip: string | null = null) {
  return node.take({ phone: to, ip, purpose: "opt_in" });
}

/** Lets time pass: every code was sent so much earlier. */
const pass = (interval: string) => db.pool.query("update code_requests set at = at - $1::interval", [interval]);
async function waitOf(taken: ReturnType<typeof take>): Promise<number> {
  const refusal = await taken;
  expect(refusal).toMatchObject({ kind: "refused", why: "number" });
  return refusal.kind === "refused" ? (refusal.retryAfter ?? 0) : 0;
}
const granted = async (takes: ReturnType<typeof take>[]): Promise<number> =>
  (await Promise.all(takes)).filter(({ kind }) => kind === "granted").length;

const UNLIMITED: Partial<GuardSettings> = {
  numberPerMinute: 0,
  numberPerHour: 0,
  numberPerDay: 0,
  prefixPerHour: 0,
  prefixPerDay: 0,
  countryPerHour: 0,
  sitePerHour: 0,
};

test.each([
  ["Iridium", "+881612345678"],
  ["Inmarsat", "+870771234567"],
  ["an international network", "+882161234567"],
  ["international premium rate", "+979123456789"],
  ["international toll-free", "+80012345678"],
  ["US premium rate", "+19005551234"],
  ["US toll-free", "+18005551234"],
  ["British personal numbering", "+447012345678"],
  ["French premium rate", "+33899123456"],
  ["German shared cost", "+491805123456"],
  ["universal personal numbers", "+878101234567890"],
  ["a country code that nobody has", "+2101234567890"],
])("no code goes to %s, whoever asks and however often, and nothing is stored", async (_what, number) => {
  for (const ip of [null, "192.0.2.1"]) {
    expect(await take(guardOn(db), phone(number), ip)).toEqual({
      kind: "refused",
      why: "destination",
      retryAfter: null,
    });
  }
  expect((await db.pool.query("select from code_requests")).rowCount).toBe(0);
});

test("special numbers get codes once the operator has opened them", async () => {
  settings = { ...settings, specialNumbers: true };
  expect(await take(guardOn(db), phone("+881612345678"))).toMatchObject({ kind: "granted" });
});

test("a number that is in no plan yet gets a code: plans change faster than tables", async () => {
  expect((await take(guardOn(db), phone("+447700900162"))).kind).toBe("granted");
  expect((await take(guardOn(db), phone("+15551234567"))).kind).toBe("granted");
  const { rows } = await db.pool.query("select country from code_requests order by id");
  expect(rows).toEqual([{ country: "+44" }, { country: "+1" }]);
  // Its country is unknown, so it is in none of the listed ones.
  settings = { ...settings, countries: ["GB"] };
  expect(await take(guardOn(db), phone("+447700900163"))).toMatchObject({ why: "destination" });
});

test("a list of countries is compared by ISO code, not by dial code", async () => {
  settings = { ...settings, countries: ["US"] };
  expect((await take(guardOn(db), phone("+12025550105"))).kind).toBe("granted");
  expect(await take(guardOn(db), phone("+18765551234"))).toMatchObject({ why: "destination" });
  expect(await take(guardOn(db), german(1))).toMatchObject({ why: "destination" });
});

test("the sandbox's numbers get codes", async () => {
  expect((await take(guardOn(db), phone("+15005550000"))).kind).toBe("granted");
});

test("a number gets one code a minute, five an hour and ten a day", async () => {
  const node = guardOn(db);
  expect((await take(node, german(1))).kind).toBe("granted");
  expect(await waitOf(take(node, german(1)))).toBeGreaterThan(0);
  for (let code = 2; code <= 5; code += 1) {
    await pass("1 minute");
    expect((await take(node, german(1))).kind).toBe("granted");
  }
  await pass("1 minute");
  expect(await waitOf(take(node, german(1)))).toBeGreaterThan(3_000);
  for (let code = 6; code <= 10; code += 1) {
    await pass("1 hour");
    await node.verified(german(1));
    expect((await take(node, german(1))).kind).toBe("granted");
  }
  await pass("1 hour");
  expect(await take(node, german(1))).toMatchObject({ kind: "refused", why: "number" });
  await pass("1 day");
  expect((await take(node, german(1))).kind).toBe("granted");
});

test("of a thousand numbers of one prefix five get a code in an hour and twenty in a day", async () => {
  settings = { ...settings, prefixUnverified: 0 };
  const nodes = [guardOn(db), guardOn(other)];
  const all = Array.from({ length: 1_000 }, (_, line) => german(1, line));
  let sent = 0;
  for (let hour = 0; hour < 5; hour += 1) {
    const numbers = all.slice(hour * 200, hour * 200 + 200);
    let now = 0;
    for (let first = 0; first < 200; first += 20) {
      now += await granted(numbers.slice(first, first + 20).map((to, nth) => take(nodes[nth % 2]!, to)));
    }
    expect(now).toBe(hour < 4 ? 5 : 0);
    sent += now;
    await pass("61 minutes");
  }
  expect(sent).toBe(20);
});

test("verified codes make room for as many others of their prefix", async () => {
  const node = guardOn(db);
  for (let line = 0; line < 30; line += 1) {
    expect((await take(node, german(1, line))).kind).toBe("granted");
    await node.verified(german(1, line));
  }
  expect(await granted(Array.from({ length: 60 }, (_, line) => take(node, german(1, 100 + line))))).toBe(35);
});

test("eight codes to a prefix that nobody types pause it for a day, and one that is typed does not", async () => {
  const node = guardOn(db);
  for (let line = 0; line < 8; line += 1) {
    expect((await take(node, german(1, line))).kind).toBe("granted");
    expect((await take(node, german(2, line))).kind).toBe("granted");
    await pass("20 minutes");
  }
  await node.verified(german(2, 3));
  const refused = await take(node, german(1, 9));
  expect(refused).toMatchObject({ kind: "refused", why: "unverified" });
  expect((refused as { retryAfter: number }).retryAfter).toBeGreaterThan(80_000);
  expect((await take(node, german(2, 9))).kind).toBe("granted");
  await pass("1 day");
  expect((await take(node, german(1, 9))).kind).toBe("granted");
});

test("one address gets five codes in an hour, from whichever of its IPv6 addresses it asks", async () => {
  const node = guardOn(db);
  const from = (ip: (nth: number) => string, first: number) =>
    granted(Array.from({ length: 40 }, (_, nth) => take(node, german(first + nth), ip(nth))));
  expect(await from((nth) => `2001:db8:1:2:${nth.toString(16)}::${nth}`, 0)).toBe(5);
  expect(await from(() => "192.0.2.1", 100)).toBe(5);
  expect(await from((nth) => (nth % 2 ? "::ffff:192.0.2.9" : "192.0.2.9"), 200)).toBe(5);
  expect((await take(node, german(300), "2001:db8:1:3::1")).kind).toBe("granted");
});

test("a caller who names no address is not limited by one", async () => {
  const node = guardOn(db, "DE");
  expect(await granted(Array.from({ length: 40 }, (_, nth) => take(node, german(nth))))).toBe(40);
});

test("thirty codes an hour go to a country where nobody types them, and the site's own is limited by the site's limit", async () => {
  const node = guardOn(db, "DE");
  settings = { ...settings, sitePerHour: 100 };
  const french = (nth: number): Phone => phone(`+3361234${String(nth).padStart(2, "0")}00`.slice(0, 12));
  settings = { ...settings, prefixPerHour: 0, prefixPerDay: 0 };
  expect(await granted(Array.from({ length: 60 }, (_, nth) => take(node, french(nth))))).toBe(30);
  expect(await granted(Array.from({ length: 100 }, (_, nth) => take(node, german(nth))))).toBe(70);
  expect(await take(node, german(500))).toMatchObject({ why: "site" });
});

test("forty calls on two nodes at once are granted exactly as many codes as each limit allows", async () => {
  const nodes = [guardOn(db), guardOn(other)];
  const calls = (to: (nth: number) => Phone, ip: string | null) =>
    granted(Array.from({ length: 40 }, (_, nth) => take(nodes[nth % 2]!, to(nth), ip)));
  expect(await calls(() => german(1), null)).toBe(1);
  expect(await calls((nth) => german(2, nth), null)).toBe(5);
  expect(await calls((nth) => german(100 + nth), "192.0.2.1")).toBe(5);
  // 11 so far.
  expect(await calls((nth) => german(300 + nth), null)).toBe(19);
});

test("a code that is not sent after all is not counted", async () => {
  const node = guardOn(db);
  const failed = db.transaction(async () => {
    expect((await take(node, german(1))).kind).toBe("granted");
    throw new Error("nothing was sent");
  });
  await expect(failed).rejects.toThrow("nothing was sent");
  expect((await take(node, german(1))).kind).toBe("granted");
});

test("a country with too few verified codes is reported, and with far too few it gets none for an hour", async () => {
  settings = { ...settings, ...UNLIMITED, prefixUnverified: 0 };
  const node = guardOn(db);
  for (let nth = 0; nth < 50; nth += 1) await take(node, german(nth));
  for (let nth = 0; nth < 20; nth += 1) await node.verified(german(nth));
  // People may still be typing.
  expect((await take(node, german(100))).kind).toBe("granted");
  expect(logged).toEqual([]);
  await db.pool.query("delete from code_requests where number_hash = $1", [guardHashes(key).number(german(100))]);
  await pass("16 minutes");
  expect((await take(node, german(100))).kind).toBe("granted");
  expect((await take(node, german(101))).kind).toBe("granted");
  const message = "few of the last codes sent to a country were verified";
  expect(logged).toEqual([{ message, detail: { country: "DE", sent: 50, verified: 20, paused: false } }]);
  expect(await guardQueries(db).shares()).toEqual([{ country: "DE", sent: 50, verified: 20 }]);

  await db.pool.query("update code_requests set verified_at = null where number_hash <> $1", [
    guardHashes(key).number(german(0)),
  ]);
  expect(await take(node, german(102))).toMatchObject({ kind: "refused", why: "unverified" });
  expect((await take(node, phone("+33612345678"))).kind).toBe("granted");
  await pass("1 hour");
  expect((await take(node, german(102))).kind).toBe("granted");
});

test("neither numbers nor addresses are in the table, and it is emptied after two days and of what lies in the future", async () => {
  await take(guardOn(db), german(1), "192.0.2.1");
  const { rows } = await db.pool.query("select c::text as row from code_requests c");
  expect(rows[0].row).not.toContain(german(1).slice(1, 8));
  expect(rows[0].row).not.toContain(Buffer.from(german(1)).toString("hex"));
  expect(await pruningQueries(db, testConsentKeys).pruneCodeRequests(100)).toBe(0);
  await pass("49 hours");
  await take(guardOn(db), german(1));
  await db.pool.query("update code_requests set at = at + interval '1 year' where at > now() - interval '1 hour'");
  expect(await pruningQueries(db, testConsentKeys).pruneCodeRequests(100)).toBe(2);
});
