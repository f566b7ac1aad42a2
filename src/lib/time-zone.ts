/**
 * Names that ICU reads and Temporal refuses. Each means several zones: IST is India's here, and Israel's and Ireland's
 * elsewhere.
 */
const AMBIGUOUS = /^(?:AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i;
const MAX_KNOWN = 1_000;
/** Called for every recipient, and each query of ICU takes about 20 µs. */
const known = new Map<string, boolean>();

/** Whether a name is a time zone that this runtime knows. */
export function isZone(name: string): boolean {
  let is = known.get(name);
  if (is === undefined) {
    is = /^[\x21-\x7e]+$/.test(name) && !AMBIGUOUS.test(name) && isOfRuntime(name);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, is);
  }
  return is;
}

function isOfRuntime(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
