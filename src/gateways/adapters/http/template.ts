/** What a template may name; each is text, a list (`media`) or absent. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>;

export const placeholders = [
  "to",
  "to_digits",
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
] as const;

type Slot = {
  readonly name: string;
  readonly as?: "number" | "boolean" | "list";
  readonly choice?: readonly [yes: string, no: string];
};
export type Template = readonly (string | Slot)[];

/** Thrown while settings are read; the message names no value. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

const SLOT = /\{(\w+)(?::(number|boolean|list)|\?([^:{}]*):([^:{}]*))?\}/g;

/**
 * Reads `{name}`, `{name?yes:no}` and, for JSON, `{name:number}`, `{name:boolean}`, `{name:list}`.
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
      ...(as === undefined ? {} : { as: as as "number" | "boolean" | "list" }),
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

/** A slot's text; undefined where there is nothing to say, so that the field can be left out. */
export function slotText(slot: Slot, values: Values): string | undefined {
  const value = values[slot.name];
  if (slot.choice) return slot.choice[value === undefined || value === "0" ? 1 : 0] || undefined;
  return typeof value === "object" ? value.join(" ") : value;
}

/** The whole template as text, every inserted value passed through `escape`. */
export function render(template: Template, values: Values, escape: (value: string) => string): string {
  return template.map((piece) => (typeof piece === "string" ? piece : escape(slotText(piece, values) ?? ""))).join("");
}
