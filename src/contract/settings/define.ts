import { z } from "zod";

import type { AnySection } from "#domain/settings/change-settings";
import type { SettingsSection } from "#domain/settings/section";

type WireName<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${WireName<Tail>}`
  : Name;

/** A schema for each field of the section, by the field's name on the wire. */
type Fields<Value extends object> = {
  readonly [Name in keyof Value & string as WireName<Name>]: z.ZodType<Value[Name]>;
};

/** A section of `GET /settings` and `PATCH /settings`. */
export type SettingsSchema = {
  readonly section: AnySection;
  readonly data: z.ZodObject;
  readonly changes: z.ZodObject;
};

/**
 * The wire shape of a section: the names of its fields converted, their values as they are stored.
 *
 * @param fields a schema for every field, with its description
 */
export function settingsSchema<Value extends object>(
  section: SettingsSection<Value>,
  fields: Fields<Value>,
): SettingsSchema {
  const data = z.object(fields as Record<string, z.ZodType>);
  return { section, data, changes: data.partial() };
}
