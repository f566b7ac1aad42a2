import { expect, onTestFinished, test, vi } from "vitest";

function inPage(lang: string): void {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang, dir: "ltr" } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    // The next file of this worker must not find this page's language.
    vi.resetModules();
  });
}

test.each([
  ["de", "05.12.1981", "4711", "1,5"],
  ["fa", "۱۴ آذر ۱۳۶۰", "۴۷۱۱", "۱٫۵"],
])("values of fields are written as in %s, numbers without separators", async (lang, day, customer, half) => {
  inPage(lang);
  const { dayWords, numberWords } = await import("../console/src/lib/field-words.ts");
  expect([dayWords("1981-12-05"), numberWords("4711"), numberWords("1.5")]).toEqual([day, customer, half]);
  expect([dayWords("soon"), numberWords("many"), numberWords("12345678901234567891")]).toEqual([
    "soon",
    "many",
    "12345678901234567891",
  ]);
});
