import { t } from "../../lib/translate.ts";

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
        // Computed when it is removed: of ten thousand people each would be compared with every other.
        get without() {
          return { [kind]: audience[kind].filter((other) => keyOf(kind, other) !== keyOf(kind, one)) };
        },
      })),
    ),
  ];
}

/** Numbers from what was typed or pasted: a line break, a comma or a semicolon ends a number, spaces do not. */
export function numbersIn(text: string): string[] {
  return text
    .split(/[\n\r,;،؛\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
