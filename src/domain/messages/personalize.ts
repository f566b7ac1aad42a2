import { counted } from "#lib/counted";

import { DomainError } from "../error.ts";
import type { Phone } from "../recipients/phone.ts";
import {
  refusalWords,
  LISTED,
  maskedPhone,
  personalText,
  type PersonalText,
  type RefusedPeople,
  type RefusedPerson,
} from "../texts/personal-text.ts";
import { templateOf } from "../texts/template.ts";
import { valuesOf, type PersonDetails } from "../texts/values.ts";
import { withOwnText, type MessageContent } from "./content.ts";
import type { NewMessage } from "./message.ts";

/** A recipient whose values are known, and how the caller named them. */
export type NamedPerson = PersonDetails & Pick<RefusedPerson, "kind" | "id"> & { readonly phone: Phone };

/** The variables that a call states for its direct numbers. */
export type NumberVariables = Readonly<Record<Phone, Readonly<Record<string, string>>>>;

export function namedNumber(phone: Phone, variables: NumberVariables = {}): NamedPerson {
  return { phone, kind: "number", id: null, ...(Object.hasOwn(variables, phone) && { variables: variables[phone]! }) };
}

/** The names that have a value for at least one of the numbers. */
export function variableNames(variables: NumberVariables): ReadonlySet<string> {
  return new Set(Object.values(variables).flatMap((values) => Object.keys(values)));
}

export type Personalized = Pick<NewMessage, "content" | "texts">;

/**
 * The texts of known people. With one recipient the message becomes a plain one: its text is that person's, and an
 * erasure treats it so. Two people with the same name keep separate texts.
 *
 * @param content a personal one
 * @param waits more people follow, whose texts may be different
 */
export function personalize(
  content: MessageContent,
  people: readonly NamedPerson[],
  waits: boolean,
): Personalized | RefusedPeople {
  const template = templateOf(content.text);
  const hasMedia = content.media.length > 0;
  const texts = new Map<Phone, PersonalText>();
  const sample: RefusedPerson[] = [];
  let count = 0;
  for (const person of people) {
    const made = personalText(template, valuesOf(person), hasMedia);
    if (!("reason" in made)) {
      texts.set(person.phone, made);
      continue;
    }
    count += 1;
    const { kind, id, phone } = person;
    if (sample.length < LISTED) sample.push({ ...made, kind, id, label: maskedPhone(phone) });
  }
  if (count > 0) return { count, sample };
  const [only] = texts.values();
  if (only && !waits && texts.size === 1) return { content: withOwnText(content, only.text) };
  return { content, texts };
}

export const isRefused = (made: Personalized | RefusedPeople): made is RefusedPeople => "count" in made;

/**
 * The same for a call that is waiting for its reply.
 *
 * @throws DomainError invalid_parameter if there is no text for one of them: the message is then sent to no one
 */
export function personalizeOrRefuse(
  content: MessageContent,
  people: readonly NamedPerson[],
  waits: boolean,
): Personalized {
  const made = personalize(content, people, waits);
  if (!isRefused(made)) return made;
  const { count, sample } = made;
  const whom = `${count.toLocaleString("en")} of ${counted(people.length, "recipient")}`;
  const words = new Map(sample.map((person) => [refusalWords(person), person.reason]));
  throw new DomainError(
    "invalid_parameter",
    `The message was sent to nobody: there is no text for ${whom}.`,
    [...words].map(([phrase, code]) => ({ field: "message", code, message: `${phrase} for some of the recipients` })),
    { refused_people: made },
  );
}

/** The longest content that a known recipient gets: the limits and the price of the message depend on it. */
export function longestContent({ content, texts }: Personalized): MessageContent {
  const longest = longestOf(texts?.values() ?? []);
  return longest ? withOwnText(content, longest.text) : content;
}

/** The text with the most segments, and of several the one with the most characters. null: there is none. */
export function longestOf<Text extends PersonalText>(texts: Iterable<Text>): Text | null {
  let longest: Text | null = null;
  for (const one of texts) {
    const more = one.segments - (longest?.segments ?? 0);
    if (more > 0 || (more === 0 && one.text.length > longest!.text.length)) longest = one;
  }
  return longest;
}
