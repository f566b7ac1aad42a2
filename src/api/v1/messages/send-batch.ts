import { errors } from "#contract/errors";
import { sendBatchData, sendBatchRequest } from "#contract/send-batch";
import { requireRoute } from "#domain/messages/abilities";
import type { AcceptResult, IdempotentReply } from "#domain/messages/message-store";
import { composeMessage, nobodyLeft } from "#domain/messages/send";
import { requireFunds } from "#domain/spending/spend-rules";
import type { TemplateStore } from "#domain/texts/text-template";
import { withPrefix } from "#lib/ids";

import { endpoint, type CallContext, type Endpoint, type Reply } from "../../endpoint.ts";
import { HttpError } from "../../http-error.ts";
import { boundKey, fingerprintOf } from "../../idempotency-key.ts";
import { toHttpError, wireDetail } from "../../problems.ts";
import type { ApiDeps } from "../../services.ts";
import { readBatch, type BatchCall } from "./send-batch-fields.ts";
import { consentWarnings, type SendEndpointDeps } from "./send.ts";

const METHOD = "POST";
const PATH = "/send/batch";

export type SendBatchDeps = SendEndpointDeps &
  Pick<ApiDeps, "isDatabaseDown" | "log"> & { readonly templates: TemplateStore };

type Result = {
  readonly index: number;
  readonly status: "accepted" | "refused" | "replayed";
  readonly message_id?: string;
  readonly warnings?: readonly string[];
  readonly error?: object;
};

/** `POST /send/batch`: as many calls to send as it has entries, in a few statements. */
export function sendBatchEndpoint(services: SendBatchDeps): Endpoint {
  return endpoint<typeof sendBatchRequest, readonly BatchCall[]>({
    operationId: "sendBatch",
    method: METHOD,
    path: PATH,
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Send many different messages",
    description:
      "Accepts up to 1,000 messages, each with its own text and numbers. Each entry has an outcome of its own: one that is refused does not affect the others, and the status is 200 all the same. An entry with a `key` is accepted once, however often the batch is repeated; for entries without one, an `Idempotency-Key` of the call does the same, by their position.",
    input: sendBatchRequest,
    data: sendBatchData,
    idempotency: "own",
    read: ({ messages = [] }, context) => readBatch(services, messages, context),
    handle: async (calls, context) => replyOf(await Promise.all(calls.map((call) => send(services, call, context)))),
  });
}

/** The calls of a batch run at once, and so their messages share statements. */
async function send(services: SendBatchDeps, entry: BatchCall, context: CallContext): Promise<Result> {
  const { index, warnings } = entry;
  try {
    if ("error" in entry) throw entry.error;
    const command = { ...entry.call, route: requireRoute(entry.call.route) };
    await requireFunds(services, command.category, command.route.gateway);
    const allWarnings = [...warnings, ...(await consentWarnings(services, entry.call))];
    const message = await composeMessage(services, command);
    const result = await services.messages.accept(message, idempotencyOf(entry, context));
    if (result.kind === "nobody") throw nobodyLeft(result.suppressed, command.skipped);
    return { index, ...outcomeOf(result), ...(allWarnings.length > 0 && { warnings: allWarnings }) };
  } catch (error) {
    const { code, message, details } = toHttpError(error, services, context.requestId);
    return { index, status: "refused", error: { code, message, details: details.map(wireDetail) } };
  }
}

function idempotencyOf(
  { index, key, given }: BatchCall,
  { caller, idempotency }: CallContext,
): IdempotentReply | undefined {
  if (key === undefined && !idempotency) return undefined;
  const value = key === undefined ? [idempotency!.key.toString("hex"), index] : ["key", key];
  return {
    key: boundKey(caller.principal, METHOD, PATH, ...value),
    fingerprint: fingerprintOf(given),
    reply: ({ id }) => ({ status: 200, body: JSON.stringify({ message_id: withPrefix("msg", id) }) }),
  };
}

/** @throws HttpError idempotency_in_flight, idempotency_mismatch, already_created */
function outcomeOf(result: Exclude<AcceptResult, { kind: "nobody" }>): Pick<Result, "status" | "message_id"> {
  switch (result.kind) {
    case "accepted":
      return { status: "accepted", message_id: withPrefix("msg", result.message.id) };
    case "replayed":
      // An erasure of the recipient has emptied it.
      if (result.body === null) throw new HttpError("already_created", errors.already_created.sentence);
      return { status: "replayed", ...(JSON.parse(result.body) as { message_id: string }) };
    case "in_flight":
      throw new HttpError("idempotency_in_flight", errors.idempotency_in_flight.sentence);
    case "mismatch":
      throw new HttpError("idempotency_mismatch", errors.idempotency_mismatch.sentence);
  }
}

function replyOf(results: readonly Result[]): Reply {
  const count = (status: Result["status"]): number => results.filter((one) => one.status === status).length;
  const counts = { accepted: count("accepted"), refused: count("refused"), replayed: count("replayed") };
  const isReplay = counts.replayed === results.length;
  return {
    message: `${counts.accepted} accepted, ${counts.refused} refused, ${counts.replayed} replayed.`,
    data: { ...counts, results },
    ...(isReplay && { headers: { "Idempotency-Replayed": "true" } }),
  };
}
