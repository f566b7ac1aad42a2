import { limits } from "#contract/limits";

import { HttpError } from "../response/http-error.ts";

/** The client disconnected. Its socket error must not be mistaken for an error of the database. */
export function cutOff(cause: unknown): never {
  if (cause instanceof HttpError) throw cause;
  throw new HttpError("invalid_json", "The body ended before it was complete.", { cause });
}

/** Reads at most this many bytes; a false Content-Length is detected while reading. */
export async function readBytes(request: Request, most: number = limits.bodyBytes): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? "0");
  if (announced > most) throw tooLarge(most);
  if (announced > 0) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > most) throw tooLarge(most);
    return bytes;
  }
  if (!request.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > most) throw tooLarge(most);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export function tooLarge(most: number): HttpError {
  return new HttpError("payload_too_large", `The body is larger than ${most} bytes.`, {
    headers: { Connection: "close" },
  });
}
