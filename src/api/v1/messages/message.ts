import { messageData, messageRequest } from "#contract/message";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { findMessage, readMessageId, shownMessage, type MessageDeps } from "./message-views.ts";

/** `GET /messages/{id}`: exact counts once an audience is resolved, its progress, and why a message failed. */
export function messageEndpoint(services: MessageDeps): Endpoint {
  return endpoint({
    operationId: "getMessage",
    method: "GET",
    path: "/messages/{id}",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Read a message",
    description:
      "The number of recipients found, the progress of their deliveries, and the reason if the message failed.",
    input: messageRequest,
    data: messageData,
    errors: ["not_found"],
    async handle({ id }, { caller }) {
      const view = await findMessage(services.messageViews, readMessageId(id));
      return { message: `The message is ${view.state}.`, data: await shownMessage(services, view, caller) };
    },
  });
}
