import type { ConsentCheck } from "../consent/require-consent.ts";
import type { FrequencyCapSettings } from "../frequency-cap/frequency-cap-settings.ts";
import { eachPhoneOnce } from "../recipients/other-spelling.ts";
import type { Phone } from "../recipients/phone.ts";
import { audienceQueryOf, type AudienceCount, type AudienceCounter, type AudienceQuery } from "./audience-count.ts";
import type { AudiencePerson } from "../messages/audience-texts.ts";
import type { Audience } from "../messages/message.ts";
import { sum } from "./cost.ts";
import { membersByPrefix, type Reached } from "./quiet-span.ts";
import type { SendCommand, unite } from "../messages/send.ts";

/** The people of the host platform and the shop whom a preview reads. */
export type PreviewedContacts = {
  readonly users: number;
  readonly roles: number;
  readonly customers: number;
  /** Those with a usable number, in the order in which fan-out reads them; a person may occur twice. */
  readonly people: readonly AudiencePerson[];
  readonly invalid: number;
  /** False if there are more people than were read. */
  readonly complete: boolean;
};

export type PeopleDeps = {
  readonly audienceCounter: AudienceCounter;
  readonly readContacts: (audience: Audience) => Promise<PreviewedContacts>;
  readonly consentCheck: Pick<ConsentCheck, "withoutConsent">;
};

export type PeopleQuery = {
  readonly command: Omit<SendCommand, "route">;
  readonly direct: ReturnType<typeof unite>;
  /** null: the category has none. */
  readonly cap: FrequencyCapSettings | null;
  readonly at: number;
  readonly prefixes: ReadonlySet<string>;
};

/** Everyone named in a call, each once, and why some of them get nothing. */
export type PreviewedPeople = {
  readonly query: Pick<AudienceQuery, "groups" | "segments" | "message" | "cap">;
  readonly counted: AudienceCount;
  readonly others: PreviewedContacts;
  /** Numbers that are known, each once. */
  readonly phones: readonly Phone[];
  /** People of groups and segments. */
  readonly members: number;
  readonly overCap: number;
  /** Whether the cap excludes people who are over it from this message, instead of delaying it for them. */
  readonly skips: boolean;
  readonly suppressed: number;
  readonly final: number;
  readonly reached: Reached;
  readonly exact: boolean;
  /** Of a number that is known. */
  getsNothing(phone: Phone): boolean;
};

export async function lookAtPeople(
  { audienceCounter, readContacts }: PeopleDeps,
  { command, direct, cap, at, prefixes }: PeopleQuery,
): Promise<PreviewedPeople> {
  const { audience } = command;
  const others = audience ? await readContacts(audience) : NO_CONTACTS;
  const phones = eachPhoneOnce([...new Set([...direct.phones, ...others.people.map(({ phone }) => phone)])]);
  const query = audienceQueryOf(command, cap, at);
  const counted = await audienceCounter.count({ ...query, phones, prefixes: [...prefixes] });
  const { overCap: over, alsoMembers, suppressedMembers } = counted;
  const members = sum(counted.members.values());
  const joining = phones.filter((phone) => !alsoMembers.has(phone));
  const isSuppressed = (phone: Phone): boolean => counted.suppressed.has(phone);
  const suppressed = sum(suppressedMembers.values()) + joining.filter(isSuppressed).length;
  const overCap =
    sum(over.members.values()) + joining.filter((phone) => over.known.has(phone) && !isSuppressed(phone)).length;
  const skips = cap?.whenOver === "skip";
  const getsNothing = (phone: Phone): boolean => isSuppressed(phone) || (skips && over.known.has(phone));
  const without = [suppressedMembers, ...(skips ? [over.members] : [])];
  return {
    query,
    counted,
    others,
    phones,
    members,
    overCap,
    skips,
    suppressed,
    // The estimates of the parts need not add up.
    final: Math.max(0, members + joining.length - suppressed - (skips ? overCap : 0)),
    reached: {
      members: membersByPrefix(counted.members, without, prefixes),
      numbers: joining.filter((phone) => !getsNothing(phone)),
    },
    exact: counted.exact && over.exact && others.complete,
    getsNothing,
  };
}

/** Entries of all sources, and which of them are invalid or duplicates. */
export function entriesOf({ command, direct }: PeopleQuery, { others, counted, members, phones }: PreviewedPeople) {
  const invalid = direct.invalid + others.invalid;
  const bySource = {
    numbers: command.numbers.length + command.duplicates + command.invalid,
    users: command.contacts.length + others.users,
    roles: others.roles,
    customers: others.customers,
    subscribers: counted.memberships + counted.ofSegments,
  };
  const matched = sum(Object.values(bySource));
  const unique = members + phones.filter((phone) => !counted.alsoMembers.has(phone)).length;
  return { matched, bySource, duplicates: matched - invalid - unique, invalid, unconfirmed: counted.unconfirmed };
}

/**
 * People of a marketing message without a consent on record. Members of groups have one, so it concerns all others.
 *
 * @param known how many of the call's numbers have none; null: they were not counted
 * @returns null: not all can be looked up
 */
export async function consentless(
  { consentCheck }: PeopleDeps,
  { command, direct }: PeopleQuery,
  { others, phones }: PreviewedPeople,
  known: number | null,
): Promise<number | null> {
  if (command.category !== "marketing" || !others.complete) return null;
  const judged = new Set(known === null ? [] : direct.phones);
  const more = phones.filter((phone) => !judged.has(phone));
  return (known ?? 0) + (more.length === 0 ? 0 : await consentCheck.withoutConsent(more));
}

const NO_CONTACTS: PreviewedContacts = { users: 0, roles: 0, customers: 0, people: [], invalid: 0, complete: true };
