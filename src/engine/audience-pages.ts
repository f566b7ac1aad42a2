import { CHUNK_SIZE } from "#domain/deliveries/queue";
import type { Audience } from "#domain/messages/message";
import type { PeopleSource } from "#domain/messages/fan-out-store";
import type { Commerce, ContactPage, Host } from "#domain/access/host";
import { phoneOfContact } from "#domain/recipients/contact";
import type { Country, Phone } from "#domain/recipients/phone";

/** People per page: the statement that writes a page takes about 15 ms of database time, and a pause waits for it. */
export const PAGE = 2_000;

/** The turn of the page after one of so many people: a page has one for each chunk that it fills. */
export const turnAfter = (turn: number, people: number): number => turn + Math.max(1, Math.ceil(people / CHUNK_SIZE));

/** One part of an audience. Pages may repeat a person; the ledger stores each once. */
export type Source =
  | { readonly stored: PeopleSource }
  | {
      readonly kind: "user" | "customer";
      readonly contacts: (cursor: string | null) => Promise<ContactPage>;
    };

/** Reads the people of an audience. */
export type AudienceDeps = {
  readonly host: Host;
  readonly commerce: Commerce | null;
  /** Phones of active members, ordered by number, without duplicates. */
  readonly activePhones: (
    groups: readonly number[] | "all",
    after: string | null,
    limit: number,
  ) => Promise<readonly string[]>;
  readonly country: Country | null;
};

export function sourcesOf(
  audience: Audience,
  { host, commerce }: Pick<AudienceDeps, "host" | "commerce">,
): readonly Source[] {
  const { groups, users, roles, customers, frozen, segments = [] } = audience;
  if (frozen !== undefined) return [{ stored: { frozen, groups } }];
  const sources: Source[] = [];
  if (groups) sources.push({ stored: { groups } });
  for (const segment of segments) sources.push({ stored: { segment } });
  if (users.length > 0) {
    sources.push({
      kind: "user",
      async contacts(cursor) {
        const from = Number(cursor ?? 0);
        const contacts = await host.users(users.slice(from, from + PAGE));
        const end = from + PAGE;
        return { contacts, next: end < users.length ? String(end) : null };
      },
    });
  }
  if (roles.length > 0) sources.push({ kind: "user", contacts: (cursor) => host.usersInRoles(roles, cursor, PAGE) });
  if (customers && commerce) sources.push({ kind: "customer", contacts: (cursor) => commerce.customers(cursor, PAGE) });
  return sources;
}

/**
 * The members of a live audience, page by page. A person may appear on several pages: the caller removes duplicates.
 */
export async function* audiencePages(audience: Audience, options: AudienceDeps): AsyncGenerator<readonly Phone[]> {
  for (const source of sourcesOf(audience, options)) {
    for (let cursor: string | null = null; ;) {
      const { phones, next }: NumberPage = await numbersOf(source, cursor, options);
      yield phones;
      if (next === null) break;
      cursor = next;
    }
  }
}

type NumberPage = { readonly phones: readonly Phone[]; readonly next: string | null };

async function numbersOf(source: Source, cursor: string | null, options: AudienceDeps): Promise<NumberPage> {
  if ("contacts" in source) {
    const { contacts, next } = await source.contacts(cursor);
    return { phones: phonesOf(contacts, options.country).phones, next };
  }
  if (!("groups" in source.stored) || "frozen" in source.stored) {
    throw new Error("only members of groups can be read outside the database");
  }
  // Subscribers' numbers are already E.164.
  const phones = (await options.activePhones(source.stored.groups, cursor, PAGE)) as readonly Phone[];
  return { phones, next: phones.length < PAGE ? null : phones.at(-1)! };
}

/** Phone numbers without duplicates; invalid and repeated numbers are counted. */
export function phonesOf(
  contacts: ContactPage["contacts"],
  country: Country | null,
): { readonly phones: readonly Phone[]; readonly duplicates: number; readonly invalid: number } {
  const phones = new Set<Phone>();
  let invalid = 0;
  for (const contact of contacts) {
    const phone = phoneOfContact(contact, country);
    if (phone === null) invalid += 1;
    else phones.add(phone);
  }
  return { phones: [...phones], duplicates: contacts.length - invalid - phones.size, invalid };
}
