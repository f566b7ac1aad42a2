import type { GatewayFetch, Outcome } from "#domain/gateways/gateway";
import { OUTBOUND_REFUSED } from "#domain/access/outbound";
import { deadlineSignal } from "#lib/deadline";
import { lastCheck, HELD_BACK, NotWritten } from "#lib/last-check";

export type WireRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds until the response must be complete. */
  readonly timeoutMs: number;
};

/** `body` is null if the response was truncated, or longer than {@link LONGEST_ANSWER}. */
export type WireAnswer = {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | null;
};

/** `unsent`: certainly not one byte of the request was written. `unknown`: it may have been. */
export type WireFailure = { readonly kind: "unsent" | "unknown"; readonly code: string };

/** Bytes of a response that are read; a provider's reply to one message has a few hundred. */
export const LONGEST_ANSWER = 1_048_576;

/**
 * Words of proxies (Varnish, Fastly, Envoy, Heroku, Azure Front Door) that passed a request on, got no response and
 * answer 503 for it. Envoy says the same with "connection failure" or "overflow" if it did not pass it on. Heroku has
 * one page for an application that is down and for one that takes longer than 30 seconds (H12), and is still at work.
 */
const PASSED_ON =
  /\btimed?[ -]?out\b|backend fetch failed|reset before headers(?!.*(?:connection failure|overflow))|herokucdn\.com\/error-pages\/application-error|our services aren.{1,6}t available right now/is;

/** Such a 503 is a 504: it proves nothing about the message. Neither does one whose words are lost. */
function provenStatus(status: number, body: string | null): number {
  return status === 503 && (body === null || PASSED_ON.test(body)) ? 504 : status;
}

/**
 * One HTTP exchange. It does not throw, follows no redirect (credentials must not follow one either) and says for every
 * failure whether the provider can have seen the request.
 */
export async function exchange(fetcher: GatewayFetch, request: WireRequest): Promise<WireAnswer | WireFailure> {
  if (fetcher.exchange) {
    try {
      const { status, headers, body } = await fetcher.exchange({ ...request, longest: LONGEST_ANSWER });
      // Most responses are read without them.
      return {
        kind: "answer",
        status: provenStatus(status, body),
        get headers() {
          return headersOf(headers);
        },
        body,
      };
    } catch (error) {
      return failureOf(error);
    }
  }
  if (!lastCheck()()) return { kind: "unsent", code: HELD_BACK };
  const signal = deadlineSignal(request.timeoutMs);
  let response: Response;
  try {
    response = await fetcher(request.url, {
      method: request.method,
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: "manual",
      signal,
    });
  } catch (error) {
    return failureOf(error);
  }
  const body = await readBody(response);
  return { kind: "answer", status: provenStatus(response.status, body), headers: response.headers, body };
}

/** What a failed exchange means for a message. */
export function outcomeOfFailure(failure: WireFailure): Outcome {
  if (failure.kind === "unknown") return { kind: "unknown", reason: `no answer: ${failure.code}` };
  if (failure.code === HELD_BACK) return heldBack();
  if (failure.code === OUTBOUND_REFUSED) {
    return {
      kind: "stop",
      code: failure.code,
      reason:
        "the outbound rules do not allow this gateway's address: plain http needs its host in TIDINGS_OUTBOUND_ALLOW",
    };
  }
  return { kind: "later", code: failure.code, reason: "the gateway could not be reached" };
}

/** The outcome of a message that the last check kept from the wire: the engine checks all of them again. */
export function heldBack(): Outcome {
  const reason = "it had expired or was cancelled";
  return { kind: "later", code: HELD_BACK, reason, afterMs: 0, throttled: true };
}

// Codes that can only arise while a connection is made. ETIMEDOUT, EHOSTUNREACH, ECONNRESET and the like also
// arise on an established one, after the request left: they count only where the failing call was `connect`.
const BEFORE_CONNECTION = new Set([
  OUTBOUND_REFUSED,
  HELD_BACK,
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EAI_NODATA",
  "EAI_NONAME",
  "UND_ERR_CONNECT_TIMEOUT",
  // TLS: the certificate is checked before the first byte of HTTP.
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

type Trouble = { code?: unknown; syscall?: unknown; name?: unknown; cause?: unknown; errors?: unknown };

/** Classifies what `fetch` or an exchange threw. Anything not proven to be before the write is `unknown`. */
export function failureOf(error: unknown): WireFailure {
  if (error instanceof NotWritten) return { kind: "unsent", code: failureOf(error.cause).code };
  const root = error as Trouble | null | undefined;
  if (root?.name === "TimeoutError") return { kind: "unknown", code: "timeout" };
  const cause = (root?.cause ?? root) as Trouble | null | undefined;
  const code = codeOf(cause) ?? codeOf(root) ?? "network";
  return { kind: isUnsent(cause) ? "unsent" : "unknown", code };
}

function isUnsent(cause: Trouble | null | undefined): boolean {
  if (!cause) return false;
  // Several addresses were tried (RFC 8305): every one of them must have failed to connect.
  if (Array.isArray(cause.errors) && cause.errors.length > 0)
    return cause.errors.every((each) => isUnsent(each as Trouble));
  if (cause.syscall !== undefined) return cause.syscall === "connect" || cause.syscall === "getaddrinfo";
  return typeof cause.code === "string" && BEFORE_CONNECTION.has(cause.code);
}

function codeOf(trouble: Trouble | null | undefined): string | undefined {
  if (typeof trouble?.code === "string") return trouble.code;
  const first = Array.isArray(trouble?.errors) ? (trouble.errors[0] as Trouble | undefined) : undefined;
  return typeof first?.code === "string" ? first.code : undefined;
}

function headersOf(given: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(given))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
}

async function readBody(response: Response): Promise<string | null> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop early cancels the stream, which frees the connection.
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > LONGEST_ANSWER) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString("utf8");
}
