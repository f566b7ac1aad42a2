import type { Phone } from "../recipients/phone.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { consentSection } from "./consent-settings.ts";
import type { ConsentCheck } from "./require-consent.ts";

export type WithoutConsentDeps = {
  readonly readSettings: ReadSettings;
  readonly consentCheck: Pick<ConsentCheck, "listWithoutConsent">;
};

/** Those of the numbers that get no marketing of a sender for lack of a consent. Where the rule only warns, none. */
export type WithoutConsent = (phones: readonly Phone[], sender: string | null) => Promise<ReadonlySet<Phone>>;

export function withoutConsentBy({ readSettings, consentCheck }: WithoutConsentDeps): WithoutConsent {
  return async (phones, sender) => {
    const isEnforced = phones.length > 0 && (await readSettings(consentSection)).requireRecord === "enforce";
    return new Set(isEnforced ? await consentCheck.listWithoutConsent(phones, sender, phones.length) : []);
  };
}
