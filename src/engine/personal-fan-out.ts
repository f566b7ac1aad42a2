import type {
  FanOutJob,
  FanOutProgress,
  FanOutStore,
  PreparedPage,
  StoredPerson,
} from "#domain/messages/fan-out-store";
import type { ReadLinks } from "#domain/forms/person-link";
import { phoneOfContact } from "#domain/recipients/contact";
import type { Phone } from "#domain/recipients/phone";
import { maskedPhone, personalText, type RefusedPerson } from "#domain/texts/personal-text";
import { FIELD_PREFIX, hasLinks, templateOf, variablesOf, type Template } from "#domain/texts/template";
import { textFor } from "#domain/texts/text-template";
import { valuesOf, type PersonDetails } from "#domain/texts/values";

import { PAGE, sourcesOf, type AudienceDeps, type Source } from "./audience-pages.ts";
import type { StepResult } from "./leased-jobs.ts";

type Deps = Omit<AudienceDeps, "activePhones"> & { readonly store: FanOutStore; readonly readLinks: ReadLinks };
type Person = Omit<PersonDetails, "phone"> &
  Pick<RefusedPerson, "kind" | "id"> &
  Pick<StoredPerson, "phone" | "viaGroup" | "locale">;
type Texts = NonNullable<FanOutJob["template"]>;
type PeoplePage = { readonly people: readonly Person[]; readonly invalid: number; readonly next: string | null };

/**
 * One page of a personal message. First everyone's text is prepared and stored; only once nobody is without a text are
 * the deliveries written, from what is stored. So a missing value stops all of it, and a text never changes again.
 */
export async function personalStep(
  job: FanOutJob,
  texts: Texts,
  deps: Deps,
  leaseMs: number,
): Promise<StepResult<FanOutJob>> {
  const { store } = deps;
  const { progress } = job;
  const sources = sourcesOf(job.audience, deps);
  const source = sources[progress.source];
  if (source) {
    const page = prepared(await read(source, progress.cursor, texts, deps), texts, progress);
    return (await store.prepare(job, page, leaseMs)) ? { ...job, progress: page.next } : "release";
  }
  if (progress.source > sources.length) return (await store.end(job)) ? "done" : "release";
  if (progress.cursor === null) {
    const refused = await store.refused(job);
    if (refused) return (await store.refuse(job, refused)) ? "done" : "release";
  }
  const written = await store.addStored(job, { prepared: true }, PAGE, leaseMs);
  return written ? { ...job, progress: written.progress } : "release";
}

async function read(
  source: Source,
  cursor: string | null,
  { text, variants }: Texts,
  { store, country, readLinks }: Deps,
): Promise<PeoplePage> {
  if ("stored" in source) {
    const texts = [text, ...Object.values(variants ?? {})];
    const paths = texts.flatMap((one) => variablesOf(templateOf(one)));
    const needsFields = paths.some((path) => path.startsWith(FIELD_PREFIX));
    const stored = await store.people(source.stored, cursor, PAGE, needsFields);
    const people = stored.people.map(({ phone, id, name, locale, fields, viaGroup }): Person => {
      return {
        phone,
        id,
        name,
        locale,
        viaGroup,
        kind: id === null ? "number" : "subscriber",
        ...(fields && { fields }),
      };
    });
    const linked = readLinks && hasLinks(texts) ? await withLinks(people, readLinks) : people;
    return { people: linked, invalid: 0, next: stored.next };
  }
  const { contacts, next } = await source.contacts(cursor);
  const people = contacts.flatMap((contact): Person[] => {
    const phone = phoneOfContact(contact, country);
    return phone === null
      ? []
      : [
          {
            phone,
            kind: source.kind,
            id: contact.id || null,
            name: contact.name ?? null,
            locale: null,
            viaGroup: false,
          },
        ];
  });
  return { people, invalid: contacts.length - people.length, next };
}

/** Who was deleted since the page was read has no link, and is not written to any more. */
async function withLinks(people: readonly Person[], readLinks: NonNullable<ReadLinks>): Promise<readonly Person[]> {
  const links = await readLinks(people.flatMap(({ id }) => (id === null ? [] : [id])));
  return people.flatMap((person) => {
    if (person.id === null) return [person];
    const own = links.get(person.id);
    return own ? [{ ...person, links: own }] : [];
  });
}

/** Of a person who is twice on the page, the first entry that has a text counts. */
function prepared({ people, invalid, next }: PeoplePage, content: Texts, progress: FanOutProgress): PreparedPage {
  const templateFor = templatesByLocale(content);
  const texts = new Map<Phone, PreparedPage["texts"][number]>();
  const refused = new Map<Phone, PreparedPage["refused"][number]>();
  for (const { phone, viaGroup, kind, id, locale, ...details } of people) {
    if (texts.has(phone)) continue;
    const made = personalText(templateFor(locale), valuesOf({ phone, ...details }));
    if ("reason" in made) refused.set(phone, { ...made, phone, viaGroup, kind, id, label: maskedPhone(phone) });
    else texts.set(phone, { ...made, phone, viaGroup });
  }
  const without = [...refused.values()].filter(({ phone }) => !texts.has(phone));
  return {
    texts: [...texts.values()],
    refused: without,
    duplicates: people.length - texts.size - without.length,
    invalid,
    next: { ...progress, source: progress.source + (next === null ? 1 : 0), cursor: next },
  };
}

/** Each text is cut once for a page, not once for each person. */
function templatesByLocale({ text, variants }: Texts): (locale: string | null) => Template {
  const known = new Map<string | null, Template>();
  return (locale) => {
    const found = known.get(locale) ?? templateOf(variants ? textFor({ text, variants }, locale) : text);
    known.set(locale, found);
    return found;
  };
}
