import { sandboxReplyData, sandboxReplyRequest } from "#contract/sandbox";
import { readPhone } from "#domain/recipients/numbers";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { HttpError } from "../../http-error.ts";
import type { SandboxDeps } from "./sandbox-messages.ts";

export function sandboxRepliesEndpoint({ sandboxes, country }: SandboxDeps): Endpoint {
  return endpoint({
    operationId: "replyAsSandboxPhone",
    method: "POST",
    path: "/sandbox/replies",
    access: "svc_setting",
    tag: "Gateways",
    summary: "Answer as a phone behind the sandbox gateway",
    description:
      "The message takes the way of a real one that a provider reports: STOP, a code or a question has the effect that it has there.",
    input: sandboxReplyRequest,
    data: sandboxReplyData,
    errors: ["not_found"],
    read(fields, _context, issues) {
      const from = fields.from === undefined ? "" : readPhone("from", fields.from, country);
      if (typeof from !== "string") issues.push(from);
      return { from: typeof from === "string" ? from : "", text: fields.text ?? "", gateway: fields.gateway ?? null };
    },
    async handle({ from, text, gateway }) {
      const present = sandboxes();
      const phone = gateway === null ? present[0] : present.find((one) => one.gateway === gateway);
      if (!phone) {
        const words = present.length === 0 ? "No sandbox gateway is configured." : "There is no sandbox of this name.";
        throw new HttpError("not_found", words);
      }
      const id = await phone.reply({ from, text });
      return { message: `${from} answered.`, data: { id, from, text, gateway: phone.gateway } };
    },
  });
}
