/** A JSON Schema as openapi.json has it. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * How a schema is printed. `input`: what a caller passes, so an optional property may also be `undefined` and a list
 * may be read-only. `output`: what the service returns. `both`: a named object that is passed and returned; it has no
 * lists.
 */
export type Direction = "input" | "output" | "both";

const SCALARS: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** A JSON Schema as a TypeScript type. References become `Schemas["Name"]`. */
export function printType(schema: Schema, direction: Direction, indent = ""): string {
  if (typeof schema["$ref"] === "string") return `Schemas[${JSON.stringify(schema["$ref"].split("/").at(-1))}]`;
  if (Object.hasOwn(schema, "const")) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return union(schema["enum"].map((value) => JSON.stringify(value)));
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as readonly Schema[] | undefined;
  if (choices) return union(choices.map((choice) => printType(choice, direction, indent)));
  if (Array.isArray(schema["allOf"])) {
    return (schema["allOf"] as Schema[]).map((part) => enclosed(printType(part, direction, indent))).join(" & ");
  }
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((one) => printType({ ...schema, type: one }, direction, indent)));
  if (type === "array") return printList(schema["items"] as Schema | undefined, direction, indent);
  if (type === "object" || schema["properties"]) return printObject(schema, direction, indent);
  return SCALARS[String(type)] ?? "unknown";
}

function printList(items: Schema | undefined, direction: Direction, indent: string): string {
  const list = `${enclosed(printType(items ?? {}, direction, indent))}[]`;
  return direction === "input" ? `readonly ${list}` : list;
}

function printObject(schema: Schema, direction: Direction, indent: string): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const others = schema["additionalProperties"] as Schema | boolean | undefined;
  if (properties.length === 0) {
    const value = typeof others === "object" ? printType(others, direction, indent) : "unknown";
    return `Record<string, ${value}>`;
  }
  const required = new Set((schema["required"] ?? []) as string[]);
  return printProperties(
    properties.map(([name, property]) => ({ name, schema: property, required: required.has(name) })),
    direction,
    indent,
  );
}

export type Property = { readonly name: string; readonly schema: Schema; readonly required: boolean };

/** An object type with a doc comment for each property that has a description. */
export function printProperties(properties: readonly Property[], direction: Direction, indent: string): string {
  const inner = `${indent}  `;
  const lines = properties.map(({ name, schema, required }) => {
    const type = printType(schema, direction, inner);
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    // A caller who compiles with exactOptionalPropertyTypes may have a variable that is undefined.
    const mayLack = direction !== "output" && !required && type !== "unknown" ? " | undefined" : "";
    return `${comment(schema["description"], inner)}${inner}${key}${required ? "" : "?"}: ${type}${mayLack};`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** A doc comment, or nothing. */
export function comment(text: unknown, indent: string): string {
  if (typeof text !== "string" || text === "") return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** Next to literals, `string` would hide them from an editor's completion. */
function union(types: readonly string[]): string {
  const parts = [...new Set(types.flatMap((type) => (isPlainUnion(type) ? type.split(" | ") : [type])))];
  if (parts.includes("unknown")) return "unknown";
  const hasWords = parts.some((part) => part.startsWith('"'));
  return parts
    .map((part) => (part === "string" && hasWords ? "(string & {})" : part))
    .map((part) => (part.startsWith("readonly ") ? `(${part})` : part))
    .join(" | ");
}

/** Only words and names, which cannot contain a bar. */
const isPlainUnion = (type: string): boolean => type.includes(" | ") && !/[{}[\]()<>&]/.test(type);

const enclosed = (type: string): string => (/[|&]|^readonly /.test(withoutBraces(type)) ? `(${type})` : type);

function withoutBraces(type: string): string {
  return type.startsWith("{") && type.endsWith("}") ? "" : type;
}
