import { promisify } from "node:util";
import { gzip } from "node:zlib";

import { encodingOf } from "../pages/docs/compressed.ts";

const pack = promisify(gzip);
/** Shorter bodies take less than 20 ms even on a slow connection. */
const LEAST_LENGTH = 4_096;
/** 53 kB of the log shrink to 7.1 kB in half a millisecond; the highest level reaches 6.2 kB in twice the time. */
const LEVEL = 3;

type Packed = { readonly body: Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> };

/**
 * The compressed body, if one of our own pages requested it: on a phone, the connection is the slowest part of loading
 * a list. Programs get it uncompressed. Another site's page cannot cause a compressed response, so the length of one
 * reveals nothing about its content (BREACH).
 *
 * @returns null: it is sent as it is
 */
export function packedFor({ method, headers }: Request, body: string): Promise<Packed> | null {
  if (body.length < LEAST_LENGTH || method !== "GET" || headers.get("sec-fetch-site") !== "same-origin") return null;
  if (encodingOf(headers.get("accept-encoding")?.replace(/\bbr\b/i, "") ?? null) !== "gzip") return null;
  return pack(body, { level: LEVEL }).then((bytes) => ({ body: bytes, headers: { "Content-Encoding": "gzip" } }));
}
