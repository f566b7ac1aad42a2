import { webhookEvents } from "#contract/webhook-events";

import type { Schemas } from "./schemas.ts";

const text = { type: "string" } as const;

const headers = [
  ["webhook-id", "The same for every attempt: store it and ignore a second call with it.", "evt_m8x2k1c0_1742"],
  ["webhook-timestamp", "Seconds since 1970 of this attempt.", "1795168800"],
  ["webhook-signature", "Standard Webhooks: `v1,` and an HMAC, for each secret that is valid.", "v1,K5oZfzN95Z9UVu1E"],
].map(([name, description, example]) => ({ name, in: "header", required: true, description, schema: text, example }));

/** The `webhooks` of OpenAPI 3.1: the calls that the service makes, and how it interprets the response. */
export function webhooksOf(schemas: Schemas): Record<string, object> {
  return Object.fromEntries(
    Object.entries(webhookEvents).map(([type, { summary, body }]) => [
      type,
      {
        post: {
          operationId: `on${camel(type)}`,
          tags: ["Webhooks"],
          summary,
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemas.name(`${camel(type)}Event`, schemas.output(body)) } },
          },
          responses: {
            "2XX": {
              description: "Accepted. After any other status except 410 the call is repeated, over three days.",
            },
            "410": { description: "The receiver is gone: the endpoint is disabled." },
          },
        },
      },
    ]),
  );
}

/** `message.sent` → `MessageSent`. */
function camel(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
