import type { Uuid } from "#lib/ids";

import { isLookedUpLater } from "../consent/require-consent.ts";
import { enforcedConsent, type WithoutConsentDeps } from "../consent/without-consent.ts";
import type { Phone } from "../recipients/phone.ts";
import type { ScheduleStore } from "./schedule-store.ts";
import type { Schedule } from "./schedule.ts";

export type RunConsentDeps = WithoutConsentDeps & { readonly schedules: Pick<ScheduleStore, "namedIn"> };

export type RunConsent = {
  /** The numbers of a schedule without a consent in effect now: they get no marketing that has no other basis. */
  without(schedule: Schedule): ReadonlySet<Phone>;
  /** Whether it is unknown whether the people of its audience have agreed. */
  isUnknown(schedule: Schedule): boolean;
};

/**
 * The rule of the check before sending, at a run: since the schedule was created, people may have withdrawn their
 * consent, and the rule may have become stricter. No caller would see a refusal here, so the people who have agreed get
 * the message.
 */
export async function consentOf(deps: RunConsentDeps, schedules: readonly Schedule[]): Promise<RunConsent> {
  const concerned = schedules.filter(isConcerned);
  const withoutConsent = concerned.length === 0 ? null : await enforcedConsent(deps);
  if (!withoutConsent) return NO_RULE;
  const bySender = Map.groupBy(concerned, ({ message }) => message.content.sender);
  const without = new Map<Uuid, ReadonlySet<Phone>>();
  for (const [sender, some] of bySender) {
    const named = new Map<Uuid, readonly Phone[]>();
    for (const schedule of some) named.set(schedule.id, await namedIn(deps, schedule));
    const all = await withoutConsent([...new Set([...named.values()].flat())], sender);
    for (const [id, of] of named) without.set(id, new Set(of.filter((phone) => all.has(phone))));
  }
  return {
    without: ({ id }) => without.get(id) ?? NOBODY,
    isUnknown: (schedule) =>
      isConcerned(schedule) && schedule.message.consent !== "record" && isLookedUpLater(schedule.message.audience),
  };
}

/**
 * Of a stored audience also the users, who had agreed when it was stored; those of a live one are looked up later. The
 * direct numbers stay in the message when they are removed from the stored audience.
 */
async function namedIn(
  { schedules }: Pick<RunConsentDeps, "schedules">,
  { message: { phones, consent }, frozenSet }: Schedule,
): Promise<readonly Phone[]> {
  if (frozenSet === null || consent !== "record") return phones;
  return [...new Set([...phones, ...(await schedules.namedIn(frozenSet))])];
}

/** Whether the rule applies to the schedule: not all of its people are members of groups. */
const isConcerned = ({ message: { category, consent, phones, audience } }: Schedule): boolean =>
  category === "marketing" && consent !== "basis" && (phones.length > 0 || isLookedUpLater(audience));

/** A schedule without the people who have not agreed; they leave its stored audience, too. */
export async function withConsent(
  { schedules }: { readonly schedules: Pick<ScheduleStore, "unfreeze"> },
  schedule: Schedule,
  consent: RunConsent,
): Promise<Schedule> {
  const { message, frozenSet } = schedule;
  const without = consent.without(schedule);
  if (without.size === 0) return schedule;
  if (frozenSet !== null) await schedules.unfreeze(frozenSet, [...without]);
  return { ...schedule, message: { ...message, phones: message.phones.filter((phone) => !without.has(phone)) } };
}

const NOBODY: ReadonlySet<Phone> = new Set();
const NO_RULE: RunConsent = { without: () => NOBODY, isUnknown: () => false };
