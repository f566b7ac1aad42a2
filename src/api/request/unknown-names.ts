import type { z } from "zod";

import { limits } from "#contract/limits";
import { namesFor, PASSED_OVER, plainName, whyNotSupported } from "#contract/name-suggestions";
import type { Detail } from "#domain/error";
import { nearest } from "#lib/edit-distance";
import { jsonOf } from "#lib/json";

type Definition = {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
};

/** The names on one level of a call. */
type Given = { readonly has: (name: string) => boolean };

/** A value within a call. Its path is written only where something is wrong: 330,000 of them took 0.2 s. */
type Path = { readonly parent: Path | null; readonly key: string | number };

function pathText({ parent, key }: Path): string {
  if (parent === null) return `${key}`;
  return pathText(parent) + (typeof key === "number" ? `[${key}]` : `.${key}`);
}

/** Longer names are truncated when they are echoed to the caller. */
const SHOWN = 100;

/**
 * Names in a call that are not parameters of its route, at every level, each with the closest valid name. Based on the
 * schema, so that no endpoint can omit the check.
 *
 * @param more explanations of names that this route deliberately does not accept
 */
export function unknownNames(
  schema: z.ZodObject,
  raw: ReadonlyMap<string, unknown>,
  more: Readonly<Record<string, string>> = {},
): Detail[] {
  if (definitionOf(schema).catchall) return [];
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const found: Detail[] = [];
  for (const [name, value] of raw) {
    if (Object.hasOwn(shape, name)) {
      const inner = objectIn(shape[name]!, value);
      if (inner !== null) search([shape[name]!], inner, { parent: null, key: name }, found);
    } else if (!name.startsWith("_") && !PASSED_OVER.has(name)) {
      found.push(
        detailOf(
          { path: name, name, known: Object.keys(shape), given: raw, before: found.length },
          Object.hasOwn(more, name) ? more[name] : undefined,
        ),
      );
    }
  }
  return found;
}

/** An object may be written as JSON text in a query or a form, if the parameter is read that way. */
function objectIn(schema: z.ZodType, value: unknown): object | null {
  if (typeof value === "object") return value;
  if (typeof value !== "string" || !value.trim().startsWith("{") || placesOf(schema).length === 0) return null;
  const parsed = jsonOf(value);
  return typeof parsed === "object" ? parsed : null;
}

/** As a warning, for callers who prefer lenient handling. */
export function ignoredName({ field, suggestion }: Detail): string {
  return `${field} is not known here and was ignored${suggestion === undefined ? "." : `; did you mean ${suggestion}?`}`;
}

/** Walks value and schemas in parallel; a type mismatch is reported elsewhere. */
function search(schemas: readonly z.ZodType[], value: object, path: Path, found: Detail[]): void {
  const places = schemas.flatMap(placesOf);
  if (places.length === 0) return;
  if (Array.isArray(value)) {
    const elements = places.flatMap((one) => definitionOf(one).element ?? []);
    if (elements.length === 0) return;
    value.forEach((one: unknown, index) => {
      if (typeof one === "object" && one !== null) search(elements, one, { parent: path, key: index }, found);
    });
    return;
  }
  const values = places.flatMap((one) => definitionOf(one).valueType ?? []);
  for (const [name, one] of values.length > 0 ? Object.entries(value) : []) {
    if (typeof one === "object" && one !== null) search(values, one, { parent: path, key: name }, found);
  }
  const shapes = places.map((one) => definitionOf(one).shape).filter((shape) => shape !== undefined);
  const isFree = places.some((one) => definitionOf(one).type === "record" || definitionOf(one).catchall);
  if (shapes.length === 0 || isFree) return;
  const known = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))];
  // Queried instead of copied: a copy for each name blocked the whole process for 7 s at 4,000 names.
  const given = { has: (name: string): boolean => Object.hasOwn(value, name) };
  for (const [name, below] of Object.entries(value)) {
    const at = { parent: path, key: name };
    if (!known.includes(name)) found.push(detailOf({ path: pathText(at), name, known, given, before: found.length }));
    else if (typeof below === "object" && below !== null) {
      const inner = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name]!] : []));
      search(inner, below, at, found);
    }
  }
}

const places = new WeakMap<z.ZodType, readonly z.ZodType[]>();

/** The objects, records and lists that a schema accepts, without their wrappers. Most schemas accept none. */
function placesOf(schema: z.ZodType): readonly z.ZodType[] {
  const known = places.get(schema);
  if (known) return known;
  const { type, innerType, in: before, out, options = [] } = definitionOf(schema);
  const isPlace = type === "object" || type === "record" || (type === "array" && leadsOn(schema));
  const inner = [innerType, before, out, ...options].filter((one) => one !== undefined);
  const all = isPlace ? [schema] : inner.flatMap(placesOf);
  places.set(schema, all);
  return all;
}

/** Neither ten thousand numbers need to be checked nor a thousand records in which every name is valid. */
function leadsOn(array: z.ZodType): boolean {
  return placesOf(definitionOf(array).element!).some((place) => {
    const { type, valueType } = definitionOf(place);
    return type !== "record" || placesOf(valueType!).length > 0;
  });
}

function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

type Unknown = {
  readonly path: string;
  readonly name: string;
  /** Valid names on the same level. */
  readonly known: readonly string[];
  readonly given: Given;
  /** How many unknown names were found before this one. */
  readonly before: number;
};

function detailOf({ path, name, known, given, before }: Unknown, sentence?: string): Detail {
  const field = path.slice(0, SHOWN);
  // No one reads this many, and a caller who sends a flood of names must not cause a search for each.
  if (before >= limits.unknownParameters) return { field, code: "unknown_parameter", message: "is not known here" };
  const why = sentence ?? whyNotSupported(name);
  if (why !== null) return { field, code: "unknown_parameter", message: `is not known here: ${why}` };
  const suggestion = suggest(name.slice(0, SHOWN), known, given);
  if (suggestion === null) return { field, code: "unknown_parameter", message: "is not known here" };
  const message = `is not known here; did you mean ${suggestion}?`;
  return { field, code: "unknown_parameter", message, suggestion };
}

/** The name that was meant: another spelling, another service's name for it if ours is not used, or a typo. */
function suggest(name: string, known: readonly string[], given: Given): string | null {
  const plain = plainName(name);
  return (
    known.find((one) => plainName(one) === plain) ??
    namesFor(name).find((one) => known.includes(one) && !given.has(one)) ??
    nearest(name, known)
  );
}
