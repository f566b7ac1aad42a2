import { defineSection, isWithin } from "../settings/section.ts";
import type { ConfiguredRetention, Kept } from "./pruning-store.ts";

/** For how many days data is kept. null: as configured where the service runs; 0: forever. */
export type RetentionSettings = {
  readonly logDays: number | null;
  readonly inboxDays: number | null;
  readonly webhookDays: number | null;
  /** Texts of messages; 0: as long as their entries in the log. */
  readonly textDays: number;
  /** Consents that ended, of people about whom nothing else is stored; 0: forever. */
  readonly consentDays: number;
  /** Ended jobs with their results, and the errors of imports. Never 0. */
  readonly jobDays: number;
};

export const LONGEST_RETENTION_DAYS = 36_500;
/** The log is dropped by whole months. */
export const SHORTEST_LOG_DAYS = 31;
/** Consent must be provable after a person has left, in most countries for years. */
export const SHORTEST_CONSENT_DAYS = 365;

const isDays = isWithin(0, LONGEST_RETENTION_DAYS);
export const isLogDays = (value: number): boolean => isDays(value) && (value === 0 || value >= SHORTEST_LOG_DAYS);
export const isConsentDays = (value: number): boolean =>
  isDays(value) && (value === 0 || value >= SHORTEST_CONSENT_DAYS);

export const retentionSection = defineSection<RetentionSettings>({
  name: "retention",
  defaults: { logDays: null, inboxDays: null, webhookDays: null, textDays: 0, consentDays: 0, jobDays: 30 },
  usable: {
    logDays: isLogDays,
    inboxDays: isDays,
    webhookDays: isDays,
    textDays: isDays,
    consentDays: isConsentDays,
    jobDays: isWithin(1, LONGEST_RETENTION_DAYS),
  },
});

/** What applies: the settings, and the configuration where they are null. */
export function keptBy(settings: RetentionSettings, configured: ConfiguredRetention): Kept {
  const days = (set: number | null, otherwise: number | null): number | null =>
    set === null ? otherwise : set || null;
  return {
    log: days(settings.logDays, configured.log),
    inbox: days(settings.inboxDays, configured.inbox),
    webhookDeliveries: days(settings.webhookDays, configured.webhookDeliveries),
    texts: settings.textDays || null,
    consents: settings.consentDays || null,
    jobs: settings.jobDays,
  };
}
