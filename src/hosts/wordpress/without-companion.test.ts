import { describe, expect, test } from "vitest";

import { Secret } from "#lib/secret";

import type { Site } from "./site.ts";
import { siteWithoutCompanion } from "./without-companion.ts";

type Query = Readonly<Record<string, string>>;

/** A site that answers each page of users with the ids that `page` says. */
function readerOf(page: (query: Query) => readonly number[], total = 45) {
  let calls = 0;
  const get: Site["get"] = async (_route, query) => {
    // Endless otherwise.
    if ((calls += 1) > 300) throw new Error("asked again and again");
    const json = page(query).map((id) => ({ id, meta: { mobile: `+4915100000${100 + id}` } }));
    return { status: 200, json, code: "", total };
  };
  const site = { url: "https://site.example", get } as Site;
  const directory = siteWithoutCompanion(site, { user: "service", password: new Secret("secret") });
  return async () => {
    let cursor: string | null = null;
    const ids: number[] = [];
    do {
      const { contacts, next } = await directory.usersInRoles(["subscriber"], cursor, 10);
      ids.push(...contacts.map(({ id }) => id));
      cursor = next;
    } while (cursor !== null);
    return ids;
  };
}
const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

describe("a site that ignores parameters of the request", () => {
  const refused = /does not return its users in the requested order/;

  test("because a cache ignores the offset is not read forever", async () => {
    await expect(readerOf(() => from(1, 10))()).rejects.toThrow(refused);
  });

  test("because a cache ignores the offset is not read forever, however high the ids are", async () => {
    await expect(readerOf(() => from(1_000_000, 10))()).rejects.toThrow(refused);
  });

  test("because a plugin sorts by name is not read in part", async () => {
    await expect(readerOf(({ offset }) => (offset === "0" ? [9, 3, 7, 1, 5] : []))()).rejects.toThrow(refused);
  });

  test("because a plugin shows people twice is not read", async () => {
    await expect(readerOf(() => [1, 2, 2, 3])()).rejects.toThrow(refused);
  });
});

test("a site whose people leave while it is read is read to its end", async () => {
  let present = from(1, 45);
  let calls = 0;
  const ids = await readerOf(({ offset }) => {
    if ((calls += 1) === 3) present = present.filter((id) => id > 15 || id === 2);
    return present.slice(Number(offset), Number(offset) + 10);
  })();
  expect(ids).toEqual([...new Set(ids)]);
  expect(from(16, 30).every((id) => ids.includes(id))).toBe(true);
});

test("a site that returns fewer rows than requested is read to its end", async () => {
  const read = readerOf(({ offset }) => from(1, 12).slice(Number(offset), Number(offset) + 3), 12);
  expect(await read()).toEqual(from(1, 12));
});

test("an account that loses the right to see users in the middle does not end the reading", async () => {
  let calls = 0;
  const read = readerOf(({ offset }) => ((calls += 1) > 1 ? [] : from(1, 30).slice(Number(offset), 10)), 30);
  await expect(read()).rejects.toThrow("it needs edit_users");
});
