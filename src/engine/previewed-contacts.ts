import type { ContactPage } from "#domain/access/host";
import { contactPerson, type AudiencePerson } from "#domain/messages/audience-texts";
import { NOBODY, type Audience } from "#domain/messages/message";
import type { PreviewedContacts } from "#domain/preview/people";

import { sourcesOf, type AudienceDeps } from "./audience-pages.ts";

/** The most contacts that a preview reads from each source. */
const PREVIEWED = 10_000;

/** The people of an audience who are not subscribers, as far as a preview can wait for them. */
export async function previewedContacts(
  { users, roles, customers }: Pick<Audience, "users" | "roles" | "customers">,
  options: Pick<AudienceDeps, "host" | "commerce" | "country">,
): Promise<PreviewedContacts> {
  const parts = { users: { ...NOBODY, users }, roles: { ...NOBODY, roles }, customers: { ...NOBODY, customers } };
  const counts = { users: 0, roles: 0, customers: 0 };
  const people: AudiencePerson[] = [];
  let invalid = 0;
  let complete = true;
  for (const name of ["users", "roles", "customers"] as const) {
    for (const source of sourcesOf(parts[name], options)) {
      for (let cursor: string | null = null; "contacts" in source;) {
        const page: ContactPage = await source.contacts(cursor);
        const { kind } = source;
        const usable = page.contacts.flatMap((contact) => contactPerson(contact, kind, options.country) ?? []);
        counts[name] += page.contacts.length;
        invalid += page.contacts.length - usable.length;
        people.push(...usable);
        cursor = page.next;
        if (cursor === null) break;
        if (counts[name] >= PREVIEWED) {
          complete = false;
          break;
        }
      }
    }
  }
  return { ...counts, people, invalid, complete };
}
