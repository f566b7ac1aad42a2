/** undefined where the text is no JSON, or broke off. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** What stands at a path of names and indexes in a vendor's answer; undefined where the way ends. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

/** A list, or none: a vendor's answer may hold anything. */
export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

/** Text or a number as text; "" for everything else. Codes and ids come as either. */
export const textAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = at(value, ...path);
  return typeof found === "string" ? found : typeof found === "number" && Number.isFinite(found) ? String(found) : "";
};

/** A vendor's id of a text; "" for what can be none, so that a receipt could never match it. */
export const idAt = (value: unknown, ...path: readonly (string | number)[]): string => fitId(textAt(value, ...path));

/** The same, for text that was found another way. */
export const fitId = (text: string): string => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : "");
