import { errors, type ErrorCode } from "#contract/errors";
import { errorBody } from "#contract/envelope";

import { apiHeaders, JSON_TYPE } from "../response/headers.ts";

/** Node's errors for a request, as codes of the catalog. Anything not listed here could not be parsed. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "payload_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

export type Refusal = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/**
 * The response to what never became a request: it is not routed, so it gets the common error shape here. The connection
 * is closed, because it is unknown where the next request would begin.
 *
 * @param reason code of Node's error
 */
export function refusalOf(reason: string | undefined, requestId: string, docsUrl: string): Refusal {
  const code = CODES[reason ?? ""] ?? "malformed_request";
  const { status, sentence } = errors[code];
  const body = JSON.stringify(
    errorBody({ code, message: sentence, details: [], more: 0, facts: {}, requestId, docs: docsUrl }),
  );
  const more = { Connection: "close", "Content-Length": String(Buffer.byteLength(body)) };
  return { status, headers: apiHeaders(requestId, JSON_TYPE, more), body };
}

/** The same in wire format, for a socket without a Node response object. */
export function onTheWire({ status, headers, body }: Refusal): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} Refused\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
