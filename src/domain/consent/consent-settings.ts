import { defineSection } from "../settings/section.ts";

/** What happens to marketing for people who never agreed to it, as far as the ledger knows. */
export const recordRules = ["off", "warn", "enforce"] as const;
export type RecordRule = (typeof recordRules)[number];

export type ConsentSettings = { readonly requireRecord: RecordRule };

export const consentSection = defineSection<ConsentSettings>({
  name: "consent",
  // A call that worked before this setting existed still works, and says what is missing.
  defaults: { requireRecord: "warn" },
  usable: { requireRecord: (value) => recordRules.includes(value) },
});
