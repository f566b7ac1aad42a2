import { t } from "../../lib/translate.ts";
import type { SendInput } from "./draft.ts";

export type Named = { readonly id: number; readonly name: string };

/** A subscriber or a customer. A message names them by their number, which also identifies them here. */
export type Person = Named & { readonly number: string };

/** Whom a message goes to: what was chosen of each source. */
export type Audience = {
  /** All subscribers: their groups and segments are part of it. */
  readonly everyone: boolean;
  readonly groups: readonly Named[];
  readonly segments: readonly Named[];
  readonly people: readonly Person[];
  readonly users: readonly Named[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly customers: boolean;
  /** As they were typed. */
  readonly numbers: readonly string[];
};

export const nobody: Audience = {
  everyone: false,
  groups: [],
  segments: [],
  people: [],
  users: [],
  roles: [],
  customers: false,
  numbers: [],
};

/** An entry of the audience but for typed numbers, and what is left without it. */
export type Chosen = {
  readonly key: string;
  readonly name: string;
  /** Of a person with a name. */
  readonly number?: string;
  readonly without: Partial<Audience>;
};

/** Of an entry of a list, unique in the audience. */
export const keyOf = (kind: (typeof lists)[number], one: { readonly id: number | string; readonly number?: string }) =>
  `${kind} ${one.number ?? one.id}`;

const lists = ["groups", "segments", "people", "users", "roles"] as const;

export const hasAudience = (audience: Audience): boolean =>
  audience.numbers.length > 0 || audience.everyone || audience.customers || lists.some((kind) => audience[kind].length);

/** In the order in which they are shown. */
export function chosenIn(audience: Audience): readonly Chosen[] {
  return [
    ...(audience.everyone ? [{ key: "everyone", name: t`All subscribers`, without: { everyone: false } }] : []),
    ...(audience.customers ? [{ key: "customers", name: t`Customers`, without: { customers: false } }] : []),
    ...lists.flatMap((kind) =>
      audience[kind].map((one) => ({
        key: keyOf(kind, one),
        name: one.name,
        ...("number" in one && one.number !== one.name && { number: one.number }),
        without: { [kind]: audience[kind].filter((other) => keyOf(kind, other) !== keyOf(kind, one)) },
      })),
    ),
  ];
}

/** The API's fields for it. Bad numbers are shown beside the field and left out, by the API. */
export function audienceInput(audience: Audience, text: string): Partial<SendInput> {
  const { everyone, groups, segments, users, roles, customers } = audience;
  const numbers = numbersOf(audience, isPersonal(text));
  const input = {
    ...(everyone ? { group_ids: "all" as const } : groups.length > 0 && { group_ids: groups.map(({ id }) => id) }),
    ...(segments.length > 0 && { segment_ids: segments.map(({ id }) => id) }),
    ...(users.length > 0 && { users: users.map(({ id }) => id) }),
    ...(roles.length > 0 && { role_ids: roles.map(({ id }) => id) }),
    ...(numbers.length > 0 && { numbers, skip_invalid: true }),
  };
  if (!customers) return input;
  // Only `recipients` names customers, and then it names every source.
  const subscribers = everyone || groups.length > 0 || segments.length > 0;
  return {
    ...input,
    recipients: [
      "customers" as const,
      ...(subscribers ? ["subscribers" as const] : []),
      ...(users.length > 0 ? ["users" as const] : []),
      ...(roles.length > 0 ? ["roles" as const] : []),
      ...(numbers.length > 0 ? ["numbers" as const] : []),
    ],
  };
}

/** Whether something in a text is filled in for each person. */
export const isPersonal = (text: string): boolean => /\{\{|%subscriber_(?:name|mobile)%/.test(text);

/** Characters of a name that a text contains at most. */
const NAME_LENGTH = 30;

/** People first, so that a person whose number is typed as well gets the text with their name. */
function numbersOf({ people, numbers }: Audience, withNames: boolean) {
  const named = people.map(({ name, number }) =>
    withNames && name !== number ? { number, variables: { name: [...name].slice(0, NAME_LENGTH).join("") } } : number,
  );
  return [...named, ...numbers];
}

/** Numbers from what was typed or pasted: a line break, a comma or a semicolon ends a number, spaces do not. */
export function numbersIn(text: string): string[] {
  return text
    .split(/[\n\r,;،؛\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
