import { sendData, sendRequest } from "#contract/send";
import { DomainError } from "#domain/error";
import { outlookOf, type Outlook, type OutlookPorts } from "#domain/gateways/outlook";
import type { Accepted } from "#domain/messages/message";
import { categoryOf, sendMessage, type Sent } from "#domain/messages/send";
import { counted } from "#lib/counted";
import { withPrefix } from "#lib/ids";

import { endpoint, type CallContext, type Endpoint, type Replay, type Reply } from "../../endpoint.ts";
import { HttpError } from "../../http-error.ts";
import { bodyOf, inFlight, mismatch } from "../../pipeline.ts";
import { sendLater, type SendLaterServices } from "../schedules/schedule-send.ts";
import { readSend, type SendCall, type SendServices } from "./send-fields.ts";

export type SendEndpointServices = SendServices &
  SendLaterServices &
  OutlookPorts & {
    /** Why what is accepted waits, as on a restored copy; null: it is sent. */
    readonly standby: string | null;
  };

export function sendEndpoint(services: SendEndpointServices): Endpoint {
  return endpoint<typeof sendRequest, SendCall>({
    operationId: "sendMessage",
    needsBody: true,
    method: "POST",
    path: "/send",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Send a message",
    description:
      "Accepts a message for newsletter groups, users, roles, customers and direct numbers. Every person gets it once, whatever the number of selectors that name them. The reply comes when the message is stored for good; gateways are asked afterwards.",
    input: sendRequest,
    data: sendData,
    errors: [
      "selector_conflict",
      "no_recipients",
      "gateway_cannot",
      "no_gateway",
      "no_commerce",
      "no_phone_numbers",
      "addon_required",
    ],
    idempotency: "own",
    read: (fields, context, issues) => readSend(services, fields, context, issues),
    handle: (command, context) => handleSend(services, command, context),
  });
}

async function handleSend(
  services: SendEndpointServices,
  command: SendCall,
  context: CallContext,
): Promise<Reply | Replay> {
  // Before the gateway: whoever lacks the add-on needs to hear that first.
  if (command.timetable) return sendLater(services, command, command.timetable, context);
  if (!command.route)
    throw new DomainError("no_gateway", "No gateway is configured, so nothing could be sent. Set TIDINGS_GATEWAY.");
  const phones = command.audience ? null : command.numbers;
  const outlook = await outlookOf(services, command.route, categoryOf(command), phones);
  const reply = (sent: Sent): Reply => replyOf(command, sent, outlook, services.standby);
  const { idempotency } = context;
  const { result, sent } = await sendMessage(
    services,
    command,
    idempotency
      ? (toSent) => ({
          ...idempotency,
          reply: (accepted: Accepted) => ({ status: 200, body: bodyOf(reply(toSent(accepted)), context.warnings) }),
        })
      : undefined,
  );
  switch (result.kind) {
    case "accepted":
      return reply(sent(result.message));
    case "replayed":
      if (result.status >= 400) throw new HttpError("internal", "A kept refusal was met by an accepted message.");
      return { replayed: true, status: result.status, body: result.body };
    case "mismatch":
      throw mismatch();
    case "in_flight":
      throw inFlight();
  }
}

function replyOf(
  command: SendCall,
  { message, category, segments }: Sent,
  { credit, warnings: doubts }: Outlook,
  standby: string | null,
): Reply {
  const { id, state, ...recipients } = message;
  const balance = credit === null ? NaN : Number(credit.amount);
  const waits =
    standby === null ? [] : [`It waits, because nothing is sent from here: ${standby}. See: tidings help restore`];
  const warnings = [...waits, ...doubts];
  return {
    message: sentence(message, command.route.sandbox),
    data: {
      message_id: withPrefix("msg", id),
      state,
      recipients,
      invalid_numbers: command.skipped,
      segments: segments.segments,
      encoding: segments.encoding,
      category,
      gateway: command.route.gateway,
      sandbox: command.route.sandbox,
      balance: Number.isFinite(balance) ? balance : null,
      balance_checked_at: credit === null ? null : new Date(credit.checkedAt).toISOString(),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

function sentence(message: Accepted, sandbox: boolean): string {
  const count = message.accepted;
  const who = count === null ? "" : ` for ${counted(count, "recipient")}`;
  const tail = count === null ? " Its recipients are being found." : "";
  return sandbox
    ? `Message accepted${who} by the sandbox: nothing leaves this machine.${tail}`
    : `Message accepted${who}.${tail}`;
}
