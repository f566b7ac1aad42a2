import type { z } from "zod";

import { limits } from "#contract/limits";
import type { Detail, DetailCode } from "#domain/fault";

export type FieldsReading = {
  /** The parameters that are right, whatever is wrong with the others. */
  readonly fields: Record<string, unknown>;
  readonly faults: Detail[];
  readonly unknown: readonly string[];
};

/** Reads every parameter on its own, so that all faults are found at once. */
export function readFields(schema: z.ZodObject, raw: ReadonlyMap<string, unknown>): FieldsReading {
  const fields: Record<string, unknown> = {};
  const faults: Detail[] = [];
  const shape = schema.shape as Record<string, z.ZodType>;
  const optional = optionalOf(schema);
  for (const name of Object.keys(shape)) {
    const given = raw.get(name);
    const value = given === null && !takesNull(shape[name]!) ? undefined : given;
    if (value === undefined && optional.has(name)) continue;
    const badText = value === undefined ? null : findBadText(value, name, 0);
    if (badText) {
      faults.push(badText);
      continue;
    }
    const result = shape[name]!.safeParse(value, { reportInput: true });
    if (result.success) {
      if (result.data !== undefined) fields[name] = result.data;
    } else {
      addOnce(
        faults,
        result.error.issues.map((issue) => detailOf(issue, name, value)),
      );
    }
  }
  const unknown = [...raw.keys()].filter((name) => !Object.hasOwn(shape, name));
  if (unknown.length > limits.unknownParameters) {
    const message = `is one of ${unknown.length} parameters that are not known here; ${limits.unknownParameters} are the most`;
    faults.push({ field: unknown[0]!.slice(0, 100), code: "too_many", message });
    unknown.length = limits.unknownParameters;
  }
  return { fields, faults, unknown };
}

/** A whole number that is too big breaks two rules that say the same. */
function addOnce(faults: Detail[], details: readonly Detail[]): void {
  const told = new Set<string>();
  for (const detail of details) {
    const key = `${detail.code} ${detail.field}`;
    if (!told.has(key)) faults.push(detail);
    told.add(key);
  }
}

/** null counts as absent, unless the parameter has a meaning for it. */
function takesNull(field: z.ZodType): boolean {
  return field.safeParse(null).success;
}

const optionals = new WeakMap<z.ZodObject, ReadonlySet<string>>();

/** The parameters of a schema that may be left out and then are nothing: most of them, in most calls. */
function optionalOf(schema: z.ZodObject): ReadonlySet<string> {
  let names = optionals.get(schema);
  if (!names) {
    const isOptional = (field: z.ZodType): boolean => {
      const result = field.safeParse(undefined);
      return result.success && result.data === undefined;
    };
    const shape = Object.entries(schema.shape as Record<string, z.ZodType>);
    optionals.set(schema, (names = new Set(shape.filter(([, field]) => isOptional(field)).map(([name]) => name))));
  }
  return names;
}

/** PostgreSQL takes neither NUL nor half a surrogate pair, and no phone shows them. */
function findBadText(value: unknown, field: string, depth: number): Detail | null {
  if (typeof value === "string") {
    if (value.includes("\0")) return { field, code: "invalid_text", message: "contains a NUL character" };
    if (!value.isWellFormed()) return { field, code: "invalid_text", message: "contains half a surrogate pair" };
    return null;
  }
  if (typeof value !== "object" || value === null || depth > 20) return null;
  for (const [key, child] of Object.entries(value)) {
    const path = Array.isArray(value) ? `${field}[${key}]` : `${field}.${key}`;
    const bad = findBadText(key, `${field} (a key)`, depth) ?? findBadText(child, path, depth + 1);
    if (bad) return bad;
  }
  return null;
}

/** What is never said again, because clients write what they are told into their logs. A URL may hold a password. */
function isSecret(name: string, code: DetailCode): boolean {
  return name === "password" || name === "activation" || code === "invalid_url";
}

function detailOf(outer: z.core.$ZodIssue, name: string, value: unknown): Detail {
  const { issue, path } = innermost(outer);
  const field = path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : `${text}.${String(part)}`),
    name,
  );
  // What the schema saw: a list may have been written as one string.
  const shown = issue.input === undefined && !("input" in issue) ? valueAt(value, path) : issue.input;
  const [code, message] = explain(issue, shown);
  return { field, code, message, ...(isShort(shown) && !isSecret(name, code) && { value: shown }) };
}

/** Of the branches of a union the one that got furthest tells most. */
function innermost(issue: z.core.$ZodIssue): { issue: z.core.$ZodIssue; path: readonly PropertyKey[] } {
  const inner =
    issue.code === "invalid_union"
      ? issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length || rank(b) - rank(a))[0]
      : undefined;
  if (!inner || issue.input === undefined) return { issue, path: issue.path };
  const below = innermost(inner);
  return { issue: below.issue, path: [...issue.path, ...below.path] };
}

function explain(issue: z.core.$ZodIssue, value: unknown): [DetailCode, string] {
  switch (issue.code) {
    case "invalid_type":
      return value === undefined || value === null
        ? ["required", "is required"]
        : ["wrong_type", `must be ${typeName(issue.expected)}`];
    case "invalid_value":
      return value === undefined
        ? ["required", "is required"]
        : ["not_in_list", `must be one of ${issue.values.map((one) => String(one)).join(", ")}`];
    case "too_big":
      if (issue.origin === "string") return ["too_long", `must have at most ${issue.maximum} characters`];
      if (issue.origin === "array") return ["too_many", `must have at most ${issue.maximum} entries`];
      return ["too_big", `must be at most ${issue.maximum}`];
    case "too_small":
      if (issue.origin === "string")
        return [
          "too_short",
          issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} characters`,
        ];
      if (issue.origin === "array")
        return ["too_short", issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} entries`];
      return ["too_small", `must be at least ${issue.minimum}`];
    case "invalid_format":
      if (issue.format === "url") return ["invalid_url", "is not a URL"];
      return issue.message.startsWith("Invalid")
        ? ["invalid_format", "is not of the right form"]
        : ["invalid_format", issue.message];
    case "invalid_union":
      return value === undefined ? ["required", "is required"] : ["wrong_type", "is not of the right type"];
    case "unrecognized_keys":
      return ["unknown_parameter", `has unknown keys: ${issue.keys.join(", ")}`];
    default:
      return ["wrong_type", issue.message.startsWith("Invalid") ? "is not right" : issue.message];
  }
}

function rank(issue: z.core.$ZodIssue): number {
  return issue.code === "invalid_format"
    ? 3
    : issue.code === "too_big" || issue.code === "too_small"
      ? 2
      : issue.code === "invalid_type"
        ? 1
        : 0;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function typeName(expected: string): string {
  return TYPE_NAMES[expected] ?? expected;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[part] : undefined),
    value,
  );
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= 100;
  return typeof value === "number" || typeof value === "boolean";
}
