import { expect, test } from "vitest";

import { idAt, parseJson, textAt } from "./json.ts";

test("an integer that a number would round is read digit by digit, and nothing else changes", () => {
  const long = "5289041234567890123";
  const json = parseJson(`{"id":${long},"less":-${long},"next":9007199254740993,"price":0.12500000000000000000,"n":7}`);
  expect([idAt(json, "id"), textAt(json, "less"), idAt(json, "next")]).toEqual([long, `-${long}`, "9007199254740993"]);
  expect(json).toMatchObject({ price: 0.125, n: 7 });
  expect(parseJson(`{"id":"${long}","at":1732745123456789}`)).toEqual({ id: long, at: 1_732_745_123_456_789 });
});

test("a byte order mark at the beginning is skipped", () => {
  expect(parseJson('\uFEFF{"id":"1"}')).toEqual({ id: "1" });
});

test("a text that is truncated or not JSON is undefined", () => {
  expect([parseJson('{"id":5289041234567890123'), parseJson("OK"), parseJson(""), parseJson(null)]).toEqual(
    Array.from({ length: 4 }),
  );
});
