import { describe, expect, it } from "vitest";

import { newsletterDefaults, newsletterSettingsOf } from "./settings.ts";

describe("newsletterSettingsOf", () => {
  it.each([[undefined], [null], ["x"], [5], [[]], [{}], [{ doubleOptIn: "no", codeText: 5 }]])(
    "takes the defaults where %j is stored",
    (stored) => {
      expect(newsletterSettingsOf(stored)).toEqual(newsletterDefaults);
    },
  );

  it("takes what is stored, beside the defaults of the rest", () => {
    expect(newsletterSettingsOf({ doubleOptIn: false, codeText: "Code {code}" })).toEqual({
      doubleOptIn: false,
      callMaySwitchOff: true,
      codeText: "Code {code}",
    });
  });

  it("does not take a text without a place for the code: nobody could confirm", () => {
    expect(newsletterSettingsOf({ codeText: "Welcome!" }).codeText).toBe(newsletterDefaults.codeText);
  });
});
