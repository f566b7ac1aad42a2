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
  // The default refuses: marketing to people without a consent requires a decision of the operator, which is recorded.
  defaults: { requireRecord: "enforce", recordAddress: true },
  usable: { requireRecord: (value) => recordRules.includes(value) },
});
