import type { Outcome } from "#domain/gateways/gateway";

import { fitCode } from "./json.ts";
import { outcomeOfStatus, retryAfter } from "./status.ts";
import type { WireAnswer } from "./wire.ts";

type Codes = ReadonlySet<string>;

/**
 * What a vendor's error codes mean for a message. A table contains only what the vendor confirms: a code in none of
 * them is judged by the HTTP status, and inside a 2xx it is `unknown`, for the vendor may have accepted the message.
 */
export type CodeTable = {
  /** The same message to the same person can never succeed. */
  readonly never?: Codes;
  /** This person has opted out. */
  readonly optedOut?: Codes;
  /** Certainly not accepted; too fast. */
  readonly throttled?: Codes;
  /** Certainly not accepted; retry. */
  readonly later?: Codes;
  /** Account trouble: every message would fail the same way. */
  readonly stop?: Codes;
  /** The sender is not ours: account trouble, or the message's own error if it chose its sender. */
  readonly sender?: Codes;
};

/** Makes a set of codes from numbers, ranges as `[from, to]`, and words. */
export function codes(...given: readonly (string | number | readonly [number, number])[]): Codes {
  return new Set(
    given.flatMap((code) =>
      typeof code === "string" || typeof code === "number"
        ? [String(code)]
        : Array.from({ length: code[1] - code[0] + 1 }, (_, index) => String(code[0] + index)),
    ),
  );
}

/**
 * The outcome of a refusal that names a code.
 *
 * @param code as the vendor writes it; "" if it named none
 * @param reason already fit for a log, see `client.words`
 * @param sms whose refusal it is, for a table with `sender`
 */
export function verdict(
  table: CodeTable,
  code: string,
  reason: string,
  answer: Pick<WireAnswer, "status" | "headers">,
  sms?: { readonly from?: string },
): Outcome {
  if (code === "") return outcomeOfStatus(answer.status, answer.headers, reason);
  const known = { code, reason: reason === "" ? `the vendor's error ${code}` : reason };
  if (table.optedOut?.has(code)) return { kind: "rejected", ...known, optedOut: true };
  if (table.throttled?.has(code)) return { kind: "later", ...known, throttled: true, ...retryAfter(answer.headers) };
  if (table.stop?.has(code)) return { kind: "stop", ...known };
  // A message that names a wrong sender must not hold up the others.
  if (table.sender?.has(code)) return { kind: sms?.from === undefined ? "stop" : "rejected", ...known };
  if (table.never?.has(code)) return { kind: "rejected", ...known };
  if (table.later?.has(code)) return { kind: "later", ...known, ...retryAfter(answer.headers) };
  // An unlisted code is reported as the vendor wrote it: text in another format is no code, and may echo the request.
  if (fitCode(code) === "") return outcomeOfStatus(answer.status, answer.headers, reason);
  const byStatus = outcomeOfStatus(answer.status, answer.headers, known.reason);
  return byStatus.kind === "rejected" || byStatus.kind === "stop" || byStatus.kind === "later"
    ? { ...byStatus, code }
    : { kind: "unknown", reason: `${code}: ${known.reason}` };
}

/**
 * For a vendor that documents its own 5xx as safe to retry. With the vendor's code in it, the vendor itself failed and
 * accepted nothing, unlike a proxy's bare 5xx, which stays `unknown`.
 *
 * @param code as in {@link verdict}, or any mark of the vendor's own error format
 */
export function retryOwnFailure(outcome: Outcome, code: string, status: number): Outcome {
  if (outcome.kind !== "unknown" || fitCode(code) === "" || status < 500) return outcome;
  return { kind: "later", code, reason: outcome.reason };
}

/**
 * For a vendor whose response format proves that a message was refused, by whatever code: it was not accepted, so it is
 * not `unknown`. An unlisted code does not say whose fault it is, so the message is retried, and fails in the end.
 *
 * @param code as in {@link verdict}
 */
export function certainlyRefused(outcome: Outcome, code: string): Outcome {
  if (outcome.kind !== "unknown") return outcome;
  return { kind: "later", code: fitCode(code) || "refused", reason: outcome.reason };
}
