import { expect, onTestFinished, test, vi } from "vitest";

import { dateLocale } from "../console/src/lib/locale.ts";

test.each([
  ["en", "en-GB", "en-GB"],
  ["en", "en", "en"],
  ["de", "de-AT", "de-AT"],
  // The page was chosen to be in another language than the browser's.
  ["en", "de-DE", "en"],
  ["fa", "fr-FR", "fa"],
])("dates of a page in %s for a browser in %s are written as in %s", (lang, language, expected) => {
  vi.stubGlobal("document", { documentElement: { lang, dir: "ltr" } });
  vi.stubGlobal("navigator", { language });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(dateLocale()).toBe(expected);
});
