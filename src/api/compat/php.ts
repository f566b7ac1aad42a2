import type { Fields } from "./parameters.ts";

/** Parameters of the framework itself. */
const FRAMEWORK = new Set(["rest_route", "_method"]);
/** Objects whose keys are the caller's own. */
const MAPS = new Set(["custom_fields"]);

/**
 * Parameters as PHP reads them: an array whose keys are numbers is a list. `array_unique` and `array_filter` leave gaps
 * in lists, which clients then write as objects: `{"0": …, "2": …}`, `numbers[0]=…&numbers[2]=…`.
 */
export function phpFields(fields: Fields): Fields {
  const given = [...fields].filter(([name]) => !FRAMEWORK.has(name));
  return new Map(given.map(([name, value]) => [name, MAPS.has(name) ? value : withLists(value, true)]));
}

function withLists(value: unknown, isOuter: boolean): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([key]) => /^\d{1,15}$/.test(key))) return Object.values(value);
  // The recipients of a quick send are lists within an object.
  return isOuter ? Object.fromEntries(entries.map(([key, inner]) => [key, withLists(inner, false)])) : value;
}

/**
 * The method that a call means. WordPress's own client sends changes as POST with the method in a header: read as POST,
 * removing a webhook would add it. Other methods stay what they are: a link must not delete anything.
 *
 * The header is not among those that a site signs: the site itself sends the method that it names.
 */
export function methodOf(request: Request, isProxied: boolean): string {
  if (request.method !== "POST") return request.method;
  const header = isProxied ? null : request.headers.get("x-http-method-override");
  const named = new URL(request.url).searchParams.get("_method") ?? header;
  if (named === null) return "POST";
  const method = named.toUpperCase();
  return ["POST", "PUT", "PATCH", "DELETE"].includes(method) ? method : "";
}
