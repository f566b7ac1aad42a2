/** A JSON Schema, or anything that contains some. */
type Schema = Readonly<Record<string, unknown>>;

/**
 * The published description tolerates fields that a later release adds. Our own responses may have none that it does
 * not name: each object with named properties is closed, unless it says itself what else it may contain.
 */
export function closed(document: Schema): Schema {
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close);
    if (typeof value !== "object" || value === null) return value;
    const schema = merged(value as Schema, document);
    const children = Object.fromEntries(Object.entries(schema).map(([key, child]) => [key, close(child)]));
    return isOpenEnded(schema) ? { ...children, additionalProperties: false } : children;
  };
  return close(document) as Schema;
}

function isOpenEnded(schema: Schema): boolean {
  return schema["type"] === "object" && schema["properties"] !== undefined && !("additionalProperties" in schema);
}

/** `allOf` as one object: each part alone would refuse what the others name. */
function merged(schema: Schema, document: Schema): Schema {
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf)) return schema;
  const parts = allOf.map((part: Schema) => merged(resolved(part, document), document));
  const all = [...parts, own];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map((part) => part["properties"])) as unknown,
    required: [...new Set(all.flatMap((part) => (part["required"] ?? []) as string[]))],
  };
}

/** What a reference points to; anything else is returned as it is. */
export function resolved(value: Schema, document: Schema): Schema {
  const { $ref } = value;
  if (typeof $ref !== "string") return value;
  const path = $ref.slice(2).split("/");
  return path.reduce<unknown>((at, part) => (at as Schema)[part], document) as Schema;
}
