import { defineSection } from "../settings/section.ts";

/** What happens to marketing for people without a consent in the ledger. */
export const recordRules = ["off", "warn", "enforce"] as const;
export type RecordRule = (typeof recordRules)[number];

export type ConsentSettings = {
  readonly requireRecord: RecordRule;
  /** Whether records get the address of the person. Its name is read by the statement that appends them, too. */
  readonly recordAddress: boolean;
};

export const consentSection = defineSection<ConsentSettings>({
  name: "consent",
  // The default only warns, so that calls that worked before this setting existed still work.
  defaults: { requireRecord: "warn", recordAddress: true },
  usable: { requireRecord: (value) => recordRules.includes(value) },
});
