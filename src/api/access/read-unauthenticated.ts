import { limits } from "#contract/limits";

import { HttpError } from "../response/http-error.ts";
import { cutOff, readBytes, tooLarge } from "../request/read-body.ts";

/** Maximum bytes of unfinished bodies, of all unauthenticated callers together. */
const MOST = 64 * 1_024 * 1_024;
/**
 * A body declared to be no longer than this is not counted: most calls have none longer, and ten thousand take 160 MB.
 */
const SMALL = 16_384;

type Upload = { size: number; readonly stop: () => void };

/**
 * Reads bodies that are needed to authenticate the sender, because the signature covers them. A stranger can start one
 * on every connection and finish none, so all of them share a limited amount of memory. When it is full, the upload
 * that started first is dropped: those of a site or a shop arrive within a moment, and are never the oldest.
 *
 * @param limits.most maximum bytes of all unfinished bodies together
 * @param limits.each maximum bytes of one body
 */
export function unauthenticatedReader(limits: { readonly most: number; readonly each: number }) {
  // In the order in which they started.
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

  /** @throws HttpError `payload_too_large`, `too_many_requests`, `invalid_json` if the client disconnected */
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
        if (!uploads.has(upload)) throw tooManyUploads();
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

function tooManyUploads(): HttpError {
  return new HttpError("too_many_requests", "Too many calls were started here and not completed. Try again.", {
    headers: { "Retry-After": "1", Connection: "close" },
  });
}

/** Of this process. */
export const readUnauthenticated = unauthenticatedReader({ most: MOST, each: limits.bodyBytes });
