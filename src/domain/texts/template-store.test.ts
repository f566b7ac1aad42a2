import { expect, test } from "vitest";

import { templateTextFor, type TextTemplate } from "./template-store.ts";

const template: TextTemplate = {
  id: 1,
  name: "Welcome",
  text: "Welcome",
  category: null,
  variants: { de: "Willkommen", "pt-BR": "Bem-vindo" },
  version: 1,
  createdBy: "test",
  createdAt: 0,
  updatedAt: 0,
};

test.each([
  [null, "Welcome"],
  ["de", "Willkommen"],
  ["de-AT", "Willkommen"],
  ["DE_at", "Willkommen"],
  ["pt-BR", "Bem-vindo"],
  ["pt", "Welcome"],
  ["constructor", "Welcome"],
])("the text for locale %j is %j", (locale, text) => {
  expect(templateTextFor(template, locale)).toBe(text);
});
