/**
 * What a template may name; each is a string, a list (`media`) or absent. Of what differs between the recipients of a
 * call, `to:list` and the like contain all of them, and the plain name the first one.
 */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>;

export const placeholders = [
  "to",
  "to_digits",
  "to_national",
  "from",
  "from_digits",
  "text",
  "text_hex",
  "text_if_gsm",
  "hex_if_unicode",
  "ref",
  "receipt_url",
  "media",
  "unicode",
  "flash",
  "segments",
  "valid_for",
  "valid_minutes",
  "username",
  "password",
  "time",
  "time_ms",
  "time_iso",
  "nonce",
] as const;

/** What the template of a signature base may name, besides the parts of a message. */
export const signedPlaceholders: readonly string[] = [...placeholders, "method", "host", "path", "body"];
/** What the header with the signature may name. */
export const headerPlaceholders: readonly string[] = [...placeholders, "signature"];

/** Values that differ for each recipient of a call. */
export const personal: readonly string[] = ["to", "to_digits", "to_national", "ref"];

export type Slot = {
  readonly name: string;
  readonly as?: "number" | "boolean" | "list" | "csv";
  readonly choice?: readonly [yes: string, no: string];
};
export type Template = readonly (string | Slot)[];

/** Thrown while settings are read; its message contains no value. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

const SLOT = /\{(\w+)(?::(number|boolean|list|csv)|\?([^:{}]*):([^:{}]*))?\}/g;

/**
 * Reads `{name}`, `{name?yes:no}`, `{name:list}`, `{name:csv}` and, for JSON, `{name:number}`, `{name:boolean}`.
 *
 * @throws TemplateError for a name that does not exist
 */
export function compile(text: string, allowed: readonly string[] = placeholders): Template {
  const template: (string | Slot)[] = [];
  let end = 0;
  for (const match of text.matchAll(SLOT)) {
    const [whole, name = "", as, yes, no] = match;
    if (!allowed.includes(name))
      throw new TemplateError(`has {${name.slice(0, 20)}}, which is none of ${allowed.join(", ")}`);
    if (match.index > end) template.push(text.slice(end, match.index));
    template.push({
      name,
      ...(as === undefined ? {} : { as: as as Slot["as"] & string }),
      ...(yes === undefined ? {} : { choice: [yes, no ?? ""] as const }),
    });
    end = match.index + whole.length;
  }
  if (end < text.length) template.push(text.slice(end));
  return template;
}

/** The placeholder that a template consists of alone, or null. */
export function onlySlot(template: Template): Slot | null {
  const [first] = template;
  return template.length === 1 && typeof first === "object" ? first : null;
}

/** All values of a slot: one per recipient if they differ; undefined if there is none. */
export function listOf(slot: Slot, values: Values): readonly string[] | undefined {
  const value = values[`${slot.name}:list`] ?? values[slot.name];
  return typeof value === "string" ? [value] : value;
}

/** A slot's string; undefined if it is absent, so that the field can be left out. */
export function slotText(slot: Slot, values: Values): string | undefined {
  if (slot.as === "csv") return listOf(slot, values)?.join(",");
  const value = values[slot.name];
  if (slot.choice) return slot.choice[value === undefined || value === "0" ? 1 : 0] || undefined;
  return typeof value === "object" ? value.join(" ") : value;
}

/** The whole template as a string, every inserted value passed through `escape`. */
export function render(template: Template, values: Values, escape: (value: string) => string): string {
  return template.map((piece) => (typeof piece === "string" ? piece : escape(slotText(piece, values) ?? ""))).join("");
}
