import { MIMEType } from "node:util";

import { nest, requireFewFields } from "./nested-fields.ts";
import { HttpError, invalidParameters } from "../response/http-error.ts";

/** The fields of a multipart form; its files are added to `files`. */
export async function readMultipart(
  bytes: Uint8Array,
  fullType: string,
  { files, mostFields }: { readonly files: Map<string, File>; readonly mostFields: number },
): Promise<Iterable<[string, unknown]>> {
  const type = typeOf(fullType);
  requireFewFields(delimitersIn(bytes, type.params.get("boundary"), mostFields + 1), mostFields);
  const parts = [...(await partsOf(bytes, type))];
  const entries: [string, string][] = [];
  for (const [name, value] of parts) if (typeof value === "string") entries.push([name, value]);
  if (isRepaired(entries.flat(), bytes)) {
    throw new HttpError("invalid_json", "The form is not UTF-8.");
  }
  const fields = nest(new URLSearchParams(entries));
  for (const [name, value] of parts) {
    if (typeof value === "string") continue;
    // The later one would replace the earlier one, and the loss of its people would go unnoticed.
    if (fields.has(name)) {
      throw invalidParameters([{ field: name, code: "wrong_type", message: "accepts one value, not several" }]);
    }
    // A file is not a string: the parameter's own rule reports that.
    fields.set(name, { file: value.name });
    files.set(name, value);
  }
  return fields;
}

function typeOf(fullType: string): MIMEType {
  try {
    return new MIMEType(fullType);
  } catch (cause) {
    throw unreadable(cause);
  }
}

/**
 * How many delimiters there are, up to `most`: one behind each part (RFC 2046 5.1.1). Counted before the parts are read,
 * because each takes 17 µs to parse: 160,000, which 8 MB can have, kept the process from all else for 2.8 s.
 */
function delimitersIn(bytes: Uint8Array, boundary: string | null, most: number): number {
  // The parser will refuse it.
  if (boundary === null) return 0;
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let count = 0;
  for (let at = whole.indexOf(delimiter); at !== -1 && count < most; count += 1) {
    at = whole.indexOf(delimiter, at + delimiter.length);
  }
  return count;
}

/** Written anew from what was read: of a header with several types, this parser would take the last one. */
async function partsOf(bytes: Uint8Array, type: MIMEType): Promise<FormData> {
  try {
    return await new Response(bytes as never, { headers: { "content-type": String(type) } }).formData();
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause: unknown): HttpError {
  return new HttpError("invalid_json", "The multipart form could not be read.", { cause });
}

/**
 * The parser replaces invalid UTF-8 by U+FFFD. A U+FFFD that was sent is in the bytes, too. The texts are in the order of
 * the bytes, so each is searched for behind the one before: from the start, 15,000 of them took 4 s, and one that was
 * repaired was found where another had been sent so.
 */
function isRepaired(texts: readonly string[], bytes: Uint8Array): boolean {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let behind = 0;
  for (const text of texts) {
    if (!text.includes("\u{fffd}")) continue;
    const at = whole.indexOf(text, behind);
    if (at === -1) return true;
    behind = at + Buffer.byteLength(text);
  }
  return false;
}
