import { nest, requireFewFields } from "./nested-fields.ts";
import { HttpError, invalidParameters } from "../response/http-error.ts";

/** The fields of a multipart form; its files are added to `files`. */
export async function readMultipart(
  bytes: Uint8Array,
  fullType: string,
  { files, mostFields }: { readonly files: Map<string, File>; readonly mostFields: number },
): Promise<Iterable<[string, unknown]>> {
  const parts = [...(await partsOf(bytes, fullType))];
  requireFewFields(parts.length, mostFields);
  const entries: [string, string][] = [];
  for (const [name, value] of parts) if (typeof value === "string") entries.push([name, value]);
  if (entries.some((entry) => entry.some((text) => isRepaired(text, bytes)))) {
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

async function partsOf(bytes: Uint8Array, fullType: string): Promise<FormData> {
  try {
    return await new Response(bytes as never, { headers: { "content-type": fullType } }).formData();
  } catch (cause) {
    throw new HttpError("invalid_json", "The multipart form could not be read.", { cause });
  }
}

/** The parser replaces invalid UTF-8 by U+FFFD. A U+FFFD that was sent is in the bytes, too. */
function isRepaired(text: string, bytes: Uint8Array): boolean {
  return text.includes("\u{fffd}") && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(text);
}
