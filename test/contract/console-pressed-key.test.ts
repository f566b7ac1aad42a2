import { expect, test } from "vitest";

import { pressedKey } from "../../console/src/lib/pressed-key.ts";

const pressed = (key: string, code: string, shiftKey = false) => pressedKey({ key, code, shiftKey });

test("letters, digits and marks of keyboards of other scripts are those of their place", () => {
  // Persian, Russian and Arabic.
  expect([pressed("ل", "KeyG"), pressed("و", "Comma"), pressed("۱", "Digit1")]).toEqual(["g", ",", "1"]);
  expect([pressed("؟", "Slash", true), pressed("ظ", "Slash"), pressed("б", "Comma")]).toEqual(["?", "/", ","]);
});

test("what a Latin keyboard types is what it types, wherever the key is", () => {
  expect([pressed("Z", "KeyY"), pressed("?", "Minus", true), pressed("/", "KeyQ"), pressed("ö", "Semicolon")]).toEqual([
    "z",
    "?",
    "/",
    "ö",
  ]);
  expect(pressed("Enter", "Enter")).toBe("Enter");
});
