import { z } from "zod";

import { portablePattern } from "./portable-pattern.ts";

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Schemas = {
  /** What a caller may pass for one parameter. */
  input(schema: z.ZodType): { readonly schema: JsonSchema; readonly required: boolean };
  /** What we return. */
  output(schema: z.ZodType): JsonSchema;
  /** Like `output`, with references replaced by what they refer to. */
  inlined(schema: z.ZodType): JsonSchema;
  /** Stores a schema under a name and returns the reference to it. */
  name(id: string, schema: JsonSchema): JsonSchema;
  /** Every schema seen so far that has an id (`.meta({ id })`), by id. */
  components(): Record<string, JsonSchema>;
};

/** Converts zod schemas to JSON Schema; a schema with an id is stored once and referenced. */
export function openSchemas(): Schemas {
  const components = new Map<string, JsonSchema>();

  function convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const {
      $schema: _dialect,
      $defs,
      ...own
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ jsonSchema }) => describe(jsonSchema),
    });
    for (const [id, definition] of Object.entries($defs ?? {})) components.set(id, tidy(definition) as JsonSchema);
    const result = tidy(own) as JsonSchema;
    const id = schema.meta()?.["id"];
    // Already a reference, where zod has put the schema itself among the definitions.
    return typeof id !== "string" || result["$ref"] !== undefined ? result : name(id, result);
  }

  function name(id: string, schema: JsonSchema): JsonSchema {
    components.set(id, schema);
    return { $ref: `#/components/schemas/${id}` };
  }

  return {
    input: (schema) => ({ schema: convert(schema, "input"), required: !schema.safeParse(undefined).success }),
    output: (schema) => convert(schema, "output"),
    inlined: (schema) => inline(convert(schema, "output"), components) as JsonSchema,
    name,
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

function inline(value: unknown, components: ReadonlyMap<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((child) => inline(child, components));
  if (typeof value !== "object" || value === null) return value;
  const { $ref } = value as JsonSchema;
  if (typeof $ref === "string") return inline(components.get($ref.split("/").at(-1)!), components);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, inline(child, components)]));
}

/** Applies the contract's own metadata: `describedAs` another schema, one or many (`ONE_OR_MANY`). */
function describe(schema: Record<string, unknown>): void {
  const { describedAs, oneOrMany, type, items, minItems, maxItems } = schema;
  if (describedAs instanceof z.ZodType) {
    for (const key of Object.keys(schema)) delete schema[key];
    const {
      $schema: _dialect,
      $defs: _components,
      ...other
    } = z.toJSONSchema(describedAs, {
      io: "input",
      override: ({ jsonSchema }) => describe(jsonSchema as Record<string, unknown>),
    });
    Object.assign(schema, other);
  }
  if (oneOrMany !== true || type !== "array") return;
  for (const key of ["oneOrMany", "type", "items", "minItems", "maxItems"]) delete schema[key];
  const many = {
    type,
    items,
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
  schema["anyOf"] = [items, many];
}

/** Drops what no reader needs, and points references to OpenAPI's components. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== "object" || value === null) return value;
  const schema = value as JsonSchema;
  const entries = Object.entries(schema).flatMap(([key, child]): [string, unknown][] => {
    if (key === "id" && typeof child === "string" && schema["type"] !== undefined) return [];
    if (key === "maximum" && child === Number.MAX_SAFE_INTEGER) return [];
    if (key === "minimum" && child === Number.MIN_SAFE_INTEGER) return [];
    // The format says the same; the pattern is a page long.
    if (key === "pattern" && schema["format"] !== undefined) return [];
    if (key === "pattern" && typeof child === "string") return [[key, portablePattern(child)]];
    // Additions are allowed within a version: a client must tolerate unknown fields.
    if (key === "additionalProperties" && child === false) return [];
    if (key === "$ref" && typeof child === "string") {
      return [[key, child.replace("#/$defs/", "#/components/schemas/")]];
    }
    return [[key, key === "properties" ? mapValues(child as JsonSchema) : tidy(child)]];
  });
  return Object.fromEntries(entries);
}

/** Property names are not keywords: a property `id` or `pattern` stays. */
function mapValues(properties: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, tidy(child)]));
}
