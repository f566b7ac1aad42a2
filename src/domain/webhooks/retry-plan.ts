import { day, hour, minute, second } from "#lib/time";

/** The result of one attempt. `status` null: no response. `afterMs`: requested by Retry-After. */
export type TryResult = {
  readonly status: number | null;
  readonly error: string | null;
  readonly afterMs: number | null;
};

/** The consequence for the delivery, and for its endpoint. */
export type Verdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "again"; readonly afterMs: number }
  /** No attempts are left. */
  | { readonly kind: "given_up" }
  /** 410: the receiver wants no more events at this URL. */
  | { readonly kind: "gone" };

/** Delays before each attempt, as Standard Webhooks recommends: ten attempts over 75 hours. */
const RETRY_PLAN: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** An endpoint that has only failed for this long is disabled. */
export const GIVE_UP_ENDPOINT_MS = 5 * day;

const JITTER = 0.1;
const LONGEST_WAIT_MS = 24 * hour;

/**
 * @param attempt number of attempts including this one, from 1
 * @param random  0 ≤ random < 1; the delay grows by up to a tenth, so that an outage does not end in a burst
 */
export function afterWebhookTry(result: TryResult, attempt: number, random: number): Verdict {
  const { status } = result;
  if (status !== null && status >= 200 && status < 300) return { kind: "delivered" };
  if (status === 410) return { kind: "gone" };
  const planned = RETRY_PLAN[attempt];
  if (planned === undefined) return { kind: "given_up" };
  const requestedMs = Math.min(result.afterMs ?? 0, LONGEST_WAIT_MS);
  return { kind: "again", afterMs: Math.round(Math.max(planned * (1 + JITTER * random), requestedMs)) };
}

/**
 * How long the whole endpoint cools down after a response that says it is overloaded, or null. Its other deliveries
 * wait without losing an attempt.
 */
export function coolDownAfter(result: TryResult): number | null {
  if (result.status === null || ![429, 502, 503, 504].includes(result.status)) return null;
  return Math.min(result.afterMs ?? 5 * second, hour);
}

/**
 * Milliseconds requested by a Retry-After header, from seconds or from an HTTP date; null if there is none.
 *
 * @param now milliseconds since 1970
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * second;
  const date = /^[A-Za-z]{3}, \d{2} /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
