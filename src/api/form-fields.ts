/**
 * Form and query fields as one would write them in JSON: `numbers[]=1&numbers[]=2` is a list,
 * `repeat[interval][unit]=day` an object, a doubled plain name its last value.
 */
export function nest(params: URLSearchParams): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of params) {
    const path = pathOf(name);
    if (path.length === 1) fields.set(path[0]!, value);
    else put(fields, path, value);
  }
  return new Map([...fields].map(([name, value]) => [name, plain(value)]));
}

type Branch = Map<string, unknown>;

const MAX_PARTS = 8;

function pathOf(name: string): string[] {
  const open = name.indexOf("[");
  if (open <= 0 || !name.endsWith("]")) return [name];
  const parts = name.slice(open + 1, -1).split("][");
  return parts.length > MAX_PARTS ? [name] : [name.slice(0, open), ...parts];
}

function put(fields: Branch, path: readonly string[], value: string): void {
  let branch = fields;
  path.forEach((part, index) => {
    const key = part === "" ? String(branch.size) : part;
    if (index === path.length - 1) {
      branch.set(key, value);
      return;
    }
    const below = branch.get(key);
    const next: Branch = below instanceof Map ? below : new Map();
    branch.set(key, next);
    branch = next;
  });
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
