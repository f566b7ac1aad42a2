import { readFileSync } from "node:fs";

import { vi } from "vitest";

const read = (file: string) => JSON.parse(readFileSync(`console/src/languages/${file}.json`, "utf8")) as never;

/** `serviceText` of a page in a language: words are constants, so the catalog is loaded before the module. */
export async function serviceTextIn(language: string): Promise<(text: string) => string> {
  vi.resetModules();
  const { setCatalog } = await import("../../../console/src/lib/translate.ts");
  setCatalog(language === "en" ? null : read(language));
  const { serviceText, setServiceTerms, addServiceTexts } = await import("../../../console/src/lib/service-text.ts");
  addServiceTexts(language === "en" ? {} : read(`service/${language}`));
  setServiceTerms((await import("../../../console/src/lib/service-terms.ts")).serviceTerms);
  // The next test file of this worker must not see this language.
  vi.resetModules();
  return serviceText;
}
