import type { Contact } from "../access/host.ts";
import { phoneOfContact } from "../recipients/contact.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import {
  maskedPhone,
  personalText,
  requiredVariables,
  type PersonalText,
  type RefusedPerson,
} from "../texts/personal-text.ts";
import { FIELD_PREFIX, hasLinks, templateOf, variablesIn, type Template } from "../texts/template.ts";
import { templateTextFor } from "../texts/template-store.ts";
import { valuesOf, type PersonDetails, type PersonLinks } from "../texts/values.ts";
import type { MessageContent } from "./content.ts";
import type { StoredPerson } from "./fan-out-store.ts";

/** A person of an audience, from whichever source. */
export type AudiencePerson = Omit<PersonDetails, "phone"> &
  Pick<RefusedPerson, "kind" | "id"> &
  Pick<StoredPerson, "phone" | "viaGroup" | "locale">;

/** The texts of a personal message: one, or one by language. */
type Texts = Pick<MessageContent, "text" | "variants" | "media">;

export type AudienceTexts = {
  readonly texts: ReadonlyMap<Phone, PersonalText & Pick<StoredPerson, "viaGroup">>;
  /** Those for whom no entry has a text. */
  readonly refused: ReadonlyMap<Phone, RefusedPerson & Pick<StoredPerson, "phone" | "viaGroup">>;
};

export function storedPerson({ phone, id, name, locale, fields, viaGroup }: StoredPerson): AudiencePerson {
  const kind = id === null ? "number" : "subscriber";
  return { phone, id, name, locale, viaGroup, kind, ...(fields && { fields }) };
}

/** null: there is no usable number. */
export function contactPerson(
  contact: Contact,
  kind: "user" | "customer",
  country: Country | null,
): AudiencePerson | null {
  const phone = phoneOfContact(contact, country);
  if (phone === null) return null;
  return { phone, kind, id: contact.id || null, name: contact.name ?? null, locale: null, viaGroup: false };
}

/** Whether custom fields are among the variables of the texts. */
export function needsFields(texts: Texts): boolean {
  return variablesIn(texts).some((path) => path.startsWith(FIELD_PREFIX));
}

/** The values that each person needs for any of the texts; null: they do not decide it, as `requiredVariables` says. */
export function requiredValues({ text, variants, media }: Texts, linkUnits: number): readonly string[] | null {
  const all = new Set<string>();
  for (const one of [text, ...Object.values(variants ?? {})]) {
    const required = requiredVariables(templateOf(one), linkUnits, media.length > 0);
    if (required === null) return null;
    for (const variable of required) all.add(variable);
  }
  return [...all];
}

/** Whether links of subscribers are among them. */
export function needsLinks({ text, variants }: Texts): boolean {
  return hasLinks([text, ...Object.values(variants ?? {})]);
}

/**
 * People who were deleted since they were read, or since a schedule was frozen, have no link and are left out.
 *
 * @param links by subscriber
 */
export function withLinks(
  people: readonly AudiencePerson[],
  links: ReadonlyMap<number, PersonLinks>,
): readonly AudiencePerson[] {
  return people.flatMap((person) => {
    if (person.id === null) return person.viaGroup ? [] : [person];
    const own = links.get(person.id);
    return own ? [{ ...person, links: own }] : [];
  });
}

/** Everyone's text. If a person occurs twice, the first entry that has a text counts. */
export function audienceTexts(people: Iterable<AudiencePerson>, content: Texts): AudienceTexts {
  const templateFor = templatesByLocale(content);
  const hasMedia = content.media.length > 0;
  const texts = new Map<Phone, PersonalText & Pick<StoredPerson, "viaGroup">>();
  const refused = new Map<Phone, RefusedPerson & Pick<StoredPerson, "phone" | "viaGroup">>();
  for (const { phone, viaGroup, kind, id, locale, ...details } of people) {
    if (texts.has(phone)) continue;
    const made = personalText(templateFor(locale), valuesOf({ phone, ...details }), hasMedia);
    if ("reason" in made) refused.set(phone, { ...made, phone, viaGroup, kind, id, label: maskedPhone(phone) });
    else texts.set(phone, { ...made, viaGroup });
  }
  for (const phone of texts.keys()) refused.delete(phone);
  return { texts, refused };
}

/** Each text is cut once, not once for each person. */
function templatesByLocale({ text, variants }: Texts): (locale: string | null) => Template {
  const known = new Map<string | null, Template>();
  return (locale) => {
    const found = known.get(locale) ?? templateOf(variants ? templateTextFor({ text, variants }, locale) : text);
    known.set(locale, found);
    return found;
  };
}
