import { promisify } from "node:util";
import { gzip } from "node:zlib";

import { encodingOf } from "./pages/docs/compressed.ts";

const pack = promisify(gzip);
/** What is shorter is on a slow line for less than 20 ms. */
const LEAST_LENGTH = 4_096;
/** 53 kB of the log become 7.1 in half a millisecond; the highest level makes 6.2 of them and takes twice as long. */
const LEVEL = 3;

type Packed = { readonly body: Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> };

/**
 * The body, compressed, if one of our own pages reads it: a phone's line is the slowest part of a list. Programs get it
 * as it is. No other site's page can have a browser ask for this, so that nobody can guess a body by its length.
 *
 * @returns null: it is sent as it is
 */
export function packedFor({ method, headers }: Request, body: string): Promise<Packed> | null {
  if (body.length < LEAST_LENGTH || method !== "GET" || headers.get("sec-fetch-site") !== "same-origin") return null;
  if (encodingOf(headers.get("accept-encoding")?.replace(/\bbr\b/i, "") ?? null) !== "gzip") return null;
  return pack(body, { level: LEVEL }).then((bytes) => ({ body: bytes, headers: { "Content-Encoding": "gzip" } }));
}
