import { badges } from "../../components/state-badges.ts";
import { regionName } from "../../lib/countries.ts";
import { dayWords, numberWords } from "../../lib/field-words.ts";
import { languageName } from "../../lib/languages.ts";
import { t } from "../../lib/translate.ts";
import { type Draft, type Operator, type Row, type Subject } from "./filter.ts";

export type Names = {
  readonly subjects: readonly Subject[];
  readonly groups: ReadonlyMap<string, string>;
};

/** A filter as a sentence: "City is Berlin, and one of: Group is VIP; Group is Press". */
export function describe({ all, any }: Draft, names: Names): string {
  const each = all.map((row) => condition(row, names));
  const some = any.map((row) => condition(row, names));
  const choices = some.join(t`; `);
  const oneOf = all.length === 0 ? t`One of: ${choices}` : t`one of: ${choices}`;
  const last = some.length > 1 ? [oneOf] : some;
  return [...each, ...last].reduce((before, next) => (before === "" ? next : t`${before}, and ${next}`), "");
}

const sentences: Readonly<Record<Operator, (subject: string, value: string) => string>> = {
  is: (subject, value) => t`${subject} is ${value}`,
  is_not: (subject, value) => t`${subject} is not ${value}`,
  contains: (subject, value) => t`${subject} contains ${value}`,
  before: (subject, value) => t`${subject} is before ${value}`,
  after: (subject, value) => t`${subject} is after ${value}`,
  greater: (subject, value) => t`${subject} is more than ${value}`,
  less: (subject, value) => t`${subject} is less than ${value}`,
  set: (subject) => t`${subject} is known`,
  not_set: (subject) => t`${subject} is not known`,
};

function condition({ field, op, value }: Row, { subjects, groups }: Names): string {
  const subject = subjects.find((one) => one.field === field);
  const label = subject?.label ?? field;
  // A newer service may know an operator that this page does not.
  return sentences[op]?.(label, valueName(value, subject?.kind ?? "text", groups)) ?? `${label} ${op} ${value}`;
}

function valueName(value: string, kind: Subject["kind"], groups: Names["groups"]): string {
  switch (kind) {
    case "group":
      return groups.get(value) ?? t`a group that is gone`;
    case "state":
      return badges.subscriber[value as keyof typeof badges.subscriber]?.word ?? value;
    case "country":
      return regionName(value);
    case "locale":
      return languageName(value);
    case "date":
    case "created":
      return dayWords(value);
    case "number":
      return numberWords(value);
    case "yes_no":
      return value === "true" ? t`yes` : t`no`;
    default:
      return value;
  }
}
