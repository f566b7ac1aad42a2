import { threadAssignData, threadAssignRequest } from "#contract/inbox-threads";
import { DomainError } from "#domain/error";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { noThread, type InboxThreadDeps } from "./inbox-thread.ts";
import { senderOf } from "./inbox.ts";

/** Several people share the inbox: one of them takes care of a thread, and the others see who. */
export function inboxThreadAssignEndpoint({ inboxThreads, country }: InboxThreadDeps): Endpoint {
  return endpoint({
    access: "svc_inbox",
    tag: "Inbox",
    errors: ["not_found", "conflict"],
    operationId: "assignInboxThread",
    method: "POST",
    path: "/inbox/threads/{number}/assign",
    summary: "Assign a thread",
    description:
      "To the caller, or to nobody. Other users see who takes care of it, and can still read and answer it. If another user does, the reply is 409, and `replace` changes it nonetheless.",
    input: threadAssignRequest,
    data: threadAssignData,
    async handle({ number, to, replace = false }, { caller: { principal, username } }) {
      const sender = senderOf(number, country);
      const assignee = to === "me" ? { principal, username } : null;
      const assigned = await inboxThreads.assign(sender, { by: principal, to: assignee, replace });
      if (!assigned) throw noThread();
      if (assigned.refused) {
        const { username: other } = assigned.before!;
        throw new DomainError("conflict", `The thread is assigned to ${other}. Call with replace=true to change that.`);
      }
      const message = assignee ? "The thread is assigned to you." : "The thread is assigned to nobody.";
      return { message, data: { number: sender, assignee } };
    },
  });
}
