import { LRUCache } from "lru-cache";

import { limits } from "#contract/limits";
import type { MediaStore } from "#domain/media/media-store";
import { mediaTokenIn } from "#domain/media/upload-media";
import { minute } from "#lib/time";

import type { Mount } from "../app.ts";
import { requestIdOf } from "../pipeline.ts";
import { errorResponse, toHttpError } from "../response/problems.ts";
import type { ApiDeps } from "../services.ts";

/**
 * Files are uploaded by callers who may send: they are served with their own type and must never be executed in this
 * origin.
 */
const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Content-Disposition": "inline",
  "Cross-Origin-Resource-Policy": "cross-origin",
  // An hour: a deleted file should not be served by caches for long.
  "Cache-Control": "public, max-age=3600",
  "X-Robots-Tag": "noindex",
};

/** Bytes of files kept in memory. */
const KEPT_BYTES = 6 * limits.mediaBytes;

/**
 * Reads a file from the database once a minute, regardless of the number of requests: providers fetch it for each
 * recipient, and everyone who got a message can. Without this, 150 fetches at once kept a node from everything else for
 * eight seconds.
 */
function keptFiles(media: Pick<MediaStore, "read">) {
  return new LRUCache<string, NonNullable<Awaited<ReturnType<MediaStore["read"]>>>>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ content }) => content.length,
    ttl: minute,
    fetchMethod: async (token) => (await media.read(token)) ?? undefined,
  });
}

/** `GET /m/{token}.{extension}`, for providers, which have no credentials. */
export function mediaFiles(media: Pick<MediaStore, "read" | "facts">, services: ApiDeps): Mount {
  const files = keptFiles(media);
  return (app) => {
    app.get("/m/:name", async (c) => {
      const request = c.req.raw;
      try {
        const token = mediaTokenIn(c.req.param("name"));
        if (token === null) return c.notFound();
        if (request.method === "HEAD") {
          const facts = await media.facts(token);
          return facts ? new Response(null, { headers: headersOf(facts.type, facts.bytes) }) : c.notFound();
        }
        const file = await files.fetch(token);
        return file ? new Response(file.content, { headers: headersOf(file.type, file.content.length) }) : c.notFound();
      } catch (error) {
        const requestId = requestIdOf(request, services);
        return errorResponse(toHttpError(error, services, requestId), request, requestId, services.docsUrl);
      }
    });
  };
}

function headersOf(type: string, bytes: number): Record<string, string> {
  return { ...HEADERS, "Content-Type": type, "Content-Length": String(bytes) };
}
