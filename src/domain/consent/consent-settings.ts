import { defineSection } from "../settings/section.ts";

/** What happens to marketing for people who never agreed to it, as far as the ledger knows. */
export const recordRules = ["off", "warn", "enforce"] as const;
export type RecordRule = (typeof recordRules)[number];

export type ConsentSettings = {
  readonly requireRecord: RecordRule;
  /** Whether records get the address of the person. Its name is read by the statement that appends them, too. */
  readonly recordAddress: boolean;
};

export const consentSection = defineSection<ConsentSettings>({
  name: "consent",
  // A call that worked before this setting existed still works, and says what is missing.
  defaults: { requireRecord: "warn", recordAddress: true },
  usable: { requireRecord: (value) => recordRules.includes(value) },
});
