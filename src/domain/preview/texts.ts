import type { Phone } from "../recipients/phone.ts";
import { longestPrefix } from "../recipients/prefix-ranges.ts";
import {
  LISTED,
  MAX_SEGMENTS,
  type PersonalText,
  type RefusedPeople,
  type TextRefusal,
} from "../texts/personal-text.ts";
import type { PersonLinks } from "../texts/values.ts";
import type { AudiencePeople } from "./audience-people.ts";
import { audienceTexts, storedPerson, type AudiencePerson } from "../messages/audience-texts.ts";
import type { MessageContent } from "../messages/content.ts";
import { encodingOf } from "../messages/encoding.ts";
import { gsmReplacement } from "../messages/gsm-replacement.ts";
import { longestContent } from "../messages/personalize.ts";

type Entry = PersonalText & {
  readonly phone: Phone;
  /** How many people of the audience this one represents. */
  readonly weight: number;
};

/** The texts that people of a personal message get. */
export type PreviewedTexts = {
  /** Whether everyone's text was made; otherwise those of a sample, which the other numbers are estimated from. */
  readonly exact: boolean;
  /** Of people who get one. */
  readonly entries: readonly Entry[];
  /** The people who were read, with those who get nothing. */
  readonly people: readonly AudiencePerson[];
  /** Why the message would not be sent; null: everyone has a text. */
  readonly refused: RefusedPeople | null;
};

/** The people of an audience, as far as they were read, and those of them who do not get their text. */
export type ReadPeople = {
  readonly stored: AudiencePeople;
  /** Links that lead nowhere and are as long as a subscriber's; null: the service has no public address. */
  readonly links: PersonLinks | null;
  readonly others: readonly AudiencePerson[];
  readonly complete: boolean;
  readonly getsNothing: (phone: Phone) => boolean;
};

/**
 * What fan-out makes of these people: their texts and who has none, suppressed people included. A number in the call
 * has its text already.
 */
export function previewedTexts(
  content: MessageContent,
  direct: ReadonlyMap<Phone, PersonalText>,
  { stored, links, others, complete, getsNothing }: ReadPeople,
): PreviewedTexts {
  const weights = new Map(stored.people.map(({ phone }) => [phone, stored.weight]));
  const subscribers = stored.people.map((one) => ({
    ...storedPerson(one),
    ...(links && one.id !== null && { links }),
  }));
  const people = [...subscribers, ...others].filter(({ phone }) => !direct.has(phone));
  const { texts, refused } = audienceTexts(people, content);
  const weightOf = (phone: Phone): number => (direct.has(phone) ? 1 : (weights.get(phone) ?? 1));
  const missing = [...refused.values()].toSorted((a, b) => (a.phone < b.phone ? -1 : 1));
  return {
    exact: complete && stored.weight === 1,
    entries: [...direct, ...texts]
      .filter(([phone]) => !getsNothing(phone))
      .map(([phone, { text, segments }]) => ({ phone, text, segments, weight: weightOf(phone) })),
    people,
    refused:
      missing.length === 0
        ? null
        : {
            count: Math.round(missing.reduce((sum, { phone }) => sum + weightOf(phone), 0)),
            sample: missing.slice(0, LISTED).map(({ phone: _phone, viaGroup: _viaGroup, ...person }) => person),
          },
  };
}

/** How the texts differ. */
export function rangeOf({ entries, exact }: PreviewedTexts, content: MessageContent) {
  const longest = longestContent({ content, texts: new Map(entries.map((entry) => [entry.phone, entry])) });
  const characters = new Map<string, number>();
  for (const { text, weight } of entries) {
    const { forcedBy } = encodingOf(text);
    if (forcedBy) characters.set(forcedBy.character, (characters.get(forcedBy.character) ?? 0) + weight);
  }
  const [most] = [...characters].toSorted(([, a], [, b]) => b - a);
  return {
    longest,
    leastSegments: entries.reduce((least, { segments }) => Math.min(least, segments), longest.segments),
    personal: {
      exact,
      made: entries.length,
      ucs2: Math.round([...characters.values()].reduce((sum, people) => sum + people, 0)),
      forcedBy: most ? { character: most[0], replacement: gsmReplacement(most[0]), people: Math.round(most[1]) } : null,
    },
  };
}

/**
 * Segments per person, by the beginning of the number; of a prefix for which no text was rendered, those of the others.
 *
 * @param otherwise if no text was rendered at all
 */
export function segmentsByPrefix(
  { entries }: PreviewedTexts,
  prefixes: ReadonlySet<string>,
  otherwise: number,
): (prefix: string) => number {
  const sums = new Map<string, { people: number; segments: number }>();
  const all = { people: 0, segments: 0 };
  for (const { phone, segments, weight } of entries) {
    const prefix = longestPrefix(phone, prefixes);
    const sum = sums.get(prefix) ?? { people: 0, segments: 0 };
    for (const one of [sum, all]) {
      one.people += weight;
      one.segments += weight * segments;
    }
    sums.set(prefix, sum);
  }
  return (prefix) => {
    const { people, segments } = sums.get(prefix) ?? all;
    return people === 0 ? otherwise : segments / people;
  };
}

/** What the sender should know about the texts. */
export function textWarnings({ exact, entries, refused }: PreviewedTexts): readonly string[] {
  const missing = new Set(refused?.sample.map(whyNot));
  return [...missing, ...(exact ? [] : [sampled(entries.length)])];
}

function whyNot(refusal: TextRefusal): string {
  if (refusal.reason === "too_long")
    return `The texts of some recipients need more than ${MAX_SEGMENTS} segments: the message would be sent to nobody.`;
  const variable = `{{${refusal.variable}}}`;
  return `Some of the recipients have no value for ${variable}: the message would be sent to nobody.`;
}

const sampled = (made: number): string =>
  `The audience is too large to make every text while you wait: segments, cost and missing values are estimated from a sample of ${made.toLocaleString("en")}.`;
