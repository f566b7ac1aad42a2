import { TidingsConnectionError, TidingsError } from "./errors.ts";

const LONGEST_PAUSE_MS = 20_000;
/** 24.8 days: a timer of more milliseconds than this fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
const RETRIED_STATUSES: readonly number[] = [429, 502, 503, 504];

/** How an attempt ended: an error, and the seconds after which the service asks for a retry. */
export type Failure = {
  readonly error: Error;
  readonly retryAfterS: number | null;
  /** Another attempt would end in the same way. */
  readonly isFinal?: boolean;
};

/** Whether the same request may succeed if it is made again. */
export function isTemporary({ error, isFinal }: Failure): boolean {
  if (isFinal) return false;
  if (error instanceof TidingsError) {
    return RETRIED_STATUSES.includes(error.status) || error.code === "idempotency_in_flight";
  }
  return error instanceof TidingsConnectionError && (error.status === null || RETRIED_STATUSES.includes(error.status));
}

/**
 * Milliseconds until the next attempt: exponential, with jitter, and never less than the service asks for.
 *
 * @param attempt 0 after the first failure
 * @param baseMs  the longest first pause
 */
export function pauseBefore(attempt: number, baseMs: number, retryAfterS: number | null): number {
  const longest = Math.min(LONGEST_PAUSE_MS, baseMs * 2 ** attempt);
  // Half of it is random, so clients that failed together do not return together.
  const pause = longest / 2 + (Math.random() * longest) / 2;
  return Math.max(pause, (retryAfterS ?? 0) * 1000);
}

/** Retry-After in seconds, from either of its forms; null: there is none. */
export function retryAfterOf(headers: Headers): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** @throws the signal's reason when it is aborted */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS));
    signal?.addEventListener("abort", end);
  });
}
