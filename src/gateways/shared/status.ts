import type { Outcome } from "#domain/gateways/gateway";

/**
 * Statuses about the account, or about the address, the format or the connection of every call (410: a retired API;
 * 511: a network that demands a login), never about a single recipient: every message would be lost to them.
 */
const CONCERNS_ALL = new Set([401, 402, 403, 404, 405, 406, 407, 410, 415, 421, 426, 511]);

/**
 * What an HTTP status alone means for a message, if the body is not understood. A 4xx is a refusal. Of the 5xx only 503
 * proves that the message was not accepted (RFC 9110 §15.6.4); 500, 502 and 504 also come from a proxy whose upstream
 * may have accepted it.
 *
 * @param reason already fit for a log
 */
export function outcomeOfStatus(status: number, headers: Headers, reason: string): Outcome {
  const code = `http_${status}`;
  const wording = reason === "" ? `answered ${status}` : reason;
  if (status === 429) return { kind: "later", code, reason: wording, throttled: true, ...retryAfter(headers) };
  if (status === 503) return { kind: "later", code, reason: wording, ...retryAfter(headers) };
  // RFC 9110 §15.4.4: a redirect to the result of a POST that was executed.
  if (status === 303) return { kind: "unknown", reason: `${code}: ${wording}` };
  if (status >= 300 && status < 400)
    return { kind: "stop", code, reason: "answered with a redirect: check host and path" };
  if (CONCERNS_ALL.has(status)) return { kind: "stop", code, reason: wording };
  if (status === 408 || status === 425) return { kind: "later", code, reason: wording };
  if (status >= 400 && status < 500) return { kind: "rejected", code, reason: wording };
  return { kind: "unknown", reason: `${code}: ${wording}` };
}

/**
 * `Retry-After` (RFC 9110 §10.2.3), at most an hour. A date counts from the response's own, because our clock may
 * differ; without one, the engine's back-off applies.
 */
export function retryAfter(headers: Headers): { afterMs?: number } {
  const text = headers.get("retry-after")?.trim() ?? "";
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : secondsBetween(headers.get("date") ?? "", text);
  return seconds > 0 || text === "0" ? { afterMs: Math.min(seconds, 3_600) * 1_000 } : {};
}

/** NaN if one of the two is not a date. */
const secondsBetween = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / 1_000;
