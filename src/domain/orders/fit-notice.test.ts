import { expect, test } from "vitest";

import { segmentsOf } from "../messages/segments.ts";
import { fitNotice } from "./fit-notice.ts";

test.each([
  ["plain letters", "a"],
  ["characters that take two units", "€"],
  ["another alphabet", "ж"],
  ["pairs of surrogates", "😀"],
])("an endless text of %s is cut to ten segments, and not much shorter", (_what, character) => {
  const cut = fitNotice(character.repeat(3_000));
  const { segments } = segmentsOf(cut);
  expect([segments, cut.endsWith("..."), cut.isWellFormed()]).toEqual([10, true, true]);
});

test("what fits stays unchanged, without surrounding spaces", () => {
  expect(fitNotice("  Hello\n")).toBe("Hello");
  expect(fitNotice("a".repeat(1_530))).toHaveLength(1_530);
  expect(fitNotice("ж".repeat(670))).toHaveLength(670);
});

test("a text is cut to what the gateway accepts", () => {
  expect(fitNotice("a".repeat(1_200), 1_000)).toBe(`${"a".repeat(997)}...`);
  expect(fitNotice("a".repeat(1_000), 1_000)).toHaveLength(1_000);
  expect(fitNotice("😀".repeat(300), 501)).toBe(`${"😀".repeat(249)}...`);
});
