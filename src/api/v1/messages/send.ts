import { sendData, sendRequest } from "#contract/send";
import { routeWarningsOf, type RouteWarnings, type RouteWarningsDeps } from "#domain/gateways/route-warnings";
import {
  requireConsent,
  type ConsentCheckDeps,
  type ConsentCheckResult,
  type MarketingCall,
} from "#domain/consent/require-consent";
import { withRoute } from "#domain/messages/abilities";
import type { Accepted } from "#domain/messages/message";
import { longestContent } from "#domain/messages/personalize";
import { sendMessage, unite, type SendCommand } from "#domain/messages/send";
import { requireFunds, type FundsDeps } from "#domain/spending/spend-rules";
import { counted } from "#lib/counted";
import { withPrefix } from "#lib/ids";

import { endpoint, type CallContext, type Endpoint, type Replay, type Reply } from "../../endpoint.ts";
import { answeredBefore, bodyOf } from "../../pipeline.ts";
import { sendLater, type SendLaterDeps } from "../schedules/schedule-send.ts";
import { readSend, type SendCall, type SendFieldsDeps } from "./send-fields.ts";
import { shownSending } from "../send-views.ts";

export type SendEndpointDeps = SendFieldsDeps &
  SendLaterDeps &
  ConsentCheckDeps &
  RouteWarningsDeps &
  FundsDeps & {
    /** Why accepted messages wait, as on a restored copy; null: they are sent. */
    readonly standby: string | null;
  };

export function sendEndpoint(services: SendEndpointDeps): Endpoint {
  return endpoint<typeof sendRequest, SendCall>({
    operationId: "sendMessage",
    needsBody: true,
    method: "POST",
    path: "/send",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Send a message",
    description:
      "Accepts a message for newsletter groups, users, roles, customers and direct numbers. Every person receives it once, no matter how many selectors include them. The response is sent once the message is durably stored; gateways are contacted afterwards.",
    input: sendRequest,
    data: sendData,
    errors: [
      "selector_conflict",
      "no_recipients",
      "gateway_cannot",
      "no_gateway",
      "spend_cap_reached",
      "insufficient_credit",
      "no_commerce",
      "no_phone_numbers",
      "consent_required",
      "public_url_missing",
      "addon_required",
    ],
    idempotency: "own",
    read: (fields, context, issues) => readSend(services, fields, context, issues),
    handle: (command, context) => handleSend(services, command, context),
  });
}

/** The rule for marketing. @throws DomainError consent_required */
export function requireConsentOf(
  services: ConsentCheckDeps & Pick<SendFieldsDeps, "country">,
  call: SendCall,
): Promise<ConsentCheckResult> {
  return requireConsent(services, marketingCallOf(services, call));
}

/** A call, as far as the rule for marketing is concerned: its numbers are those that are known now. */
export function marketingCallOf({ country }: Pick<SendFieldsDeps, "country">, call: SendCall): MarketingCall {
  const { category, content, audience, consentBasis: basis, createdBy: by } = call;
  return { category, content, audience, basis, by, phones: () => unite(call, country).phones };
}

async function handleSend(services: SendEndpointDeps, call: SendCall, context: CallContext): Promise<Reply | Replay> {
  if (call.timetable) {
    const { warnings, ground: consent } = await requireConsentOf(services, call);
    context.warnings.push(...warnings);
    return sendLater(services, call, { ...call.timetable, consent }, context);
  }
  const sent = await send(services, call, context);
  return "reply" in sent ? sent.reply : answeredBefore(sent);
}

type Sent = { readonly accepted: Accepted; readonly reply: Reply };

/**
 * Accepts a message that is not for later, without an Idempotency-Key of its own.
 *
 * @throws DomainError those of the endpoint
 */
export async function sendNow(services: SendEndpointDeps, call: SendCall, context: CallContext): Promise<Sent> {
  const sent = await send(services, call, { ...context, idempotency: null });
  if (!("reply" in sent)) throw new Error(`a message without a key was ${sent.kind}`);
  return sent;
}

async function send(
  services: SendEndpointDeps,
  call: SendCall,
  { idempotency, warnings }: Pick<CallContext, "idempotency" | "warnings">,
): Promise<Sent | Parameters<typeof answeredBefore>[0]> {
  warnings.push(...(await requireConsentOf(services, call)).warnings);
  const command = withRoute(call);
  const { category, route } = command;
  const phones = command.audience ? null : unite(command, services.country).phones;
  let { content } = command;
  await requireFunds(services, { category, route, content, phones });
  const notices = await routeWarningsOf(services, route, category, phones);
  const reply = (accepted: Accepted): Reply => replyOf({ ...command, content }, accepted, notices, services.standby);
  let stored: Reply | null = null;
  const result = await sendMessage(services, command, (message) => {
    content = longestContent(message);
    const written = (accepted: Accepted) => {
      const made = reply(accepted);
      const body = bodyOf(made, warnings);
      stored = { ...made, body };
      return { status: 200, body };
    };
    return idempotency ? { ...idempotency, reply: written } : undefined;
  });
  return result.kind === "accepted" ? { accepted: result.message, reply: stored ?? reply(result.message) } : result;
}

function replyOf(
  command: SendCommand,
  accepted: Accepted,
  { credit, warnings: doubts }: RouteWarnings,
  standby: string | null,
): Reply {
  const { id, state, ...recipients } = accepted;
  const waits =
    standby === null ? [] : [`It waits because this installation sends nothing: ${standby}. See: tidings help restore`];
  return {
    message: sentence(accepted, command.route.sandbox),
    data: {
      message_id: withPrefix("msg", id),
      state,
      recipients,
      ...shownSending(command, credit, [...waits, ...doubts]),
    },
  };
}

function sentence(message: Accepted, sandbox: boolean): string {
  const count = message.accepted;
  const who = count === null ? "" : ` for ${counted(count, "recipient")}`;
  const tail = count === null ? " Its recipients are being resolved." : "";
  return sandbox
    ? `Message accepted${who} by the sandbox: nothing leaves this machine.${tail}`
    : `Message accepted${who}.${tail}`;
}
