import { HttpError } from "../response/http-error.ts";

/**
 * Form and query fields in their JSON structure: `numbers[]=1&numbers[]=2` is a list, `repeat[interval][unit]=day` an
 * object. A repeated name is a list as well: none of its values may be lost.
 */
export function nest(params: URLSearchParams): Map<string, unknown> {
  const fields: Branch = new Map();
  for (const [name, value] of params) put(fields, pathOf(name), value);
  return new Map([...fields].map(([name, value]) => [name, plain(value)]));
}

/** Names and their values; a list has the keys 0, 1, 2. */
type Branch = Map<string, unknown>;

const MAX_PARTS = 8;

function pathOf(name: string): string[] {
  const open = name.indexOf("[");
  if (open <= 0 || !name.endsWith("]")) return [name];
  const parts = name.slice(open + 1, -1).split("][");
  return parts.length > MAX_PARTS ? [name] : [name.slice(0, open), ...parts];
}

function put(fields: Branch, [name, ...parts]: readonly string[], value: string): void {
  let branch = fields;
  let key = name!;
  for (const part of parts) {
    branch = below(branch, key);
    // `[]` appends.
    key = part === "" ? String(branch.size) : part;
  }
  if (!branch.has(key)) return void branch.set(key, value);
  const several = below(branch, key);
  several.set(String(several.size), value);
}

/** The value of a key, as a branch: an existing single value becomes its first entry. */
function below(branch: Branch, key: string): Branch {
  const there = branch.get(key);
  if (there instanceof Map) return there as Branch;
  const made: Branch = new Map(there === undefined ? [] : [["0", there]]);
  branch.set(key, made);
  return made;
}

/** A branch whose keys count from 0 is a list. `Object.fromEntries` defines keys, so `__proto__` is just a name. */
function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const keys = [...value.keys()];
  const values = [...value.values()].map(plain);
  return keys.every((key, index) => key === String(index))
    ? values
    : Object.fromEntries(keys.map((key, index) => [key, values[index]]));
}

/** A form of a million fields took a minute to parse, in which the process did nothing else. */
export function requireFewFields(count: number, most: number): void {
  if (count > most) throw new HttpError("payload_too_large", `The form has more than ${most} fields.`);
}
