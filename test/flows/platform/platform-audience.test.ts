import { afterAll, beforeAll, expect, test } from "vitest";

import { phonesOf, suppress } from "../../support/database/ledger.ts";
import { RECIPIENTS, startCustomerSite, type CustomerSite } from "../../support/woocommerce/customer-site.ts";

/** People who join, leave and share numbers while a role of a site is being read. */
const PEOPLE = 4_500;
const phoneOf = (index: number): string => `+49152${String(10_000_000 + index)}`;
let shop: CustomerSite;
let site: CustomerSite["site"];
let service: CustomerSite["service"];

beforeAll(async () => {
  shop = await startCustomerSite(PEOPLE, phoneOf);
  ({ site, service } = shop);
});
afterAll(() => shop.end());

async function sendTo(roles: readonly string[]) {
  const data = await shop.over(await shop.send(roles));
  const { rows } = await service.pool.query("select id from messages order by id desc limit 1");
  return { data, phones: await phonesOf(service.pool, { message: rows[0].id }) };
}

test("a person who shares a number, left, joined, opted out or has an invalid number changes nothing for the others", async () => {
  const user = (index: number) => site.users.get(1_000 + index)!;
  // The same phone on the first page and on the last, written in two ways.
  user(4_400).phone = ` ${phoneOf(3).replace("+49152", "0049 152 ")}`;
  user(5).phone = "call me";
  user(6).phone = null;
  await suppress(service.pool, phoneOf(7));
  // While the second page is read, one person of the first leaves, one of the third leaves, two join.
  let pages = 0;
  site.state.before = (route) => {
    if (route !== RECIPIENTS) return;
    pages += 1;
    if (pages !== 2) return;
    site.users.delete(1_000);
    site.users.delete(1_000 + 4_450);
    site.add("late", { id: 90_000, roles: ["customer"], phone: "+4915190000000" });
    site.add("early", { id: 500, roles: ["customer"], phone: "+4915190000001" });
  };
  const { data, phones } = await sendTo(["customer"]);
  site.state.before = null;
  const left = [3, 5, 6, 7, 4_400, 4_450];
  const expected = Array.from({ length: PEOPLE }, (_, index) => index)
    .filter((index) => !left.includes(index) || index === 3)
    .map(phoneOf)
    .concat("+4915190000000");
  const reached = new Set(phones);
  expect(expected.filter((phone) => !reached.has(phone))).toEqual([]);
  expect(phones.length).toBe(reached.size);
  // The one who opted out may have a row; they are sent nothing.
  expect(phones.filter((phone) => !expected.includes(phone) && phone !== phoneOf(7))).toEqual([]);
  expect(data.recipients).toMatchObject({ accepted: expected.length, duplicates: 1, invalid: 2, suppressed: 1 });
});

test("the order in which roles are named, and one named twice or in another case, make no difference", async () => {
  for (const index of [0, 1, 2]) {
    site.add(`both${index}`, { roles: ["author", "editor"], phone: `+491519100000${index}` });
  }
  for (const role_ids of [
    ["author", "editor"],
    ["Editor", "AUTHOR", "author"],
  ]) {
    expect((await sendTo(role_ids)).phones).toEqual([0, 1, 2].map((index) => `+491519100000${index}`));
  }
});

test("a site that was restored, with other ids for its people, sends nobody two copies of one message", async () => {
  for (let index = 0; index < 2_500; index += 1) {
    site.add(`writer${index}`, { id: 200_000 + index, roles: ["contributor"], phone: `+49153${10_000_000 + index}` });
  }
  let pages = 0;
  site.state.before = (route) => {
    if (route !== RECIPIENTS || (pages += 1) !== 2) return;
    const moved = [...site.users.values()].filter(({ roles }) => roles.includes("contributor"));
    for (const one of moved) site.users.delete(one.id);
    for (const one of moved) site.add(one.login, { ...one, id: one.id + 100_000 });
  };
  const { phones } = await sendTo(["contributor"]);
  site.state.before = null;
  expect([phones.length, new Set(phones).size]).toEqual([2_500, 2_500]);
});
