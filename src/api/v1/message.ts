import { messageData, messageRequest } from "#contract/message";
import { Fault } from "#domain/fault";
import type { MessageView, MessageViews } from "#domain/ports/message-view";
import { uuidTime, withoutPrefix, withPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../endpoint.ts";

export type MessageServices = { readonly messageViews: MessageViews };

/** `GET /messages/{id}`: exact counts once an audience is resolved, and why a message failed. */
export function messageEndpoint({ messageViews }: MessageServices): Endpoint {
  return endpoint({
    method: "GET",
    path: "/messages/{id}",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Read a message",
    description: "How many people were found, how far their deliveries are, and why the message failed if it did.",
    input: messageRequest,
    data: messageData,
    errors: ["not_found"],
    async handle({ id }) {
      const uuid = withoutPrefix("msg", id);
      const view = uuid === null ? null : await messageViews.find(uuid);
      if (!view) throw new Fault("not_found", "There is no message of this id.");
      return { message: `The message is ${view.state}.`, data: shown(view) };
    },
  });
}

function shown(view: MessageView) {
  const time = (millis: number | null): string | null => (millis === null ? null : new Date(millis).toISOString());
  return {
    message_id: withPrefix("msg", view.id),
    state: view.state,
    reason: view.reason,
    category: view.category,
    sender: view.sender,
    message: view.category === "otp" ? "[hidden]" : view.text,
    segments: view.segments,
    encoding: view.encoding,
    recipients: view.recipients,
    deliveries: view.deliveries,
    created_at: new Date(uuidTime(view.id)).toISOString(),
    first_sent_at: time(view.firstSentAt),
    finished_at: time(view.finishedAt),
  };
}
