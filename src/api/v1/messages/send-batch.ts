import { sendBatchData, sendBatchRequest } from "#contract/send-batch";
import { withRoute } from "#domain/messages/abilities";
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
      const outcomes = await Promise.all(calls.map((call) => send(services, call, context)));
      return replyOf(await withEarlier(services, outcomes, context));
    },
  });
}

/** The calls of a batch run at once, and so their messages share statements. */
async function send(services: SendBatchDeps, entry: BatchCall, context: CallContext): Promise<Result | Refusal> {
  const { index, warnings } = entry;
  try {
    if ("error" in entry) throw entry.error;
    const command = withRoute(entry.call);
    const { category, route, content, audience, numbers } = command;
    await requireFunds(services, { category, route, content, phones: audience ? null : numbers });
    const allWarnings = [...warnings, ...(await requireConsentOf(services, command)).warnings];
    const message = await composeMessage(services, command);
    const result = await services.messages.accept(message, idempotencyOf(entry, context));
    if (result.kind === "no_recipients") throw noRecipientLeft(result.suppressed, command.skipped);
    return { index, ...outcomeOf(result), ...(allWarnings.length > 0 && { warnings: allWarnings }) };
  } catch (error) {
    return { entry, failure: toHttpError(error, services, context.requestId) };
  }
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
