import type { Endpoint } from "../endpoint.ts";
import { HttpError } from "../response/http-error.ts";
import { mediaTypeIn, readInput, type RawInput } from "./read-body.ts";
import { cutOff, tooLarge } from "./read-bytes.ts";
import { readKnown, type ReadBody } from "./shared-reader.ts";

/** A form is read as a whole, and a file in it is in memory. */
const MAX_FORM_BYTES = 8 * 1024 * 1024;
const FORM_ITSELF = 64 * 1024;

/** The parameters of a call whose body is a file, and the file, which is read later and as it arrives. */
export async function readUpload(
  request: Request,
  pathFields: Readonly<Record<string, string>>,
  { types, most }: NonNullable<Endpoint["upload"]>,
): Promise<{ readonly input: RawInput; readonly upload: AsyncIterable<Uint8Array> }> {
  const type = mediaTypeIn(request.headers.get("content-type") ?? "");
  if (type === "multipart/form-data") {
    const input = await readInput(request, pathFields, {
      most: Math.min(most + FORM_ITSELF, MAX_FORM_BYTES),
      ...(most > MAX_FORM_BYTES && { read: formOrAdvice(types[0]!, most) }),
    });
    const file = input.files.get("file");
    return { input, upload: partsOf(file?.stream() ?? null, most) };
  }
  if (!types.includes(type)) {
    const what = type === "" ? "A body without Content-Type" : type.slice(0, 100);
    const refusal = new HttpError("unsupported_media_type", `${what} is not supported: send the file as ${types[0]}.`);
    // Parameters may be in a JSON body; invalid ones are reported before the missing file is. A file that `curl
    // --data-binary` sends as a form would be one long unknown name.
    if (!/[/+]json$/.test(type)) throw refusal;
    const input = await readInput(request, pathFields);
    return { input, upload: refusedUpload(refusal) };
  }
  const { url, headers } = request;
  const input = await readInput(new Request(url, { headers }), pathFields);
  return { input, upload: partsOf(request.body, most) };
}

/** Reads a form. The refusal of one that is too large says how a file of this size is accepted. */
function formOrAdvice(type: string, most: number): ReadBody {
  return async (request, longest) => {
    try {
      return await readKnown(request, longest);
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== "payload_too_large") throw error;
      const advice = `Send the file itself as the body, with Content-Type: ${type}: up to ${most} bytes are accepted.`;
      throw new HttpError(error.code, `${error.message} ${advice}`, { headers: error.headers });
    }
  };
}

// oxlint-disable-next-line require-yield -- it is refused when it is read
async function* refusedUpload(error: HttpError): AsyncGenerator<Uint8Array> {
  throw error;
}

async function* partsOf(body: ReadableStream<Uint8Array> | null, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(cutOff);
    if (!part || part.done) return;
    size += part.value.length;
    if (size > most) throw tooLarge(most);
    yield part.value;
  }
}
