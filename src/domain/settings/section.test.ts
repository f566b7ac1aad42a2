import { describe, expect, it } from "vitest";

import { newsletterSection } from "../newsletter/settings.ts";
import { defineSection, valueOf } from "./section.ts";

const { defaults } = newsletterSection;

describe("valueOf", () => {
  it.each([[undefined], [null], ["x"], [5], [[]], [{}], [{ doubleOptIn: "no", codeText: 5 }], [{ doubleOptIn: null }]])(
    "uses the defaults if %j is stored",
    (stored) => {
      expect(valueOf(newsletterSection, stored)).toEqual(defaults);
    },
  );

  it("uses stored values, with defaults for the rest, and ignores unknown fields", () => {
    expect(valueOf(newsletterSection, { doubleOptIn: false, codeText: "Code {code}", old: 1 })).toEqual({
      ...defaults,
      doubleOptIn: false,
      codeText: "Code {code}",
    });
  });

  it("does not use a text without a placeholder for the code, with which confirming would be impossible", () => {
    expect(valueOf(newsletterSection, { codeText: "Welcome!" }).codeText).toBe(defaults.codeText);
  });

  it("uses a stored value, and a stored null, for a field whose default is null", () => {
    const section = defineSection<{ limit: number | null; list: readonly string[] }>({
      name: "x",
      defaults: { limit: null, list: [] },
    });
    expect(valueOf(section, { limit: 5, list: ["a"] })).toEqual({ limit: 5, list: ["a"] });
    expect(valueOf(section, { limit: null, list: {} })).toEqual({ limit: null, list: [] });
  });
});
