import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { numbers } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let second: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE", TIDINGS_TIMEZONE: "UTC" }, { workerLoops: false });
  second = (await service.call("POST", "/groups", { name: "second" })).body.data.id;
  await service.call("POST", "/fields", { key: "age", type: "number" });
  await service.call("POST", "/fields", { key: "born", type: "date" });
  const add = async (name: string, more: object) => {
    const answer = await service.call("POST", "/subscribers", { name, double_opt_in: false, ...more });
    expect(answer.status).toBe(201);
    ids[name] = answer.body.data.id;
  };
  const [one, two, three] = numbers(3, 820_000);
  await add("Ada", { mobile: one, locale: "de", custom_fields: { age: 30, born: "1990-05-01", city: "Köln" } });
  await add("Bob", { mobile: two, group_ids: [second], custom_fields: { age: 9, city: "100%_\\'; --" } });
  await add("Cyd", { mobile: three, custom_fields: { born: "2005-01-01", city: "5", vip: true } });
  await add("Dee", { mobile: "+16502530000", double_opt_in: true });
});
afterAll(() => service.end());

const ask = (filter: unknown) =>
  service.call("GET", `/subscribers?${new URLSearchParams({ order: "asc", filter: JSON.stringify(filter) })}`);
const found = async (filter: unknown): Promise<string> => {
  const answer = await ask(filter);
  expect(answer.body).toMatchObject({ status: "success" });
  return answer.body.data.items.map(({ name }: { name: string }) => name[0]).join("");
};
const all = (...conditions: unknown[]) => ({ all: conditions });
const where = (field: string, op: string, value?: unknown) => ({ field, op, ...(value !== undefined && { value }) });

