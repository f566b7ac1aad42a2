import { limits } from "#contract/limits";
import type { EarlierRun, IdempotencyStore } from "#domain/messages/idempotency-store";
import type { AcceptResult, IdempotentReply } from "#domain/messages/message-store";
import { withPrefix } from "#lib/ids";

import type { CallContext } from "../../endpoint.ts";
import { catalogError, type HttpError } from "../../response/http-error.ts";
import { boundKey, fingerprintOf } from "../../request/idempotency-key.ts";
import { toHttpError, wireDetail } from "../../response/problems.ts";
import type { ApiDeps } from "../../services.ts";
import type { BatchCall } from "./send-batch-fields.ts";

export const METHOD = "POST";
export const PATH = "/send/batch";

export type OutcomeDeps = Pick<ApiDeps, "isDatabaseDown" | "log"> & {
  readonly idempotency: Pick<IdempotencyStore, "findAll">;
};

export type Result = {
  readonly index: number;
  readonly status: "accepted" | "refused" | "replayed" | "unknown";
  readonly message_id?: string;
  readonly warnings?: readonly string[];
  readonly error?: object;
};

/** An entry that was not accepted, and why. */
export type Refusal = { readonly entry: BatchCall; readonly failure: HttpError };

/**
 * An entry that was accepted before gets the earlier reply, even if it would be refused now: for a spend cap, a
 * consent, a template that is gone. As for single calls, the earlier response is looked up only after a refusal.
 */
export async function withEarlier(
  services: OutcomeDeps,
  outcomes: readonly (Result | Refusal)[],
  context: CallContext,
): Promise<readonly Result[]> {
  const keyed = outcomes.flatMap((one) => {
    const key = "failure" in one && isLookedUp(one) ? idempotencyOf(one.entry, context) : undefined;
    return key === undefined ? [] : [{ key, index: (one as Refusal).entry.index }];
  });
  let found: readonly (EarlierRun | null)[] = [];
  let unknown: HttpError | null = null;
  try {
    found = await services.idempotency.findAll(keyed.map(({ key }) => key));
  } catch (error) {
    // The other entries were accepted: only what may have been is unknown now.
    unknown = toHttpError(error, services, context.requestId);
  }
  const earlier = new Map(keyed.map(({ index }, nth) => [index, found[nth] ?? null]));
  return outcomes.map((one) => {
    if (!("failure" in one)) return one;
    if (unknown && earlier.has(one.entry.index)) return { ...refused({ ...one, failure: unknown }), status: "unknown" };
    return again(services, one, earlier.get(one.entry.index) ?? null, context);
  });
}

/** A database that does not respond would only keep the call waiting. */
function isLookedUp({ entry, failure: { code } }: Refusal): boolean {
  return entry.mayRepeat && !code.startsWith("idempotency_") && code !== "database_unavailable";
}

function again(services: OutcomeDeps, refusal: Refusal, earlier: EarlierRun | null, context: CallContext): Result {
  const { entry } = refusal;
  if (earlier === null || earlier.kind === "in_flight") return refused(refusal);
  // An entry that cannot be read is refused with its issues.
  if (earlier.kind === "mismatch" && "error" in entry) return refused(refusal);
  try {
    return { index: entry.index, ...outcomeOf(earlier) };
  } catch (error) {
    return refused({ entry, failure: toHttpError(error, services, context.requestId) });
  }
}

function refused({ entry: { index }, failure: { code, message, details, facts } }: Refusal): Result {
  // A thousand entries with a hundred issues each would be a reply of 11 MB.
  const more = details.length - limits.batchIssuesListed;
  const listed = details.slice(0, limits.batchIssuesListed).map(wireDetail);
  const error = { code, message, details: listed, ...(more > 0 && { more_details: more }) };
  // The call that holds the key may still accept the message: a caller who read this as a refusal would send it again
  // under another key.
  if (code === "idempotency_in_flight") return { index, status: "unknown", error };
  // It may have been accepted; the caller can look it up by its id.
  if (facts["outcome"] === "unknown") {
    return { index, status: "unknown", message_id: facts["message_id"] as string, error };
  }
  return { index, status: "refused", error };
}

export function idempotencyOf(
  { index, key, given }: BatchCall,
  { caller, idempotency }: CallContext,
): IdempotentReply | undefined {
  if (key === undefined && !idempotency) return undefined;
  const { key: _key, ...content } = given;
  const value = key === undefined ? [idempotency!.key, index] : ["key", key];
  return {
    key: boundKey(caller.principal, METHOD, PATH, ...value),
    fingerprint: fingerprintOf(content),
    reply: ({ id }) => ({ status: 200, body: JSON.stringify({ message_id: withPrefix("msg", id) }) }),
  };
}

/** @throws HttpError idempotency_in_flight, idempotency_mismatch, already_created */
export function outcomeOf(
  result: Exclude<AcceptResult, { kind: "no_recipients" }>,
): Pick<Result, "status" | "message_id"> {
  switch (result.kind) {
    case "accepted":
      return { status: "accepted", message_id: withPrefix("msg", result.message.id) };
    case "replayed":
      // An erasure of the recipient has emptied it.
      if (result.body === null) throw catalogError("already_created");
      return { status: "replayed", ...(JSON.parse(result.body) as { message_id: string }) };
    case "in_flight":
      throw catalogError("idempotency_in_flight");
    case "mismatch":
      throw catalogError("idempotency_mismatch");
  }
}
