import type { Reader, Readers } from "../../components/shown-for.tsx";
import { readablePhone } from "../../lib/phone.ts";
import { isPersonal } from "./audience-input.ts";
import { hasAudience } from "./audience.ts";
import { type Draft, translates } from "./draft.ts";
import type { Preview } from "./use-preview.ts";

type Samples = NonNullable<NonNullable<Preview["text"]["personal"]>["samples"]>;

/**
 * Who reads the text on the phone, as far as the caller may know; undefined: nobody is known.
 *
 * @param current the preview is of the draft as it is now: until it is, the values of its people make their texts
 */
export function readersOf(draft: Draft, preview: Preview | undefined, current: boolean): Readers | undefined {
  if (!isPersonal(draft.text) && !translates(draft)) return undefined;
  const samples = preview?.text.personal?.samples;
  if (samples && samples.people.length > 0) {
    const names = new Map(draft.people.map(({ number, name }) => [number, name]));
    const reader = ({ label, values, text }: Samples["people"][number]): Reader => ({
      label: readablePhone(names.get(label) ?? label),
      values,
      text: current ? text : undefined,
    });
    return { people: samples.people.map(reader), longest: samples.longest && reader(samples.longest) };
  }
  const only = onlyOne(draft);
  return only && { people: [only], longest: null };
}

/** One recipient has the only text, which is then the text of the message. */
function onlyOne(draft: Draft): Reader | undefined {
  const { people, numbers } = draft;
  if (people.length + numbers.length !== 1 || hasAudience({ ...draft, people: [], numbers: [] })) return undefined;
  const [person] = people;
  if (!person) return { label: readablePhone(numbers[0]!), values: { number: numbers[0]! } };
  const { name, number } = person;
  const named = name === number ? {} : { name, first_name: name.split(" ", 1)[0] ?? name };
  return { label: readablePhone(name), values: { number, ...named } };
}
