import { deadline, type Deadline } from "#lib/deadline";

/** The result of one request. Only `unwritten` is certain not to have reached the SMSC. */
export type Answer =
  | { readonly kind: "answered"; readonly status: number; readonly messageId: string }
  | { readonly kind: "unwritten"; readonly reason: string }
  | { readonly kind: "unanswered"; readonly reason: string };

/** Timed-out requests whose late response is still awaited. */
const MAX_LATE = 10_000;

/** Requests that were written and await their response. */
export type Pending = {
  /** The command of the response that a request awaits, in time or late. */
  awaited(sequence: number): string | undefined;
  /** Resolves on the response, the timeout or the end of the link. */
  add(sequence: number, response: string, onLate?: (answer: Answer) => void): Promise<Answer>;
  answer(sequence: number, answer: Answer): void;
  /** Resolves when nothing is pending. */
  idle(): Promise<void>;
  /** The link is gone: the SMSC may have accepted any of them. */
  end(reason: string): void;
};

type Late = { readonly response: string; readonly report: (answer: Answer) => void };
type Waiting = {
  readonly response: string;
  readonly resolve: (answer: Answer) => void;
  readonly until: number;
  readonly onLate: ((answer: Answer) => void) | undefined;
};

/**
 * Opens the map of one link. All requests have the same timeout, so the first in is the first due and one timer serves
 * them all.
 *
 * @param timeout milliseconds
 */
export function openPending(timeout: number, clock: { now(): number }): Pending {
  const waiting = new Map<number, Waiting>();
  const late = new Map<number, Late>();
  let limit: Deadline | undefined;
  let idleWaiters: (() => void)[] = [];

  const settle = (sequence: number, entry: Waiting, answer: Answer): void => {
    waiting.delete(sequence);
    entry.resolve(answer);
    if (waiting.size > 0) return;
    for (const wake of idleWaiters) wake();
    idleWaiters = [];
  };

  const sweep = (): void => {
    limit = undefined;
    const now = clock.now();
    for (const [sequence, entry] of waiting) {
      if (entry.until > now) return arm(entry.until - now);
      const { response, onLate } = entry;
      if (onLate !== undefined && late.size < MAX_LATE) late.set(sequence, { response, report: onLate });
      settle(sequence, entry, { kind: "unanswered", reason: "no response in time" });
    }
  };
  const arm = (ms: number): void => {
    limit ??= deadline(ms, sweep);
  };

  return {
    awaited: (sequence) => (waiting.get(sequence) ?? late.get(sequence))?.response,
    add(sequence, response, onLate) {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      waiting.set(sequence, { response, resolve, until: clock.now() + timeout, onLate });
      arm(timeout);
      return promise;
    },
    answer(sequence, answer) {
      const entry = waiting.get(sequence);
      if (entry !== undefined) return settle(sequence, entry, answer);
      late.get(sequence)?.report(answer);
      late.delete(sequence);
    },
    idle: () => (waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
    end(reason) {
      limit?.end();
      late.clear();
      for (const [sequence, entry] of waiting) settle(sequence, entry, { kind: "unanswered", reason });
    },
  };
}
