import type { Phone } from "../recipients/phone.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { consentSection } from "./consent-settings.ts";
import type { ConsentCheck } from "./require-consent.ts";

export type WithoutConsentDeps = {
  readonly readSettings: ReadSettings;
  readonly consentCheck: Pick<ConsentCheck, "listWithoutConsent">;
};

/** Those of the numbers that get no marketing of a sender for lack of a consent. */
export type WithoutConsent = (phones: readonly Phone[], sender: string | null) => Promise<ReadonlySet<Phone>>;

/** null: the rule is off or only warns. */
export async function enforcedConsent({
  readSettings,
  consentCheck,
}: WithoutConsentDeps): Promise<WithoutConsent | null> {
  if ((await readSettings(consentSection)).requireRecord !== "enforce") return null;
  return async (phones, sender) =>
    new Set(phones.length === 0 ? [] : await consentCheck.listWithoutConsent(phones, sender, phones.length));
}

/** By the rule as it is at each call: nobody is left out where it is not enforced. */
export function withoutConsentBy(deps: WithoutConsentDeps): WithoutConsent {
  return async (phones, sender) => {
    const withoutConsent = phones.length === 0 ? null : await enforcedConsent(deps);
    return withoutConsent ? withoutConsent(phones, sender) : new Set();
  };
}
