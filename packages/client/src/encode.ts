import type { Kind, Operation } from "./operation.ts";
import type { CallOptions } from "./options.ts";

type Body = NonNullable<RequestInit["body"]>;

export type Input = Readonly<Record<string, unknown>>;

/** A request without its credentials. The same bytes go out with every attempt, as an idempotency key requires. */
export type EncodedRequest = {
  readonly method: string;
  /** Path and query, below the base path. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | null;
  readonly kind: Kind;
  readonly isUpload: boolean;
  /** Has its effect once, no matter how often it is made. */
  readonly isRepeatable: boolean;
};

/** Divides the parameters of a call between path, query and body. Properties that are `undefined` are left out. */
export function encode(operation: Operation, input: Input, options: CallOptions): EncodedRequest {
  const { method, kind, upload, isInBody } = operation;
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    if (typeof value !== "string" && typeof value !== "number") throw new TypeError(`${name} is missing`);
    // An empty or dotted segment would be a request to another address.
    if (/^\.{0,2}$/.test(String(value))) throw new TypeError(`${name} must not be ${JSON.stringify(value)}`);
    return encodeURIComponent(value);
  });
  const file = rest.get("file");
  if (upload !== null) rest.delete("file");
  // Not every intermediary forwards the body of a DELETE.
  const inQuery = method === "GET" || (method === "DELETE" && !isInBody) || upload !== null;
  const isOnce = isStream(file);
  const key = options.idempotencyKey ?? (method === "POST" && !operation.isOpen && !isOnce ? newKey() : null);
  const body = upload !== null ? (file as Body) : inQuery || rest.size === 0 ? null : toJson(Object.fromEntries(rest));
  const type = upload !== null ? fileType(file, upload) : body === null ? null : "application/json";
  return {
    method,
    target: inQuery ? path + queryOf(rest, method) : path,
    headers: {
      accept:
        kind === "events" ? "text/event-stream" : kind === "file" ? "text/csv, application/json" : "application/json",
      ...(type !== null && { "content-type": type }),
      ...(method === "POST" && key !== null && { "idempotency-key": key }),
      ...lowerCased(options.headers ?? {}),
    },
    body,
    kind,
    isUpload: upload !== null,
    isRepeatable: !isOnce && (["GET", "PUT", "DELETE"].includes(method) || (method === "POST" && key !== null)),
  };
}

/** @throws TypeError for NaN and Infinity: JSON would turn them into the null that removes a limit */
function toJson(given: unknown): string {
  return JSON.stringify(given, (name, value: unknown) => {
    if (typeof value === "number" && !Number.isFinite(value))
      throw new TypeError(`${name || "A parameter"} must not be ${value}`);
    return value;
  });
}

/**
 * `null` counts as absent, as in the API. In a DELETE it is sent as an empty value, which the service refuses: an
 * absent parameter could remove more than was meant.
 */
function queryOf(fields: ReadonlyMap<string, unknown>, method: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) {
    if (value === null) {
      if (method === "DELETE") query.append(name, "");
    } else if (!Array.isArray(value)) query.append(name, asText(value));
    // A comma within a value would divide it.
    else if (value.some((one) => asText(one).includes(",")))
      value.forEach((one) => query.append(`${name}[]`, asText(one)));
    else query.append(name, value.map(asText).join(","));
  }
  return query.size === 0 ? "" : `?${query}`;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : toJson(value));

const isStream = (file: unknown): boolean => typeof ReadableStream !== "undefined" && file instanceof ReadableStream;

/** The type of a Blob is sent if it is of the kind that the operation accepts, such as an image. */
function fileType(file: unknown, type: string): string {
  const own = file instanceof Blob ? file.type : "";
  return own.split("/")[0] === type.split("/")[0] ? own : type;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** 128 random bits. `crypto.randomUUID` exists only in pages that came over https. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
