import { expect, test } from "vitest";

import { filled, textIn, textOrBuiltIn } from "./localized-text.ts";

const texts = { default: "Bye", de: "Ende", no: "Slutt" };

test.each([
  [null, "Bye"],
  ["de-AT", "Ende"],
  ["DE_at", "Ende"],
  ["nb-NO", "Slutt"],
  ["fr", "Bye"],
  ["constructor", "Bye"],
])("the text for %j is %j", (language, text) => {
  expect(textIn(texts, language)).toBe(text);
});

test("the built-in translations of a text are used as long as the text is unchanged", () => {
  expect(textOrBuiltIn({ default: "Bye" }, texts, "de")).toBe("Ende");
  expect(textOrBuiltIn({ default: "Bye", de: "Tschüss" }, texts, "de")).toBe("Tschüss");
  expect(textOrBuiltIn({ default: "So long" }, texts, "de")).toBe("So long");
  expect(textOrBuiltIn({}, texts, "de")).toBeUndefined();
});

test.each([
  ["{{sender}}: {{code}}", { sender: "Acme", code: "1" }, "Acme: 1"],
  ["{{sender}} : {{ code }}", { sender: "", code: "1" }, "1"],
  ["{{sender | us}}: {{code}}", { sender: "", code: "1" }, "us: 1"],
  ["{{sender | us}}: {{code}}", { sender: "Acme", code: "1" }, "Acme: 1"],
  ["{{sender|}}: {{code}}", { sender: "", code: "1" }, "1"],
  ["{{name | friend}} {{code}}", { code: "{{name}}" }, "{{name | friend}} {{name}}"],
])("%j with %j is %j", (text, values, written) => {
  expect(filled(text, values)).toBe(written);
});
