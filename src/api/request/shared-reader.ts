import { HttpError } from "../response/http-error.ts";
import { cutOff, readBytes, tooLarge } from "./read-bytes.ts";

/** Maximum bytes of unfinished bodies on each of the two ways, of all callers whose credentials have been checked. */
const MOST_KNOWN = 128 * 1_024 * 1_024;
/**
 * A body declared to be no longer than this is not counted: most calls have none longer, and ten thousand take 160 MB.
 */
const SMALL = 16_384;

type Upload = { size: number; readonly parts: Uint8Array[]; readonly stop: () => void };

/** @throws HttpError `payload_too_large`, `too_many_requests`, `invalid_json` if the client disconnected */
export type ReadBody = (request: Request, most: number) => Promise<Uint8Array>;

export type SharedReader = {
  /** Reads a body of at most `most` bytes. */
  readonly read: ReadBody;
  /** Joins the parts of a body that is read elsewhere. @throws HttpError `too_many_requests` */
  readonly join: (parts: AsyncIterable<Uint8Array>) => Promise<Buffer>;
};

/**
 * Reads bodies within a limited amount of memory that all of them share: a caller can start one on every connection and
 * finish none, and a thousand of 2 MiB took 2 GB. When it is full, the upload that started first is dropped: others
 * arrive within a moment, and are never the oldest.
 *
 * @param most     maximum bytes of all unfinished bodies together
 * @param mostWhole maximum bytes, besides those, of bodies of a declared length that are read as a whole, which takes
 *   half the CPU (0.7 ms less for 100 kB) and cannot be stopped
 */
export function sharedReader(most: number, mostWhole = 0): SharedReader {
  // In the order in which they started.
  const uploads = new Set<Upload>();
  let held = 0;
  let whole = 0;

  function take(upload: Upload, part: Uint8Array): void {
    upload.parts.push(part);
    upload.size += part.length;
    held += part.length;
    while (held > most) {
      const [oldest] = uploads;
      leave(oldest!);
      // It may learn only much later that it was dropped.
      oldest!.parts.length = 0;
      oldest!.stop();
    }
  }

  function leave(upload: Upload): void {
    if (uploads.delete(upload)) held -= upload.size;
  }

  async function collect(next: () => Promise<Uint8Array | null>, stop: () => void): Promise<Buffer> {
    const upload: Upload = { size: 0, parts: [], stop };
    uploads.add(upload);
    try {
      for (;;) {
        const part = await next();
        if (!uploads.has(upload)) throw tooManyUploads();
        if (part === null) return Buffer.concat(upload.parts);
        take(upload, part);
      }
    } finally {
      leave(upload);
    }
  }

  async function readWhole(request: Request, announced: number, longest: number): Promise<Uint8Array> {
    whole += announced;
    try {
      return await readBytes(request, longest).catch(cutOff);
    } finally {
      whole -= announced;
    }
  }

  return {
    read(request, longest) {
      const announced = Number(request.headers.get("content-length") ?? "0");
      if (announced > longest) return Promise.reject(tooLarge(longest));
      // First, because asking for the stream of a body makes it, which costs every call.
      if (announced > 0 && announced <= SMALL) return readBytes(request, longest).catch(cutOff);
      if (announced > 0 && whole + announced <= mostWhole) return readWhole(request, announced, longest);
      if (!request.body) return Promise.resolve(new Uint8Array());
      const reader = request.body.getReader();
      const stop = (): void => void reader.cancel().catch(() => undefined);
      let size = 0;
      async function next(): Promise<Uint8Array | null> {
        const { done, value } = await reader.read();
        if (done) return null;
        size += value.length;
        if (size <= longest) return value;
        stop();
        throw tooLarge(longest);
      }
      return collect(next, stop).catch(cutOff);
    },
    join(parts) {
      const iterator = parts[Symbol.asyncIterator]();
      const next = async (): Promise<Uint8Array | null> => {
        const { done, value } = await iterator.next();
        return done ? null : (value as Uint8Array);
      };
      return collect(next, () => undefined);
    },
  };
}

function tooManyUploads(): HttpError {
  return new HttpError("too_many_requests", "Too many calls were started here and not completed. Try again.", {
    headers: { "Retry-After": "1", Connection: "close" },
  });
}

const known = sharedReader(MOST_KNOWN, MOST_KNOWN);

/** Of this process, for callers whose credentials have been checked. */
export const { read: readKnown, join: joinKnown } = known;
