/** What the operator decides about subscribing. */
export type NewsletterSettings = {
  /** A subscription becomes active once the owner of the number has confirmed with a code. */
  readonly doubleOptIn: boolean;
  /** Whether a call may subscribe without a code, for consent that was given elsewhere. */
  readonly callMaySwitchOff: boolean;
  /** The text of the code message, with `{code}` as its placeholder. */
  readonly codeText: string;
};

export const newsletterDefaults: NewsletterSettings = {
  doubleOptIn: true,
  callMaySwitchOff: true,
  codeText: "Your activation code is {code}. If you did not subscribe, ignore this message.",
};

/** The stored settings, with the default wherever nothing usable is stored. */
export function newsletterSettingsOf(stored: unknown): NewsletterSettings {
  const given = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  const flag = (value: unknown, fallback: boolean): boolean => (typeof value === "boolean" ? value : fallback);
  const text = given["codeText"];
  return {
    doubleOptIn: flag(given["doubleOptIn"], newsletterDefaults.doubleOptIn),
    callMaySwitchOff: flag(given["callMaySwitchOff"], newsletterDefaults.callMaySwitchOff),
    codeText: typeof text === "string" && text.includes("{code}") ? text : newsletterDefaults.codeText,
  };
}
