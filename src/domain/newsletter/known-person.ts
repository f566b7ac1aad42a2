import type { ConsentPast, ConsentRepository } from "../consent/consent-ledger.ts";
import { everySpelling } from "../recipients/other-spelling.ts";
import type { Phone } from "../recipients/phone.ts";
import { lockPlace } from "./lock-phone.ts";
import type { LockedSubscriber, NewsletterStore, Profile } from "./newsletter-store.ts";

export type KnownPersonDeps = {
  readonly newsletter: Pick<NewsletterStore, "lock" | "lockPlaces">;
  readonly consentRepository: Pick<ConsentRepository, "past">;
};

/** What is known about whoever has a phone, under both numbers if it has two. */
export type KnownPerson = {
  /** The subscriber under the given number. */
  readonly subscriber: LockedSubscriber | null;
  /** The one whose name and fields count; null: nobody is known by more than a request from a public page. */
  readonly established: LockedSubscriber | null;
  /** They left a group, or opted out, at any time. */
  readonly hasLeft: boolean;
};

/** Locks the subscribers under the numbers of a phone, in the order of numbers, and reads their past. */
export async function knownPerson(
  { newsletter, consentRepository }: KnownPersonDeps,
  phone: Phone,
): Promise<KnownPerson> {
  const phones = everySpelling([phone]);
  // The given number may be created next. Held later than the other number of the phone, it could deadlock.
  if (phones.length > 1) await lockPlace(newsletter, phone);
  const entries = [];
  for (const one of phones) entries.push({ phone: one, subscriber: await newsletter.lock(one) });
  const known = [];
  for (const entry of entries) known.push({ ...entry, past: await consentRepository.past(entry.phone) });
  const own = known.find((one) => one.phone === phone)!;
  const [established = null] = [own, ...known].flatMap(({ subscriber, past }) =>
    subscriber && isEstablished(subscriber, past) ? [subscriber] : [],
  );
  return {
    subscriber: own.subscriber,
    established,
    hasLeft: known.some(({ subscriber, past }) => past.withdrew || inState(subscriber, ["left"])),
  };
}

/**
 * What a request from a public page stores of somebody who is known: nothing new, or, under the other number of their
 * phone, what is known of them.
 */
export const knownProfile = (
  { phone, name, customFields, locale, timeZone }: LockedSubscriber,
  requested: Phone,
): Required<Profile> =>
  phone === requested
    ? { name, customFields: null, locale: undefined, timeZone: undefined }
    : { name, customFields, locale, timeZone };

/**
 * Whether somebody is or was more than a request from a public page. Anyone can enter anyone's number there, and a code
 * confirms the number, not what else was entered: such people keep their name, fields and language.
 */
const isEstablished = (person: LockedSubscriber, { onlyPages }: ConsentPast): boolean =>
  !onlyPages || inState(person, ["active", "left"]);

const inState = (person: LockedSubscriber | null, states: readonly string[]): boolean =>
  person?.memberships.some(({ state }) => states.includes(state)) ?? false;
