import type { Detail } from "../error.ts";

/** Settings of one subject, which change while the service runs. Stored as one JSON object. */
export type SettingsSection<Value extends object> = {
  /** As on the wire and in the database: "quiet_hours". */
  readonly name: string;
  readonly defaults: Value;
  /**
   * Whether a stored field can be used, beyond its type. An unusable one counts as its default, so that no stored value
   * stops the service.
   */
  readonly usable?: { readonly [Name in keyof Value]?: (value: NonNullable<Value[Name]>) => boolean };
  /** The issues of a complete value whose fields each have the right type; a field is named as in `Value`. */
  readonly check?: (value: Value) => readonly Detail[];
};

/** Declares a section; the function only infers the types. */
export function defineSection<Value extends object>(section: SettingsSection<Value>): SettingsSection<Value> {
  return section;
}

/** For `usable`: a whole number from `least` to `most`. */
export const isWithin =
  (least: number, most: number) =>
  (value: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;

export const isOneOf =
  <Value>(list: readonly Value[]) =>
  (value: Value): boolean =>
    list.includes(value);

export const areOf =
  <Value>(list: readonly Value[]) =>
  (values: readonly Value[]): boolean =>
    values.every((value) => list.includes(value));

/** Whether a rule that holds messages back applies. */
export const ruleModes = ["off", "on"] as const;
export type RuleMode = (typeof ruleModes)[number];

/** The stored settings, with the default wherever nothing usable is stored. */
export function valueOf<Value extends object>(section: SettingsSection<Value>, stored: unknown): Value {
  const given: Partial<Record<keyof Value, unknown>> =
    typeof stored === "object" && stored !== null && !Array.isArray(stored) ? stored : {};
  const value = { ...section.defaults };
  for (const name of Object.keys(section.defaults) as (keyof Value)[]) {
    const field = given[name];
    if (Object.hasOwn(given, name) && isUsable(section, name, field)) value[name] = field as Value[typeof name];
  }
  return value;
}

function isUsable<Value extends object>(
  { defaults, usable }: SettingsSection<Value>,
  name: keyof Value,
  field: unknown,
): boolean {
  const fallback = defaults[name];
  if (field === undefined) return false;
  // A field that may be null has no type that its default could show.
  if (field === null) return fallback === null;
  if (fallback !== null && (typeof field !== typeof fallback || Array.isArray(field) !== Array.isArray(fallback))) {
    return false;
  }
  return usable?.[name]?.(field as NonNullable<Value[typeof name]>) ?? true;
}
