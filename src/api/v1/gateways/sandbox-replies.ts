import { DomainError } from "#domain/error";
import { sandboxReplyData, sandboxReplyRequest } from "#contract/sandbox";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";
import { readPhone } from "#domain/recipients/numbers";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { HttpError } from "../../response/http-error.ts";
import { answeredBefore, bodyOf } from "../../pipeline.ts";
import { NO_SANDBOX, type SandboxDeps } from "./sandbox-messages.ts";

export type SandboxRepliesDeps = SandboxDeps & { readonly idempotency: Pick<IdempotencyStore, "find" | "save"> };

export function sandboxRepliesEndpoint({ sandboxes, country, idempotency: store }: SandboxRepliesDeps): Endpoint {
  return endpoint({
    operationId: "replyAsSandboxPhone",
    method: "POST",
    path: "/sandbox/replies",
    access: "svc_setting",
    tag: "Gateways",
    summary: "Answer as a phone behind the sandbox gateway",
    description:
      "The message is handled like a real one that a provider reports: STOP, START or a question has the effect that it has there. Only START differs: it lifts what a reply in the sandbox set, and no opt-out of a real person. A STOP ends the memberships of the number's owner, so this needs svc_subscribers, too.",
    input: sandboxReplyRequest,
    data: sandboxReplyData,
    errors: ["not_found"],
    // What a provider reports commits in transactions of its own.
    idempotency: "own",
    read(fields, { caller }, issues) {
      if (!caller.capabilities.has("svc_subscribers")) {
        throw new DomainError("forbidden", "Answering as a person needs svc_subscribers besides svc_setting.");
      }
      const from = fields.from === undefined ? "" : readPhone("from", fields.from, country);
      if (typeof from !== "string") issues.push(from);
      return { from: typeof from === "string" ? from : "", text: fields.text ?? "", gateway: fields.gateway ?? null };
    },
    async handle({ from, text, gateway }, { caller, idempotency, warnings }) {
      const present = sandboxes();
      const phone = gateway === null ? present[0] : present.find((one) => one.gateway === gateway);
      if (!phone) {
        const words = present.length === 0 ? NO_SANDBOX : "There is no sandbox of this name.";
        throw new HttpError("not_found", words);
      }
      const earlier = idempotency && (await store.find(idempotency));
      if (earlier) return answeredBefore(earlier);
      // If this process ends before the key is stored, the inbox still recognizes the repeat.
      const key = idempotency?.key;
      const id = await phone.reply({ from, text, by: caller.principal, ...(key !== undefined && { key }) });
      const reply: Reply = { message: `${from} answered.`, data: { id, from, text, gateway: phone.gateway } };
      if (idempotency) await store.save(idempotency, { status: 200, body: bodyOf(reply, warnings) });
      return reply;
    },
  });
}
