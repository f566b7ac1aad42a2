import { beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { setCatalog, t } from "../console/src/lib/translate.ts";

// Not by `import`: the types of React would remove the properties of every HTMLElement in the other tests.
const { renderToStaticMarkup } = await vi.importActual<{ renderToStaticMarkup: (node: unknown) => string }>(
  "react-dom/server",
);
const { rich } = await vi.importActual<{
  rich: (parts: TemplateStringsArray, ...values: readonly number[]) => unknown;
}>("../console/src/lib/rich.ts");

// Another file of this worker may have left a language.
beforeAll(() => setCatalog(null));

const say = (name: string): string => t`Delete the group ${name}?`;

test("a name stands in a sentence as it was written", () => {
  expect(say("Evening & friends (2)")).toBe("Delete the group Evening & friends (2)?");
});

test("a name that is written from right to left keeps its direction to itself", () => {
  expect(say("אורי")).toBe("Delete the group \u2068אורי\u2069?");
});

test.each(["\u202Eevil", "a\u202Db\u202C", "\u200Fmark"])("%j turns around nothing but itself", (name) => {
  expect(say(name)).toBe(`Delete the group \u2068${name}\u2069?`);
});

test.each([
  ["\u2069\u202Eout of its isolate", "\u202Eout of its isolate"],
  ["\u2067never ended \u202E", "never ended \u202E"],
])("%j cannot end the isolate that it stands in, nor keep it open", (name, kept) => {
  expect(say(name)).toBe(`Delete the group \u2068${kept}\u2069?`);
});

test("a sentence in a sentence keeps the isolates of its own", () => {
  expect(say(t`${"אורי"} and others`)).toBe("Delete the group \u2068\u2068אורי\u2069 and others\u2069?");
});

test.each([
  ["en", "1,234 of 5"],
  ["de", "1.234 of 5"],
  ["fa", "۱٬۲۳۴ of ۵"],
])("a number in a sentence has the digits and separators of %s, in text and between elements", (lang, expected) => {
  vi.stubGlobal("document", { documentElement: { lang, dir: "ltr" } });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(t`${1234} of ${5}`.replaceAll(/[\u2068\u2069]/g, "")).toBe(expected);
  expect(renderToStaticMarkup(rich`${1234} of ${5}`)).toBe(expected);
  expect(t`${"1234"} of ${"5"}`).toBe("1234 of 5");
});
