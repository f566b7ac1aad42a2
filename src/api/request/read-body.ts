import { hash } from "node:crypto";

import { limits } from "#contract/limits";

import { HttpError } from "../response/http-error.ts";
import { nest, requireFewFields } from "./nested-fields.ts";
import { readMultipart } from "./read-multipart.ts";
import { readKnown, type ReadBody } from "./shared-reader.ts";

/** The input of a call before any parameter is validated. */
export type RawInput = {
  readonly fields: ReadonlyMap<string, unknown>;
  /** Path parameters to which body or query gives another value. The path takes precedence. */
  readonly clashes: readonly string[];
  /** The files of a multipart form, by field name. */
  readonly files: ReadonlyMap<string, File>;
  /**
   * Hash of body, query, content type and path parameters as received: what an Idempotency-Key is bound to. The body
   * may contain a password that is stored nowhere else, so the hash is keyed. In lower-case hexadecimal.
   *
   * @param key 32 bytes
   */
  readonly fingerprint: (key: Buffer) => string;
};

const decoder = new TextDecoder("utf-8", { fatal: true });
const NOTHING = new Uint8Array();

type InputLimits = {
  /** Maximum bytes of the body. */
  readonly most?: number | undefined;
  /** Maximum fields of a form, and names of an object in JSON. */
  readonly mostFields?: number;
  /** By default, that of callers whose credentials have been checked. */
  readonly read?: ReadBody;
};

/** Reads body and query into one set of fields; the body wins. */
export async function readInput(
  request: Request,
  pathFields: Readonly<Record<string, string>>,
  { most = limits.bodyBytes, mostFields = limits.callFields, read = readKnown }: InputLimits = {},
): Promise<RawInput> {
  const coding = request.headers.get("content-encoding") ?? "identity";
  if (coding.toLowerCase() !== "identity") throw packed(coding);
  const at = request.url.indexOf("?");
  const query = at === -1 ? "" : request.url.slice(at);
  const fullType = request.headers.get("content-type") ?? "";
  const type = mediaTypeIn(fullType);
  const fields = query === "" ? new Map<string, unknown>() : nest(formOf(query, mostFields));
  const files = new Map<string, File>();
  let body: Uint8Array = NOTHING;
  if (request.method !== "GET" && request.method !== "HEAD") {
    body = await read(request, most);
    if (body.length > 0) {
      const parsed =
        type === "multipart/form-data"
          ? await readMultipart(body, fullType, { files, mostFields })
          : parse(body, type, mostFields);
      for (const [name, value] of parsed) fields.set(name, value);
    }
  }
  const clashes: string[] = [];
  for (const [name, value] of Object.entries(pathFields)) {
    const other = fields.get(name) ?? value;
    const isSame = (typeof other === "string" || typeof other === "number") && String(other) === value;
    if (!isSame) clashes.push(name);
    fields.set(name, value);
  }
  // None of the three can contain a line feed, so the hash input is unambiguous.
  const fingerprint = (key: Buffer): string => {
    const head = Buffer.from(`${type}\n${query}\n${JSON.stringify(pathFields)}\n`);
    // Every call to send computes it, and HMAC would hash twice. A hash is never shown to a caller who could extend its
    // input.
    return hash("sha256", Buffer.concat([key, head, body]), "hex");
  };
  return { fields, clashes, files, fingerprint };
}

/** The media type that a Content-Type header names, in lower case and without parameters; "" if it names none. */
export function mediaTypeIn(header: string): string {
  return header.split(";")[0]!.trim().toLowerCase();
}

/** A small compressed body could expand to a huge one. The header says what is accepted: RFC 7694. */
function packed(coding: string): HttpError {
  return new HttpError(
    "unsupported_media_type",
    `A body in ${coding.slice(0, 40)} is not supported: send it uncompressed.`,
    {
      headers: { "Accept-Encoding": "identity" },
    },
  );
}

function parse(bytes: Uint8Array, type: string, mostFields: number): Iterable<[string, unknown]> {
  if (type === "application/x-www-form-urlencoded") {
    const text = decode(bytes);
    // curl -d without a header: the call would fail anyway, with an unhelpful message.
    if (/^\s*\{\s*"/.test(text)) {
      throw new HttpError("unsupported_media_type", "The body looks like JSON: send Content-Type: application/json.");
    }
    return nest(formOf(text, mostFields));
  }
  if (type === "" || type === "application/json" || type.endsWith("+json")) return parseJson(decode(bytes), mostFields);
  throw new HttpError("unsupported_media_type", `${type.slice(0, 100)} is not supported; send JSON or a form.`);
}

/** Latin-1 from old clients would be repaired silently, and ten thousand phones would show a box instead of an é. */
function formOf(text: string, mostFields: number): URLSearchParams {
  requireFewFields(text.split("&", mostFields + 1).length, mostFields);
  try {
    for (const [run] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(run);
  } catch (cause) {
    throw new HttpError("invalid_json", "The form or the query is not UTF-8.", { cause });
  }
  return new URLSearchParams(text);
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new HttpError("invalid_json", "The body is not UTF-8.", { cause });
  }
}

function parseJson(text: string, mostNames: number): Iterable<[string, unknown]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const hint = cause instanceof SyntaxError && /position \d+/.exec(cause.message);
    throw new HttpError("invalid_json", `The body is not valid JSON${hint ? ` (at ${hint[0]})` : ""}.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HttpError("invalid_json", "The body must be one JSON object.");
  }
  requireMeasure(value, mostNames);
  return Object.entries(value);
}

/**
 * Not recursive, because an attacker chooses the depth. Checks iterate over an object's names several times: with
 * 170,000 of them, the process did nothing else for a second.
 */
function requireMeasure(root: object, mostNames: number): void {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.jsonDepth) {
      throw new HttpError("invalid_json", `The body is nested deeper than ${limits.jsonDepth} levels.`);
    }
    const next: object[] = [];
    for (const value of level) {
      const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
      if (children !== value && children.length > mostNames) {
        throw new HttpError("payload_too_large", `An object in the body has more than ${mostNames} names.`);
      }
      for (const child of children) if (typeof child === "object" && child !== null) next.push(child);
    }
    level = next;
  }
}
