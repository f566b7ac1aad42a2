import { defineSection, isOneOf } from "../settings/section.ts";

/** What happens to marketing messages to people without a consent in the ledger. */
export const recordRules = ["off", "warn", "enforce"] as const;
export type RecordRule = (typeof recordRules)[number];

export type ConsentSettings = {
  readonly requireRecord: RecordRule;
  /**
   * Whether records include the person's IP address. The statement that appends them refers to this setting by name.
   */
  readonly recordAddress: boolean;
};

export const consentSection = defineSection<ConsentSettings>({
  name: "consent",
  // The default refuses: marketing to people without a consent requires a decision of the operator, which is recorded.
  defaults: { requireRecord: "enforce", recordAddress: true },
  usable: { requireRecord: isOneOf(recordRules) },
});
