import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import type { Field } from "../../api/use-fields.ts";
import type { Person } from "./subscriber-facts.tsx";

/** What a form changes about a person, as texts: what is not known is an empty one. */
export type Profile = {
  readonly name: string;
  readonly locale: string;
  readonly time_zone: string;
  readonly custom_fields: Readonly<Record<string, string>>;
};

type Changes = Omit<Operations["updateSubscriber"]["input"], "id">;

export function profileOf(person: Person, fields: readonly Field[]): Profile {
  const { name, locale, time_zone: zone, custom_fields: values } = person;
  const textOf = (key: string) => (Object.hasOwn(values, key) ? `${values[key]}` : "");
  return {
    name,
    locale: locale ?? "",
    time_zone: zone ?? "",
    custom_fields: Object.fromEntries(fields.map(({ key }) => [key, textOf(key)])),
  };
}

/** Only what was changed: a person without a name keeps none, and what others change meanwhile stays. */
export async function changesOf(id: number, before: Profile, after: Profile): Promise<Changes> {
  const { name, locale, time_zone: zone, custom_fields: values } = after;
  const changed = Object.entries(values).filter(([key, value]) => value !== before.custom_fields[key]);
  return {
    ...(name !== before.name && { name }),
    ...(locale !== before.locale && { locale: locale || null }),
    ...(zone !== before.time_zone && { time_zone: zone || null }),
    ...(changed.length > 0 && { custom_fields: await replaced(id, changed) }),
  };
}

/** The API replaces all fields at once, so those that are not in the form go along as they are now. */
async function replaced(id: number, changed: readonly (readonly [string, string])[]) {
  const { custom_fields: now } = await tidings.getSubscriber({ id });
  return { ...now, ...Object.fromEntries(changed) };
}
