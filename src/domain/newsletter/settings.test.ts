import { describe, expect, it } from "vitest";

import { newsletterDefaults, newsletterSettingsOf } from "./settings.ts";

describe("newsletterSettingsOf", () => {
  it.each([[undefined], [null], ["x"], [5], [[]], [{}], [{ doubleOptIn: "no", codeText: 5 }]])(
    "uses the defaults if %j is stored",
    (stored) => {
      expect(newsletterSettingsOf(stored)).toEqual(newsletterDefaults);
    },
  );

  it("uses what is stored, with defaults for the rest", () => {
    expect(newsletterSettingsOf({ doubleOptIn: false, codeText: "Code {code}" })).toEqual({
      doubleOptIn: false,
      callMaySwitchOff: true,
      codeText: "Code {code}",
    });
  });

  it("does not accept a text without a placeholder for the code: nobody could confirm", () => {
    expect(newsletterSettingsOf({ codeText: "Welcome!" }).codeText).toBe(newsletterDefaults.codeText);
  });
});
