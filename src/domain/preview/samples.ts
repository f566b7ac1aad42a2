import type { Phone } from "../recipients/phone.ts";
import type { RefusedPerson } from "../texts/personal-text.ts";
import { variablesIn } from "../texts/template.ts";
import { valuesOf } from "../texts/values.ts";
import type { MessageContent } from "../messages/content.ts";
import { labelOf, type MayName } from "./person-label.ts";
import { longestOf, type NamedPerson } from "../messages/personalize.ts";
import type { PreviewedTexts } from "./texts.ts";

/** People who are shown with their texts. */
const SHOWN = 5;

/** A person of the audience with the text that they would get. */
export type SamplePerson = Pick<RefusedPerson, "kind" | "id" | "label"> & {
  readonly text: string;
  readonly segments: number;
  /** The values filled into the text, by variable. */
  readonly values: Readonly<Record<string, string>>;
};

export type Samples = {
  readonly people: readonly SamplePerson[];
  /** The person whose text is the longest. */
  readonly longest: SamplePerson | null;
};

/**
 * Some of the people who would get a text, in the order of their numbers, and the one with the longest.
 *
 * @param known includes everyone whose text was made
 * @param mayName whether the caller may know the names of such people; otherwise they are called by their last digits
 */
export function samplesOf(
  { entries }: PreviewedTexts,
  content: Pick<MessageContent, "text" | "variants">,
  known: readonly NamedPerson[],
  mayName: MayName,
): Samples {
  const longest = longestOf(entries);
  // Always the same people from preview to preview, while the user is typing.
  const shown = entries.toSorted((a, b) => (a.phone < b.phone ? -1 : 1)).slice(0, SHOWN);
  const phones = new Set([...shown, ...(longest ? [longest] : [])].map(({ phone }) => phone));
  const people = new Map<Phone, NamedPerson>();
  for (const person of known) {
    if (phones.has(person.phone) && !people.has(person.phone)) people.set(person.phone, person);
  }
  const used = variablesIn(content);
  const sample = ({ phone, text, segments }: PreviewedTexts["entries"][number]): SamplePerson => {
    const person = people.get(phone) ?? { phone, kind: "number" as const, id: null };
    const values = [...valuesOf(person)].filter(([variable]) => used.includes(variable));
    return { ...labelOf(person, mayName), text, segments, values: Object.fromEntries(values) };
  };
  return { people: shown.map(sample), longest: longest && sample(longest) };
}
