import { jsonOf } from "#lib/json";

type Fields = Readonly<Record<string, unknown>>;

/** The JSON of a body; null if it is not JSON. */
export const readJson = (body: Uint8Array): unknown => jsonOf(Buffer.from(body).toString("utf8"));

/** A field of a JSON object as text; "" where it is missing. Numbers are converted as they are written. */
export function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === "string" ? field : typeof field === "number" ? String(field) : "";
}

/** A field of a JSON object; undefined where it is missing. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Fields)[name]
    : undefined;
}

/** A field that is a list; empty where it is missing. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const field = fieldOf(value, name);
  return Array.isArray(field) ? field : [];
}
