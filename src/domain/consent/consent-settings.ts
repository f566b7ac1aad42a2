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
  // The default refuses: that people without a consent get marketing must be somebody's decision, which is on record.
  defaults: { requireRecord: "enforce", recordAddress: true },
  usable: { requireRecord: (value) => recordRules.includes(value) },
});
