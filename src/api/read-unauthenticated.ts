import { limits } from "#contract/limits";

import { HttpError } from "./http-error.ts";
import { cutOff, readBytes, tooLarge } from "./read-body.ts";

/** Bytes of bodies that are still coming in, of all callers whom nobody knows yet. */
const MOST = 64 * 1_024 * 1_024;
/** A body that says it is no longer is not counted: most calls have none that is, and ten thousand of them take 160 MB. */
const SMALL = 16_384;

type Upload = { size: number; readonly stop: () => void };

/**
 * Reads bodies that must be there before it is known who sends them: their signature covers them. A stranger can begin
 * as many as there are connections and end none, so all together get so much room. Where it is full the one that began
 * first is let go: those of a site or a shop come in within a moment, and are never that one.
 *
 * @param room.most bytes of all unfinished bodies together
 * @param room.each bytes of one body
 */
export function unauthenticatedReader(limits: { readonly most: number; readonly each: number }) {
  // In the order in which they began.
  const uploads = new Set<Upload>();
  let held = 0;

  function take(upload: Upload, bytes: number): void {
    upload.size += bytes;
    held += bytes;
    while (held > limits.most) {
      const [oldest] = uploads;
      leave(oldest!);
      oldest!.stop();
    }
  }

  function leave(upload: Upload): void {
    if (uploads.delete(upload)) held -= upload.size;
  }

  /** @throws HttpError `payload_too_large`, `too_many_requests`, `invalid_json` where the client left */
  return async (request: Request): Promise<Uint8Array> => {
    const announced = Number(request.headers.get("content-length") ?? "0");
    if (announced > limits.each) throw tooLarge(limits.each);
    if (!request.body || (announced > 0 && announced <= SMALL)) return readBytes(request, limits.each).catch(cutOff);
    const reader = request.body.getReader();
    const stop = (): void => void reader.cancel().catch(() => undefined);
    const upload: Upload = { size: 0, stop };
    const parts: Uint8Array[] = [];
    uploads.add(upload);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (!uploads.has(upload)) throw crowded();
        if (done) return Buffer.concat(parts);
        if (upload.size + value.length > limits.each) {
          stop();
          throw tooLarge(limits.each);
        }
        parts.push(value);
        take(upload, value.length);
      }
    } catch (error) {
      return cutOff(error);
    } finally {
      leave(upload);
    }
  };
}

function crowded(): HttpError {
  return new HttpError("too_many_requests", "Too many calls were begun here and not ended. Try again.", {
    headers: { "Retry-After": "1", Connection: "close" },
  });
}

/** Of this process. */
export const readUnauthenticated = unauthenticatedReader({ most: MOST, each: limits.bodyBytes });
