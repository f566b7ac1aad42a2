import { expect, test } from "vitest";

import { fitText } from "./fit-text.ts";

test("a text keeps what fits and loses NUL and half pairs", () => {
  expect(fitText("a\0b", 10)).toBe("ab");
  expect(fitText("x😀", 2)).toBe("x\ufffd");
  expect(fitText("\ud83d", 5)).toBe("\ufffd");
  expect(fitText("abcdef", 3)).toBe("abc");
});
