import { sendBatchData, sendBatchRequest } from "#contract/send-batch";
import { withRoute } from "#domain/messages/abilities";
import type { AcceptCall, AcceptFailure, AcceptResult } from "#domain/messages/message-store";
import type { Detail } from "#domain/error";
import { composeMessage, noRecipientLeft } from "#domain/messages/send";
import { requireFunds } from "#domain/spending/spend-rules";
import type { TemplateStore } from "#domain/texts/template-store";

import { endpoint, type CallContext, type Endpoint, type Reply } from "../../endpoint.ts";
import { toHttpError } from "../../response/problems.ts";
import { readBatch, type BatchCall } from "./send-batch-fields.ts";
import {
  idempotencyOf,
  METHOD,
  outcomeOf,
  PATH,
  withEarlier,
  type OutcomeDeps,
  type Refusal,
  type Result,
} from "./send-batch-outcome.ts";
import { requireConsentOf, type SendEndpointDeps } from "./send.ts";

export type SendBatchDeps = SendEndpointDeps & OutcomeDeps & { readonly templates: TemplateStore };

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
    async handle(calls, context) {
      const composed = await Promise.all(calls.map((call) => compose(services, call, context)));
      // All of them at once, so that they share statements, and after the functions of all entries have ended.
      const accepted = await services.messages.acceptEach(composed.filter((one) => "message" in one));
      let next = 0;
      const outcomes = composed.map((one) =>
        "message" in one ? outcome(services, one, accepted[next++]!, context) : one,
      );
      return replyOf(await withEarlier(services, outcomes, context));
    },
  });
}

/** An entry whose message can be accepted. */
type Composed = AcceptCall & {
  readonly entry: BatchCall;
  readonly skipped: readonly Detail[];
  readonly warnings: readonly string[];
};

async function compose(services: SendBatchDeps, entry: BatchCall, context: CallContext): Promise<Composed | Refusal> {
  try {
    if ("error" in entry) throw entry.error;
    const command = withRoute(entry.call);
    const { category, route, content, audience, numbers, skipped } = command;
    await requireFunds(services, { category, route, content, phones: audience ? null : numbers });
    const doubts = (await requireConsentOf(services, command)).warnings;
    const warnings = doubts.length === 0 ? entry.warnings : [...entry.warnings, ...doubts];
    const message = await composeMessage(services, command);
    return { message, idempotent: idempotencyOf(entry, context), entry, skipped, warnings };
  } catch (error) {
    return refusalOf(services, entry, error, context);
  }
}

function outcome(
  services: SendBatchDeps,
  { entry, skipped, warnings }: Composed,
  result: AcceptResult | AcceptFailure,
  context: CallContext,
): Result | Refusal {
  try {
    if (result.kind === "failed") throw result.error;
    if (result.kind === "no_recipients") throw noRecipientLeft(result.suppressed, skipped);
    return { index: entry.index, ...outcomeOf(result), ...(warnings.length > 0 && { warnings }) };
  } catch (error) {
    return refusalOf(services, entry, error, context);
  }
}

function refusalOf(services: SendBatchDeps, entry: BatchCall, error: unknown, { requestId }: CallContext): Refusal {
  return { entry, failure: toHttpError(error, services, requestId) };
}

function replyOf(results: readonly Result[]): Reply {
  const count = (status: Result["status"]): number => results.filter((one) => one.status === status).length;
  const counts = {
    accepted: count("accepted"),
    refused: count("refused"),
    replayed: count("replayed"),
    unknown: count("unknown"),
  };
  const isReplay = counts.replayed === results.length;
  const unknown = counts.unknown === 0 ? "" : `, ${counts.unknown} unknown`;
  return {
    message: `${counts.accepted} accepted, ${counts.refused} refused, ${counts.replayed} replayed${unknown}.`,
    data: { ...counts, results },
    ...(isReplay && { headers: { "Idempotency-Replayed": "true" } }),
  };
}
