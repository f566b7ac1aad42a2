import { createHash } from "node:crypto";
import { brotliCompress, constants, gzip } from "node:zlib";

import { LRUCache } from "lru-cache";

type Bytes = Buffer<ArrayBuffer>;

/**
 * A stranger chooses the host, and with it a page that is not cached: the highest levels would let fifteen calls a
 * second take a processor. For 63 kB, brotli takes 6.5 ms at level 6 and 53 ms at level 9, whose result is 1 % smaller.
 */
const LEVEL = 6;
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

const ENCODERS = {
  br: (text: string) => packed((done) => brotliCompress(text, BROTLI, done)),
  gzip: (text: string) => packed((done) => gzip(text, { level: LEVEL }, done)),
  identity: async (text: string) => Buffer.from(text),
};

function packed(start: (done: (error: Error | null, bytes: Bytes) => void) => void): Promise<Bytes> {
  return new Promise((resolve, reject) => start((error, bytes) => (error ? reject(error) : resolve(bytes))));
}

export type Encoding = keyof typeof ENCODERS;

/** A document in the encodings requested so far. */
type Document = {
  readonly tag: string;
  readonly text: string;
  readonly packed: Map<Encoding, Promise<Bytes>>;
};

/** Maximum documents cached: pages times host names. A caller can name any host. */
const KEPT = 200;

/**
 * Serves documents that change only with a release: each is rendered once, compressed once, and not sent again to
 * clients that have it. Browsers cache and revalidate it: after an upgrade no one sees the old page.
 */
export function compressedTexts() {
  const documents = new LRUCache<string, Promise<Document>>({ max: KEPT });

  /**
   * Requests that arrive while it is made share it: eight hundred at a time, the first ones after a start, each had a
   * copy of openapi.json, and took 600 MB.
   */
  function documentOf(key: string, make: () => Promise<string>): Promise<Document> {
    let document = documents.get(key);
    if (!document) {
      document = make().then((text) => {
        const tag = createHash("sha256").update(text).digest("base64url").slice(0, 22);
        return { tag, text, packed: new Map() };
      });
      const made = document;
      made.catch(() => void (documents.peek(key) === made && documents.delete(key)));
      documents.set(key, made);
    }
    return document;
  }

  /** @param key names the document; `make` is called if it is not cached */
  return async function respond(
    request: Request,
    key: string,
    make: () => Promise<string>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const document = await documentOf(key, make);
    const { tag, text } = document;
    const encoding = encodingOf(request.headers.get("accept-encoding"));
    const etag = `"${tag}${encoding === "identity" ? "" : `-${encoding}`}"`;
    const all = {
      ...headers,
      "Cache-Control": "no-cache",
      ETag: etag,
      Vary: "Accept-Encoding, Host",
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    };
    if (has(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: all });
    let bytes = document.packed.get(encoding);
    if (!bytes) document.packed.set(encoding, (bytes = ENCODERS[encoding](text)));
    return new Response(await bytes, { headers: all });
  };
}

/** The best encoding that the client accepts: RFC 9110, 12.5.3. Among equal weights, the smaller result. */
export function encodingOf(accept: string | null): Encoding {
  const weights = new Map(
    (accept ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.trim().toLowerCase().split(";");
      const q = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return [name.trim(), q === undefined ? 1 : Number(q)] as const;
    }),
  );
  const weightOf = (name: Encoding): number => weights.get(name) ?? weights.get("*") ?? 0;
  const best = weightOf("br") >= weightOf("gzip") ? "br" : "gzip";
  // Identity is always acceptable unless excluded.
  const plain = weights.get("identity") ?? 0;
  return weightOf(best) > 0 && weightOf(best) >= plain ? best : "identity";
}

function has(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}
