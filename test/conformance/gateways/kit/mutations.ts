import type { ProviderCall } from "#domain/gateways/gateway";

type Path = readonly (string | number)[];

const others: readonly unknown[] = [null, true, false, 7, -1, "", "x", [], {}, ["x"], { a: 1 }, "9".repeat(10_000)];

/** A JSON text with one value changed to each of another kind, and with one name or element removed. */
export function changed(json: string): { readonly path: Path; readonly body: string }[] {
  const found: { path: Path; body: string }[] = [];
  for (const path of pathsOf(JSON.parse(json))) {
    const wasText = JSON.stringify(valueAt(JSON.parse(json), path));
    for (const other of others) {
      if (JSON.stringify(other) === wasText) continue;
      const copy: unknown = JSON.parse(json);
      parentOf(copy, path)[path.at(-1)!] = other;
      found.push({ path, body: JSON.stringify(copy) });
    }
    const copy: unknown = JSON.parse(json);
    const parent = parentOf(copy, path);
    if (Array.isArray(parent)) parent.splice(path.at(-1) as number, 1);
    else delete parent[path.at(-1)!];
    found.push({ path, body: JSON.stringify(copy) });
  }
  return found;
}

/** What a hostile or broken network does to a call: to its body, or to its query if that is all it has. */
export function mangledCalls(call: ProviderCall): ProviderCall[] {
  const bodies = mangled(call.body).map((body) => ({ ...call, body }));
  if (call.body !== "") return bodies;
  const { origin, pathname } = new URL(call.url);
  const queries = mangled(new URLSearchParams(call.query).toString()).map((text) => ({
    ...call,
    url: `${origin}${pathname}?${text}`,
    query: Object.fromEntries(new URLSearchParams(text)),
  }));
  return [...bodies, ...queries];
}

function mangled(body: string): string[] {
  const cuts = Array.from({ length: 12 }, (_, index) => body.slice(0, Math.floor((body.length * index) / 12)));
  const json = /^[[{]/.test(body) ? changed(body).map((each) => each.body) : [];
  return [
    ...cuts,
    ...json,
    "<html>hello</html>",
    "null",
    "[]",
    "{}",
    "[null]",
    '"text"',
    "9".repeat(1_000_000),
    `[${"[".repeat(5_000)}`,
    "a=%ZZ&b=%00&=&&&",
    body.replaceAll("=", "[]="),
    `${body}&${body}`,
    "\u0000\uFFFF",
  ];
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return path.length > 0 ? [path] : [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((each, index) => [index, each])
    : Object.entries(value);
  return [...(path.length > 0 ? [path] : []), ...entries.flatMap(([key, each]) => pathsOf(each, [...path, key]))];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((found, step) => (found as Record<string | number, unknown>)[step], value);
}

function parentOf(value: unknown, path: Path): Record<string | number, unknown> {
  return valueAt(value, path.slice(0, -1)) as Record<string | number, unknown>;
}
