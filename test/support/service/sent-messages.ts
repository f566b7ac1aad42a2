import { phoneOf } from "#gateways/adapters/sandbox";

import { eventually } from "../engine/engine.ts";
import type { TestService } from "./test-service.ts";

/** The texts that a number received through the sandbox, the newest first. */
export const textsTo = (service: TestService, to: string): string[] =>
  phoneOf(service.gateways.gateways[0]!.gateway)!
    .messages({ to })
    .map(({ body }) => body);

/** A message of the API, once it has ended. */
export async function endedMessage(service: TestService, id: string): Promise<any> {
  return eventually(async () => {
    const { body } = await service.call("GET", `/messages/${id}`);
    return ["completed", "failed"].includes(body.data.state) && body.data;
  });
}
