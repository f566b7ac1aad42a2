import { isLookedUpLater, type ConsentCheck } from "../consent/require-consent.ts";
import { consentSection } from "../consent/consent-settings.ts";
import type { Phone } from "../recipients/phone.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import type { ScheduleStore } from "./schedule-store.ts";
import type { Schedule } from "./schedule.ts";

export type RunConsentDeps = {
  readonly readSettings: ReadSettings;
  readonly consentCheck: Pick<ConsentCheck, "listWithoutConsent">;
};

export type RunConsent = {
  /** Numbers without a consent in effect now: they get nothing of marketing that has no other basis. */
  readonly without: ReadonlySet<Phone>;
  /** Whether nobody knows if the people of its audience have agreed. */
  isUnknown(schedule: Schedule): boolean;
};

/**
 * The rule of the check before sending, at a run: since the schedule was created, people may have withdrawn their consent,
 * and the rule may have become stricter. Nobody reads a refusal here, so whoever has agreed gets the message.
 */
export async function consentOf(
  { readSettings, consentCheck }: RunConsentDeps,
  schedules: readonly Schedule[],
): Promise<RunConsent> {
  const concerned = schedules.filter(isConcerned);
  const isEnforced = concerned.length > 0 && (await readSettings(consentSection)).requireRecord === "enforce";
  if (!isEnforced) return NO_RULE;
  const phones = [...new Set(concerned.flatMap(({ message }) => message.phones))];
  const without = phones.length === 0 ? [] : await consentCheck.listWithoutConsent(phones, phones.length);
  return {
    without: new Set(without),
    isUnknown: (schedule) =>
      isConcerned(schedule) && schedule.message.consent !== "record" && isLookedUpLater(schedule.message.audience),
  };
}

/** Whether the rule is about the schedule: its people are not all members of groups. */
const isConcerned = ({ message: { category, consent, phones, audience } }: Schedule): boolean =>
  category === "marketing" && consent !== "basis" && (phones.length > 0 || isLookedUpLater(audience));

/** A schedule without the people who have not agreed; they leave its stored audience, too. */
export async function withConsent(
  { schedules }: { readonly schedules: Pick<ScheduleStore, "unfreeze"> },
  schedule: Schedule,
  consent: RunConsent,
): Promise<Schedule> {
  const { message, frozenSet } = schedule;
  if (!isConcerned(schedule)) return schedule;
  const gone = message.phones.filter((phone) => consent.without.has(phone));
  if (gone.length === 0) return schedule;
  if (frozenSet !== null) await schedules.unfreeze(frozenSet, gone);
  return {
    ...schedule,
    message: { ...message, phones: message.phones.filter((phone) => !consent.without.has(phone)) },
  };
}

const NO_RULE: RunConsent = { without: new Set(), isUnknown: () => false };
