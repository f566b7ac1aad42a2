import { expect, test } from "vitest";

import { parseXml } from "./xml.ts";

test.each([
  ["<a>1</a>", { a: "1" }],
  ['<?xml version="1.0"?>\n<a b="1"><c>x &amp; y</c><c/></a>', { a: { "@b": "1", c: ["x & y", ""] } }],
  ["<n:a xmlns:n='u'><n:b><![CDATA[<&>]]></n:b></n:a>", { a: { "@xmlns:n": "u", b: "<&>" } }],
  ['<a b="1">text</a>', { a: { "@b": "1", "#text": "text" } }],
  ["\uFEFF <a>&#x416;</a>", { a: "Ж" }],
])("%s is read", (text, value) => {
  expect(parseXml(text)).toEqual(value);
});

test.each([
  "",
  "{}",
  "<",
  "<a>",
  "<a><b></a></b>",
  "no < xml",
  '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
  '<?xml version="1.0"?><!doctype lolz [<!ENTITY l SYSTEM "file:///etc/passwd">]><a>&l;</a>',
])("%s is no XML to us", (text) => {
  expect(parseXml(text)).toBeUndefined();
});

test("deeply nested elements are not accepted as XML", () => {
  expect(parseXml(`${"<a>".repeat(5_000)}${"</a>".repeat(5_000)}`)).toBeUndefined();
});

test("a body of empty elements is read in linear time", () => {
  const value = parseXml(`<r>${"<a/>".repeat(60_000)}</r>`) as { r: { a: string[] } };
  expect(value.r.a).toHaveLength(60_000);
});

test("a name from outside cannot be a prototype", () => {
  const value = parseXml("<a><__proto__><admin>1</admin></__proto__></a>") as { a: object };
  expect(Object.hasOwn(value.a, "__proto__")).toBe(true);
  expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
});
