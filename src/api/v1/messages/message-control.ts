import { messageControlData, messageData, messageRateRequest, messageRequest } from "#contract/message";
import { cancelMessage, changeRate, pauseMessage, resumeMessage } from "#domain/messages/control";
import type { MessageControl } from "#domain/messages/message-control-store";
import type { Uuid } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { findMessage, readMessageId, shownMessage, type MessageDeps } from "./message-views.ts";

export type MessageControlDeps = MessageDeps & { readonly messageControl: MessageControl };

const common = { access: "svc_sendsms", tag: "Messages", errors: ["not_found", "not_in_this_state"] } as const;

/** Pauses, resumes and cancels a message in progress, and changes its rate. */
export function messageControlEndpoints(services: MessageControlDeps): readonly Endpoint[] {
  return [
    command(services, {
      action: "pause",
      did: "paused",
      summary: "Pause a message",
      description:
        "Nothing more of it is sent, on any node. Deliveries in flight complete. Its `valid_for` keeps running.",
      run: pauseMessage,
    }),
    command(services, {
      action: "resume",
      did: "resumed",
      summary: "Resume a paused message",
      description: "It continues where it stopped.",
      run: resumeMessage,
    }),
    command(services, {
      action: "cancel",
      did: "canceled",
      summary: "Cancel a message",
      description:
        "Whatever has not been sent will never be sent. The response is immediate; the deliveries of a large message become `canceled` in the seconds after it.",
      run: cancelMessage,
    }),
    rate(services),
  ];
}

type Command = {
  readonly action: "pause" | "resume" | "cancel";
  readonly did: string;
  readonly summary: string;
  readonly description: string;
  readonly run: (messages: MessageControl, id: Uuid, by: string) => Promise<{ readonly already: boolean }>;
};

function command(services: MessageControlDeps, what: Command): Endpoint {
  const { messageControl, messageViews } = services;
  return endpoint({
    ...common,
    operationId: `${what.action}Message`,
    method: "POST",
    path: `/messages/{id}/${what.action}`,
    summary: what.summary,
    description: what.description,
    input: messageRequest,
    data: messageControlData,
    async handle({ id }, { caller }) {
      const uuid = readMessageId(id);
      const { already } = await what.run(messageControl, uuid, caller.principal);
      const view = await findMessage(messageViews, uuid);
      const message = already ? `The message is already ${view.state}.` : `The message is ${what.did}.`;
      return { message, data: { ...(await shownMessage(services, view, caller)), already } };
    },
  });
}

function rate(services: MessageControlDeps): Endpoint {
  const { messageControl, messageViews } = services;
  return endpoint({
    ...common,
    operationId: "updateMessage",
    method: "PATCH",
    path: "/messages/{id}",
    summary: "Change the rate of a message",
    description: "Applies across all nodes, from the next deliveries on. The gateway's own limit still applies.",
    input: messageRateRequest,
    data: messageData,
    async handle({ id, rate_per_minute: ratePerMinute }, { caller }) {
      const uuid = readMessageId(id);
      await changeRate(messageControl, uuid, ratePerMinute, caller.principal);
      const view = await findMessage(messageViews, uuid);
      const limit =
        ratePerMinute === null ? "as fast as the gateway allows" : `at no more than ${ratePerMinute} per minute`;
      return { message: `It is sent ${limit}.`, data: await shownMessage(services, view, caller) };
    },
  });
}
