import type { SandboxDeps } from "#api/v1/gateways/sandbox-messages";
import { phoneOf } from "#gateways/adapters/sandbox";

import type { OpenGateways } from "./open-gateways.ts";

/** The phones of those gateways that are sandboxes. */
export function sandboxesOf({ gateways }: Pick<OpenGateways, "gateways">): ReturnType<SandboxDeps["sandboxes"]> {
  return gateways.flatMap(({ name, gateway }) => {
    const phone = phoneOf(gateway);
    return phone ? [{ gateway: name, messages: phone.messages, reply: phone.reply }] : [];
  });
}
