import { expect, test } from "vitest";

import { isHexHmac } from "./hex-hmac.ts";

// RFC 4231 §4.3.
const [key, text] = ["Jefe", "what do ya want for nothing?"];
const right = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";

test("accepts the signature of RFC 4231 in lower and upper case", () => {
  expect(isHexHmac(right, key, text)).toBe(true);
  expect(isHexHmac(right.toUpperCase(), key, text)).toBe(true);
});

test.each([
  ["another text", right, key, `${text} `],
  ["another key", right, "jefe", text],
  ["an empty key", right, "", text],
  ["a signature that is cut", right.slice(0, -1), key, text],
  ["no signature", undefined, key, text],
])("refuses %s", (_what, given, by, about) => {
  expect(isHexHmac(given, by, about)).toBe(false);
});
