import { expect, test } from "vitest";

import { readKeyword } from "./keyword.ts";

test.each([
  "S\u034fTOP",
  "STOP\u00ad please",
  "\u200bS\u200bT\u2060O\u200bP please",
  "\u202eSTOP\u202c now",
  "S\u0301T\u035cO\u0308P",
  "STÓP",
  "stöp",
])("STOP is understood with characters that draw nothing and with marks on its letters: %j", (text) => {
  expect(readKeyword(text)?.keyword).toBe("stop");
});

test.each(["st\u0301ep", "tóp", "shóp"])("marks do not turn another word into STOP: %j", (text) => {
  expect(readKeyword(text)).toBeNull();
});
