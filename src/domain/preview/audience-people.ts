import type { Phone } from "../recipients/phone.ts";
import type { AudienceQuery } from "./audience-count.ts";
import type { StoredPerson } from "../messages/fan-out-store.ts";

export type AudiencePeopleQuery = Pick<AudienceQuery, "groups" | "segments" | "message" | "cap"> & {
  /** How many people were counted: either all of them are read, or a sample. */
  readonly expected: number;
  /** Whether their custom fields are needed. */
  readonly fields: boolean;
};

/** People of groups and segments whom a preview reads; people who bounce are left out. */
export type AudiencePeople = {
  readonly people: readonly (StoredPerson & { readonly timeZone: string | null })[];
  /** Suppressed people, and those over the cap. */
  readonly suppressed: ReadonlySet<Phone>;
  readonly overCap: ReadonlySet<Phone>;
  /** How many people of the audience each of them represents; 1: everyone was read. */
  readonly weight: number;
};

export type AudienceReader = {
  read(query: AudiencePeopleQuery): Promise<AudiencePeople>;
  /** The time zones that are known of people with these numbers. */
  zonesOf(phones: readonly Phone[]): Promise<ReadonlyMap<Phone, string>>;
};