describe("a filter", () => {
  test("compares custom fields by their type", async () => {
    expect(await found(all(where("custom_fields.age", "greater", 9)))).toBe("A");
    expect(await found(all(where("custom_fields.age", "less", "10")))).toBe("B");
    expect(await found(all(where("custom_fields.born", "before", "2000-01-01")))).toBe("A");
    expect(await found(all(where("custom_fields.born", "after", "1990-05-01")))).toBe("C");
    expect(await found(all(where("custom_fields.city", "is", "Köln")))).toBe("A");
    expect(await found(all(where("custom_fields.city", "contains", "köl")))).toBe("A");
    expect(await found(all(where("custom_fields.city", "is", 5)))).toBe("C");
    expect(await found(all(where("custom_fields.vip", "is", "true")))).toBe("C");
    expect(await found(all(where("custom_fields.city", "set")))).toBe("ABC");
    expect(await found(all(where("custom_fields.city", "not_set")))).toBe("D");
    expect(await found(all(where("custom_fields.city", "is_not", "Köln")))).toBe("BCD");
  });

  test("asks for groups, states, countries, languages, names and dates", async () => {
    expect(await found(all(where("group_id", "is", second)))).toBe("B");
    expect(await found(all(where("group_id", "is_not", second)))).toBe("ACD");
    expect(await found(all(where("state", "is", "pending")))).toBe("D");
    expect(await found(all(where("state", "is_not", "active")))).toBe("D");
    expect(await found(all(where("country", "is", "us")))).toBe("D");
    expect(await found(all(where("country", "is_not", "US"), where("locale", "not_set")))).toBe("BC");
    expect(await found(all(where("locale", "is", "DE")))).toBe("A");
    expect(await found(all(where("locale", "is_not", "de")))).toBe("BCD");
    expect(await found(all(where("name", "contains", "b")))).toBe("B");
    expect(await found(all(where("created_at", "after", "2001-01-01")))).toBe("ABCD");
    expect(await found(all(where("created_at", "after", "9999-12-30")))).toBe("");
    expect(await found(all(where("created_at", "after", "0001-01-01")))).toBe("ABCD");
    expect(await found(all(where("created_at", "before", "2001-01-01T00:00:00Z")))).toBe("");
  });

  test("needs everything in all, and one of any", async () => {
    const either = [where("custom_fields.city", "is", "Köln"), where("custom_fields.vip", "is", true)];
    expect(await found({ any: either })).toBe("AC");
    expect(await found({ any: either, all: [where("locale", "set")] })).toBe("A");
  });

  test("treats SQL and patterns in values and keys as text", async () => {
    expect(await found(all(where("custom_fields.city", "is", "100%_\\'; --")))).toBe("B");
    expect(await found(all(where("custom_fields.city", "contains", "%_\\'")))).toBe("B");
    expect(await found(all(where("custom_fields.city", "contains", "%%")))).toBe("");
    for (const key of ["a' or '1'='1", "x') or true --", '{"a":1}', "__proto__", "constructor", "$1", "?"]) {
      expect(await found(all(where(`custom_fields.${key}`, "is", key)))).toBe("");
      expect(await found(all(where(`custom_fields.${key}`, "set")))).toBe("");
      expect(await found(all(where(`custom_fields.${key}`, "contains", key)))).toBe("");
    }
    expect((await service.pool.query("select count(*)::int as n from subscribers")).rows[0].n).toBe(4);
  });

  test("is refused with its faults", async () => {
    const one = where("name", "is", "Ada");
    const cases: [unknown, string][] = [
      [{}, "filter"],
      [{ all: [], any: [] }, "filter"],
      [{ all: Array.from({ length: 21 }, () => one) }, "filter.all"],
      [{ all: Array.from({ length: 15 }, () => one), any: Array.from({ length: 6 }, () => one) }, "filter"],
      [all({ ...one, values: "x" }), "filter"],
      [{ all: [one], anny: [one] }, "filter"],
      [all(where("phone", "is", "x")), "filter.all[0].field"],
      [all(where("custom_fields.", "is", "x")), "filter.all[0].field"],
      [all(where("__proto__", "is", "x")), "filter.all[0].field"],
      [all(where("name", "like", "x")), "filter.all[0].op"],
      [all(where("state", "greater", "active")), "filter.all[0].op"],
      [all(where("custom_fields.age", "contains", 1)), "filter.all[0].op"],
      [all(where("custom_fields.age", "greater", "old")), "filter.all[0].value"],
      [all(where("custom_fields.born", "before", "2001-02-30")), "filter.all[0].value"],
      [all(where("group_id", "is", "1 or 1=1")), "filter.all[0].value"],
      [all(where("state", "is", "gone")), "filter.all[0].value"],
      [all(where("country", "is", "XX")), "filter.all[0].value"],
      [all(where("created_at", "after", "soon")), "filter.all[0].value"],
      [all(where("created_at", "after", "9999-12-31")), "filter.all[0].value"],
      [all(where("created_at", "before", "0000-06-01")), "filter.all[0].value"],
      [all(where("name", "is")), "filter.all[0].value"],
      [all(where("locale", "set", "de")), "filter.all[0].value"],
      [all(where("name", "is", ["a"])), "filter.all[0].value"],
      [all(where("name", "is", "a\0b")), "filter.all[0].value"],
      ["everyone", "filter"],
      [[one], "filter"],
    ];
    for (const [filter, field] of cases) {
      const answer = await ask(filter);
      expect([JSON.stringify(filter), answer.status]).toEqual([JSON.stringify(filter), 400]);
      expect(answer.body.data.details.map((detail: { field: string }) => detail.field)).toContain(field);
    }
  });

  test("with a misspelled name is refused even where unknown names are passed over", async () => {
    const filter = JSON.stringify({ all: [where("name", "is", "Ada")], anny: [] });
    const answer = await service.call("GET", `/subscribers?${new URLSearchParams({ filter })}`, undefined, {
      headers: { prefer: "handling=lenient" },
    });
    expect(answer.status).toBe(400);
  });
});
