/**
 * undefined if the text is not JSON, or is truncated.
 *
 * An integer that a number cannot hold becomes a string: of ids with 19 digits the last ones would be lost, so that
 * receipts matched nothing, and one incoming message, even a STOP, passed for the repetition of another.
 */
export function parseJson(text: string | null): unknown {
  // RFC 8259 §8.1 forbids a byte order mark, but some providers write one.
  const json = (text ?? "").replace(/^\uFEFF/, "");
  try {
    return LONG_NUMBER.test(json) ? JSON.parse(json, exactly) : JSON.parse(json);
  } catch {
    return undefined;
  }
}

const LONG_NUMBER = /\d{16}/;

function exactly(_name: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const isRounded = typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? "");
  return isRounded ? source : value;
}

/** The value at a path of names and indexes in a vendor's response; undefined if the path ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

/** A list, or an empty one: a vendor's response may contain anything. */
export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

/** A string, or a number as a string; "" for everything else. Codes and ids come as either. */
export const textAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = at(value, ...path);
  return typeof found === "string" ? found : typeof found === "number" && Number.isFinite(found) ? String(found) : "";
};

/** A vendor's id of a message; "" for an impossible one, so that a receipt could never match it. */
export const idAt = (value: unknown, ...path: readonly (string | number)[]): string => fitId(textAt(value, ...path));

/** The same, for a vendor whose ids are UUIDs. */
export const uuidAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const text = textAt(value, ...path);
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : "";
};

/** As {@link idAt}, for a string found otherwise. */
export const fitId = (text: string): string => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : "");

/**
 * An error code; "" for a string that is not one. A code is not cleaned as reasons are, so anything that may contain a
 * number, a message text or a secret must not count as one.
 */
export const codeAt = (value: unknown, ...path: readonly (string | number)[]): string =>
  fitCode(textAt(value, ...path));

/** As {@link codeAt}, for a string found otherwise. */
export const fitCode = (text: string): string => (/^[\w.:#/-]{1,64}$/.test(text) && !/\d{7}/.test(text) ? text : "");

/** How many segments a vendor counted, to be spread into an outcome; empty if it does not say. */
export const segmentsAt = (value: unknown, ...path: readonly (string | number)[]): { segments?: number } => {
  const segments = Number(textAt(value, ...path));
  return Number.isInteger(segments) && segments > 0 && segments <= 255 ? { segments } : {};
};
