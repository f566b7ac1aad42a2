/** A JSON Schema as our own description writes it. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string | undefined;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

type Known = Readonly<Record<string, Schema>>;

/** One parameter or reply field: `repeat.interval.unit`, `items[].id`. */
export type Row = {
  readonly name: string;
  /** The type in words: "list of text, at most 10,000". */
  readonly type: string;
  readonly required: boolean;
  readonly description: string | null;
  readonly choices: readonly string[];
  readonly pattern: string | null;
};

/** A schema as rows: itself, where it has a name, and everything inside it. */
export function rowsOf(
  name: string,
  given: Schema,
  known: Known,
  { required }: { readonly required: boolean },
): readonly Row[] {
  const schema = resolved(given, known);
  const own: Row = {
    name,
    type: typeOf(schema, known),
    required,
    description: given.description ?? schema.description ?? null,
    choices: choicesOf(schema, known),
    pattern: schema.pattern === undefined || schema.pattern === "\\S" ? null : schema.pattern,
  };
  return [...(name === "" ? [] : [own]), ...insideOf(name, schema, known)];
}

function insideOf(name: string, schema: Schema, known: Known): readonly Row[] {
  const inner = schema.anyOf?.map((one) => resolved(one, known)) ?? [schema];
  return inner.flatMap((one) => {
    const list = one.items && resolved(one.items, known);
    const at = list ? `${name}[]` : name;
    const { properties = {}, required = [] } = list ?? one;
    return Object.entries(properties).flatMap(([key, child]) =>
      rowsOf(at === "" ? key : `${at}.${key}`, child, known, { required: required.includes(key) }),
    );
  });
}

function resolved(schema: Schema, known: Known): Schema {
  if (schema.allOf) return united(schema.allOf.map((part) => resolved(part, known)));
  if (schema.$ref === undefined) return listOf(schema) ?? schema;
  const target = known[schema.$ref.split("/").at(-1)!];
  if (!target) throw new Error(`openapi.json refers to ${schema.$ref}, which is not in it`);
  return { ...resolved(target, known), ...(schema.description !== undefined && { description: schema.description }) };
}

/** Merges the parts of an `allOf` into one object. */
function united(parts: readonly Schema[]): Schema {
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Known;
  return { type: "object", properties, required: parts.flatMap(({ required = [] }) => required) };
}

/** "One, or a list of them" is shown as a list: the page says once that a single value is also accepted. */
function listOf({ anyOf, ...around }: Schema): Schema | null {
  const list = anyOf?.find(({ items }) => items !== undefined);
  if (!anyOf || !list || anyOf.length !== 2) return null;
  const isOneOfThem = anyOf.some((one) => JSON.stringify(one) === JSON.stringify(list.items));
  return isOneOfThem ? { ...around, ...list } : null;
}

function choicesOf(schema: Schema, known: Known): readonly string[] {
  const within = schema.items ? resolved(schema.items, known) : schema;
  const all = [within, ...(within.anyOf ?? []).map((one) => resolved(one, known))];
  return [...new Set(all.flatMap((one) => one.enum ?? []).map(String))];
}

const FORMATS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  "date-time": ["time (RFC 3339)", "times (RFC 3339)"],
  uri: ["URL", "URLs"],
  email: ["e-mail address", "e-mail addresses"],
  uuid: ["UUID", "UUIDs"],
};

/** A type in words, with its limits; in the plural if `many`, for the items of a list. */
function typeOf(schema: Schema, known: Known, many = false): string {
  const one = resolved(schema, known);
  if (one.anyOf) return [...new Set(one.anyOf.map((each) => typeOf(each, known, many)))].join(" or ");
  if (one.const !== undefined) return one.const === "" ? "empty" : JSON.stringify(one.const);
  const types = [one.type ?? (one.properties ? "object" : "anything")].flat();
  return types.map((type) => wordOf(type, one, known, many)).join(" or ");
}

function wordOf(type: string, schema: Schema, known: Known, many: boolean): string {
  switch (type) {
    case "string": {
      if (schema.enum) return many ? "these words" : "one of";
      const words = FORMATS[schema.format ?? ""] ?? ["text", "texts"];
      return limited(words[many ? 1 : 0], range(schema.minLength, schema.maxLength, " characters"), many);
    }
    case "integer":
    case "number": {
      const word = `${type === "integer" ? "whole " : ""}number${many ? "s" : ""}`;
      return limited(word, many && schema.minimum === 1 ? "" : range(schema.minimum, schema.maximum, ""), many);
    }
    case "boolean":
      return "true or false";
    case "array": {
      const most = schema.maxItems === undefined ? "" : `up to ${schema.maxItems.toLocaleString("en")} `;
      const items = schema.items ? typeOf(schema.items, known, true) : "anything";
      if (items === "these words") return "list of these words";
      return items.includes(" or ") && most !== "" ? `list of ${most}entries: ${items}` : `list of ${most}${items}`;
    }
    case "object":
      return (many ? "objects" : "object") + (schema.properties ? "" : " with any names");
    default:
      return type;
  }
}

function limited(word: string, limit: string, many: boolean): string {
  if (limit === "") return word;
  return many ? `${word} (each ${limit})` : `${word}, ${limit}`;
}

/** "At least one character" is expected, so it is not shown. */
function range(least: number | undefined, most: number | undefined, unit: string): string {
  const from = least === undefined || (least <= 1 && unit !== "") ? "" : `from ${least.toLocaleString("en")}`;
  const to = most === undefined ? "" : `${from ? " to" : "up to"} ${most.toLocaleString("en")}`;
  return from + to === "" ? "" : `${from}${to}${unit}`;
}
