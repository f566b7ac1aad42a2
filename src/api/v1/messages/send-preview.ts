import { previewData } from "#contract/preview";
import { sendRequest } from "#contract/send";
import { previewMessage, type Preview, type PreviewDeps } from "#domain/messages/preview";
import { counted } from "#lib/counted";
import type { Clock } from "#lib/time";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { readSend, type SendCall, type SendFieldsDeps } from "./send-fields.ts";

export type SendPreviewDeps = SendFieldsDeps & PreviewDeps & { readonly clock: Clock };

/** `POST /send/preview`. */
export function sendPreviewEndpoint(services: SendPreviewDeps): Endpoint {
  return endpoint<typeof sendRequest, SendCall>({
    operationId: "previewMessage",
    needsBody: true,
    method: "POST",
    path: "/send/preview",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Preview a message",
    description:
      "What `POST /send` with the same parameters would do: who would receive the message, in how many segments and at what cost, and who would not. Nothing is stored or sent, and no gateway is contacted. A call that would be refused is refused here for the same reasons.",
    input: sendRequest,
    data: previewData,
    errors: ["selector_conflict", "no_recipients", "gateway_cannot", "no_gateway", "no_commerce", "no_phone_numbers"],
    read: (fields, context, issues) => readSend(services, fields, context, issues),
    async handle(call) {
      return replyOf(call, await previewMessage(services, call), services.clock.now());
    },
  });
}

function replyOf(call: SendCall, { people, text, cost, countries, credit, ...preview }: Preview, now: number): Reply {
  const { bySource, ...counts } = people;
  const { perSegment, forcedBy, ...length } = text;
  const first = call.timetable?.plan.start.at ?? now;
  return {
    message: `${people.exact ? "" : "About "}${counted(people.final, "person", "people")} would receive this message.`,
    data: {
      category: call.category,
      gateway: call.route!.gateway,
      sandbox: call.route!.sandbox,
      people: { ...counts, by_source: bySource },
      text: {
        ...length,
        units_per_segment: perSegment,
        forced_by: forcedBy && {
          character: forcedBy.character,
          index: forcedBy.index,
          replacement: forcedBy.replacement,
          segments_replaced: forcedBy.segmentsReplaced,
        },
      },
      countries,
      cost: cost && { currency: cost.currency, total: cost.total, unpriced: cost.unpriced },
      credit: credit && {
        amount: credit.amount,
        unit: credit.unit,
        checked_at: new Date(credit.checkedAt).toISOString(),
        enough: preview.enough,
      },
      first_at: new Date(first).toISOString(),
      last_at: preview.seconds === null ? null : new Date(first + preview.seconds * 1_000).toISOString(),
      invalid_numbers: call.skipped,
      ...(preview.warnings.length > 0 && { warnings: preview.warnings }),
    },
  };
}
