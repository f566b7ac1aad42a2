import { expect, test } from "vitest";

import { HIDDEN_TEXT } from "#domain/messages/message";
import { ERASED, REDACTED } from "#domain/messages/removed-text";

import { shownText } from "../console/src/lib/shown-text.ts";

test.for([HIDDEN_TEXT, ERASED, REDACTED])("%s is shown in words, and so never as it comes from the API", (text) => {
  expect(shownText(text)).toMatch(/^Text /);
});

test("every other text is shown as it is, whatever it is called", () => {
  for (const text of ["Hello", "", "[hidden] treasure", "constructor"]) expect(shownText(text)).toBe(text);
});
