/** The values that a text may contain about one person, by variable: `name`, `number`, `fields.city`. */
export type Values = ReadonlyMap<string, string>;

/** Characters of a name that a text contains, as in WP SMS: a longer one would cost everyone else a segment. */
const NAME_LENGTH = 30;
/** Characters of any other value. */
export const VALUE_LENGTH = 200;

/** Line breaks and control characters, and marks that change the direction of the text after them. */
const NOT_SHOWN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;
/** What needs no cleaning, as most values do not. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;
/** Units that are looked at: a stored name may be of any length. */
const LOOKED_AT = 2_000;

/** A value as it is put into a text; null: there is none. */
export function cleanValue(value: unknown, length: number): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  if (typeof value === "string" && value.length <= length && PLAIN.test(value)) return value;
  const shown = String(value).slice(0, LOOKED_AT).toWellFormed().normalize("NFC").replaceAll(NOT_SHOWN, " ").trim();
  const cut = shown.length <= length ? shown : [...shown].slice(0, length).join("").trim();
  return cut === "" ? null : cut;
}

/** Variables whose value is a person's own link. */
export const linkVariables = ["unsubscribe_url", "preferences_url"] as const;

/** The addresses of the page on which one person leaves or changes groups. */
export type PersonLinks = Readonly<Record<(typeof linkVariables)[number], string>>;

/** What is known about a person: the source of their values. */
export type PersonDetails = {
  readonly phone: string;
  readonly name?: string | null;
  /** Custom fields of a subscriber. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Only of a subscriber. */
  readonly links?: PersonLinks | undefined;
  /** What the call itself says about this number. */
  readonly variables?: Readonly<Record<string, string>>;
};

/** "+" and 15 digits (E.164). */
const NUMBER_LENGTH = 16;

export const isLinkVariable = (path: string): boolean => (linkVariables as readonly string[]).includes(path);

/** UTF-16 units of a person's value at most. A character may have two. @param linkUnits those of a link */
export function mostUnits(path: string, linkUnits: number): number {
  if (path === "number") return NUMBER_LENGTH;
  if (isLinkVariable(path)) return linkUnits;
  return 2 * (path === "name" || path === "first_name" ? NAME_LENGTH : VALUE_LENGTH);
}

export function valuesOf({ phone, name, fields = {}, links, variables = {} }: PersonDetails): Values {
  const values = new Map<string, string>();
  const set = (variable: string, value: unknown, length: number): void => {
    const clean = cleanValue(value, length);
    if (clean !== null) values.set(variable, clean);
  };
  values.set("number", phone);
  // Never truncated: a truncated link leads nowhere.
  if (links) for (const [variable, url] of Object.entries(links)) values.set(variable, url);
  set("name", name, NAME_LENGTH);
  for (const [key, value] of Object.entries(fields)) set(`fields.${key}`, value, VALUE_LENGTH);
  for (const [key, value] of Object.entries(variables)) set(key, value, key === "name" ? NAME_LENGTH : VALUE_LENGTH);
  const own = values.get("name");
  if (own !== undefined && !values.has("first_name")) set("first_name", own.split(" ", 1)[0], NAME_LENGTH);
  return values;
}
