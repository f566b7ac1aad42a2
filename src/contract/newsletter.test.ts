import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { customFields, groupIds } from "./newsletter.ts";

describe("groupIds", () => {
  it.each([
    [5, [5]],
    ["5", [5]],
    [" 5 ", [5]],
    ["5,6", [5, 6]],
    ["5, 6", [5, 6]],
    [
      [5, "6"],
      [5, 6],
    ],
    ["[5]", [5]],
    ['["5","6"]', [5, 6]],
    [
      ["[5]", 6],
      [5, 6],
    ],
    ["", undefined],
    [undefined, undefined],
  ])("reads %j as %j", (value, ids) => {
    expect(groupIds.parse(value)).toEqual(ids);
  });

  it.each([
    [[]],
    ["[]"],
    [[""]],
    [","],
    [0],
    ["0"],
    [-1],
    [1.5],
    ["1.5"],
    ["1e3"],
    ["0x10"],
    ["five"],
    ["[5"],
    ["[[5]]"],
    ['{"id":5}'],
    [{ id: 5 }],
    [true],
    [[null]],
    [2 ** 53],
  ])("refuses %j", (value) => {
    expect(groupIds.safeParse(value).success).toBe(false);
  });

  it("ends, however deeply values are nested", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        groupIds.safeParse(value);
        groupIds.safeParse(JSON.stringify(value));
        groupIds.safeParse([JSON.stringify(JSON.stringify(value))]);
      }),
    );
  });
});

describe("customFields", () => {
  it("accepts texts, numbers and switches, PHP's empty list, and JSON from a form", () => {
    expect(customFields.parse({ a: "x", b: 1.5, c: false })).toEqual({ a: "x", b: 1.5, c: false });
    expect(customFields.parse([])).toEqual({});
    expect(customFields.parse("")).toEqual({});
    expect(customFields.parse('{"a":"x"}')).toEqual({ a: "x" });
  });

  it.each([[["x"]], ["x"], ["{"], [5], [{ a: {} }], [{ a: null }], [{ "": "x" }], [{ a: Infinity }]])(
    "refuses %j",
    (value) => {
      expect(customFields.safeParse(value).success).toBe(false);
    },
  );

  it("lets no field reach the prototype", () => {
    const result = customFields.safeParse(JSON.parse('{"__proto__":{"x":1},"a":"b"}'));
    if (result.success) expect(Object.getPrototypeOf(result.data)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});
