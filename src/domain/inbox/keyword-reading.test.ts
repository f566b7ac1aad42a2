import { expect, test } from "vitest";

import { readKeyword, readKeywordTo } from "./keyword.ts";

const keywordOf = (text: string): string | null => readKeyword(text)?.keyword ?? null;

test("a stop word of one language is reported with the language, and an international one without", () => {
  expect(readKeyword("ARRET")?.language).toBe("fr");
  expect(readKeyword("keine SMS mehr")?.language).toBe("de");
  expect(readKeyword("STOP")?.language).toBeNull();
  expect(readKeyword("unsubscribe me")?.language).toBeNull();
});

test("only STOP ALL and its equivalents apply to every sender", () => {
  for (const text of ["STOP ALL", "stopall", "stop-all", "please stop all messages"])
    expect([text, readKeyword(text)?.all]).toEqual([text, true]);
  for (const text of ["STOP", "stop it", "ARRET"]) expect([text, readKeyword(text)?.all]).toEqual([text, false]);
});

test("an endless text is read only once, and endless spaces and characters do not hide a word", () => {
  expect(keywordOf(`stop${" ".repeat(100_000)}`)).toBe("stop");
  expect(keywordOf(`${"! ".repeat(100_000)}stop`)).toBe("stop");
  expect(keywordOf(`s${" ".repeat(100_000)}top`)).toBe("stop");
  for (const text of ["x".repeat(100_000), `stop${"\u0301".repeat(100_000)}`, `${"x ".repeat(100_000)}stop`]) {
    expect(keywordOf(text)).toBeNull();
  }
});

test("the name of the sender does not change a request to stop, and is none by itself", () => {
  for (const text of [
    "STOP ACME TEA",
    "stop acme tea please",
    "Please unsubscribe me from Acme Tea",
    "Acme Tea: STOP",
  ]) {
    expect([text, readKeywordTo("Acme Tea", text)?.keyword]).toEqual([text, "stop"]);
    expect([text, keywordOf(text)]).toEqual([text, "maybe_opt_out"]);
  }
  for (const [name, text, keyword] of [
    ["Acme", "STOP Readers", "maybe_opt_out"],
    ["Acme", "STOP ACMES", "maybe_opt_out"],
    ["Acme", "How do I stop Acme?", "maybe_opt_out"],
    ["Acme", "Acme, stop by at six", null],
    ["", "STOP ACME", "maybe_opt_out"],
    ["Bus (Ltd.", "stop the bus (ltd.", "stop"],
    ["Bus", "bus stop", null],
  ] as const)
    expect([text, readKeywordTo(name, text)?.keyword ?? null]).toEqual([text, keyword]);
});
