import { messageProgress, messageRequest } from "#contract/message";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { eventReply } from "../../live/event-reply.ts";
import type { ProgressHub } from "../../live/progress-hub.ts";
import { findMessage, readMessageId, type MessageDeps } from "./message-views.ts";

export type MessageProgressDeps = MessageDeps & { readonly progress: ProgressHub };

/** `GET /messages/{id}/progress`: server-sent events until the message is over. */
export function messageProgressEndpoint(services: MessageProgressDeps): Endpoint {
  return endpoint({
    operationId: "streamMessageProgress",
    method: "GET",
    path: "/messages/{id}/progress",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Watch a message",
    description:
      "Server-sent events: `progress` with the object that GET /messages/{id} returns under that name, at most once a second and only when it has changed; a comment every 15 seconds; `end` when the message is complete, after which the stream closes. A stream that closes without `end` can be reopened without missing anything, because every event is complete. Its reader is checked as that of GET /events.",
    input: messageRequest,
    stream: true,
    data: messageProgress,
    errors: ["not_found", "too_many_streams"],
    async handle({ id }, { caller }) {
      const view = await findMessage(services.messageViews, readMessageId(id));
      return eventReply(services.progress.watch(view, caller));
    },
  });
}
