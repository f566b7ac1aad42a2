import { expect, test } from "vitest";

import { readPhpArray } from "./php-array.ts";

test("simple values are read, with lengths in bytes", () => {
  const text = 'a:5:{s:4:"city";s:5:"Köln";s:3:"age";i:41;i:7;b:1;s:5:"empty";s:0:"";s:4:"none";N;}';
  expect([...readPhpArray(text)!]).toEqual([
    ["city", "Köln"],
    ["age", 41],
    ["7", true],
  ]);
});

test("arrays within it are skipped, and the values after them are read", () => {
  const text = 'a:3:{s:4:"tags";a:2:{i:0;s:1:"x";i:1;a:1:{s:1:"y";s:3:"};"";}}s:4:"city";s:4:"Rome";s:4:"none";a:0:{}}';
  expect([...readPhpArray(text)!]).toEqual([["city", "Rome"]]);
});

test.each([
  "",
  `a:1:{i:0;${"a:1:{i:0;".repeat(20_000)}`,
  'a:1:{i:0;a:1:{i:0;s:1:"x";',
  "x",
  'a:1:{s:4:"city";',
  'a:1:{s:9:"city";s:1:"x";}',
  // Leads back to the end of its own key.
  'a:1:{s:1:"a";s:-8:"',
  'O:8:"stdClass":0:{}',
  'a:1:{i:0;O:1:"X":0:{}}',
])("%j is not an array of simple values", (text) => {
  expect(readPhpArray(text)).toBeNull();
});
