import { capFor } from "../frequency-cap/frequency-cap.ts";
import { frequencyCapSection } from "../frequency-cap/frequency-cap-settings.ts";
import { phoneOfContact } from "../recipients/contact.ts";
import { countedAs } from "../recipients/other-spelling.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import type { ConsentCheck } from "../consent/require-consent.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { labelOf, type MayName } from "./person-label.ts";
import type { NamedPerson } from "../messages/personalize.ts";
import { audienceQueryOf, type AudienceQuery } from "./audience-count.ts";
import type { PeopleDeps } from "./people.ts";
import { unite, type SendCommand } from "../messages/send.ts";

/** The numbers of a preview whose people can be listed. */
export const listedCounts = [
  "matched",
  "duplicates",
  "suppressed",
  "unconfirmed",
  "over_cap",
  "without_consent",
  "final",
] as const;
export type ListedCount = (typeof listedCounts)[number];

/** People who are listed. */
export const LISTED_AT_MOST = 50;

export type ListedQuery = Pick<AudienceQuery, "groups" | "segments" | "message" | "phones" | "cap"> & {
  readonly reason: Exclude<ListedCount, "without_consent">;
  /** Those of `phones` that are named more than once. */
  readonly repeated: readonly Phone[];
  /** Whether people over the cap get nothing, instead of waiting. */
  readonly skipsOverCap: boolean;
  readonly limit: number;
};

export type ListedReader = {
  /**
   * Some of the people, in no order; `id` is null for a number of no person in the audience. null: it takes too long.
   */
  list(query: ListedQuery): Promise<readonly ListedEntry[] | null>;
};

export type ListedEntry = { readonly id: number | null; readonly phone: Phone; readonly name: string | null };

export type ListPeopleDeps = Pick<PeopleDeps, "readContacts"> & {
  readonly listedReader: ListedReader;
  readonly consentCheck: Pick<ConsentCheck, "listWithoutConsent">;
  readonly readSettings: ReadSettings;
  readonly country: Country | null;
};

export type ListedPerson = ReturnType<typeof labelOf> & {
  /** null: the caller may not know it. */
  readonly phone: Phone | null;
};

export type ListPeopleOptions = {
  readonly reason: ListedCount;
  /** When the message is sent, in milliseconds since 1970. */
  readonly at: number;
  /** The numbers of the call as often as it has them. */
  readonly numbers: readonly Phone[];
  /** Whether the caller may know the names and numbers of people of a kind. */
  readonly mayName: MayName;
};

/**
 * The people behind a number of a preview, as far as they can be read while a user waits.
 *
 * @returns `more`: there are others, or may be
 */
export async function listPeople(
  ports: ListPeopleDeps,
  command: Omit<SendCommand, "route">,
  { reason, at, numbers, mayName }: ListPeopleOptions,
): Promise<{ readonly people: readonly ListedPerson[]; readonly more: boolean }> {
  const { audience } = command;
  const others = audience ? await ports.readContacts(audience) : { people: [], complete: true };
  const known = new Map<Phone, NamedPerson>();
  for (const person of [...unite(command, ports.country).people(), ...others.people]) {
    if (!known.has(person.phone)) known.set(person.phone, person);
  }
  const phones = [...known.keys()];
  const users = command.contacts.flatMap((contact) => phoneOfContact(contact, ports.country) ?? []);
  const repeated = repeatedIn(phones, [...numbers, ...users, ...others.people.map(({ phone }) => phone)]);
  const found = await find(ports, command, { reason, at, phones, repeated });
  const people = (found ?? []).slice(0, LISTED_AT_MOST).map(({ id, phone, name }): ListedPerson => {
    const person = id === null ? known.get(phone)! : { phone, kind: "subscriber" as const, id, name };
    return { ...labelOf(person, mayName), phone: person.kind === "number" || mayName(person.kind) ? phone : null };
  });
  return { people, more: found === null || found.length > LISTED_AT_MOST || !others.complete };
}

async function find(
  { listedReader, consentCheck, readSettings }: ListPeopleDeps,
  command: Omit<SendCommand, "route">,
  { reason, at, ...known }: Pick<ListPeopleOptions, "reason" | "at"> & Pick<ListedQuery, "phones" | "repeated">,
): Promise<readonly ListedEntry[] | null> {
  const limit = LISTED_AT_MOST + 1;
  if (reason === "without_consent") {
    // As in the preview: members of groups have one.
    if (command.category !== "marketing" || known.phones.length === 0) return [];
    const without = await consentCheck.listWithoutConsent(known.phones, command.content.sender, limit);
    return without.map((phone) => ({ id: null, phone, name: null }));
  }
  const cap = capFor(await readSettings(frequencyCapSection), command.category);
  const skipsOverCap = cap?.whenOver === "skip";
  return listedReader.list({ ...audienceQueryOf(command, cap, at), ...known, skipsOverCap, reason, limit });
}

/** Those of `phones` whose phone is more than once among `entries`. */
function repeatedIn(phones: readonly Phone[], entries: readonly Phone[]): readonly Phone[] {
  const times = new Map<Phone, number>();
  for (const phone of entries) times.set(countedAs(phone), (times.get(countedAs(phone)) ?? 0) + 1);
  return phones.filter((phone) => times.get(countedAs(phone))! > 1);
}
