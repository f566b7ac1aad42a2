import { gatewayTryData, gatewayTryRequest } from "#contract/stored-gateways";
import type { ConfigureDeps } from "#domain/gateways/stored/configure";
import { trySettings } from "#domain/gateways/stored/try-settings";

import { endpoint, type Endpoint } from "../../endpoint.ts";

export function gatewayTryEndpoint(ports: ConfigureDeps): Endpoint {
  return endpoint({
    operationId: "testGatewaySettings",
    method: "POST",
    path: "/gateways/test",
    access: "svc_setting",
    tag: "Gateways",
    summary: "Test settings before they are stored",
    description:
      "Checks the settings and their addresses, and reads the credit with them, which shows whether the credentials are right. Nothing is sent and nothing is stored. For a test with a real message, store the gateway with `in_default_route` false and use POST /gateways/{name}/test.",
    input: gatewayTryRequest,
    data: gatewayTryData,
    errors: ["not_found", "not_in_this_state"],
    idempotency: "secret",
    async handle({ kind, name, settings }) {
      const steps = await trySettings(ports, { kind: kind ?? null, name: name ?? null, settings });
      const wrong = steps.find(({ ok }) => !ok);
      return {
        message: wrong ? wrong.text : "Nothing is wrong with these settings.",
        data: { ok: !wrong, steps },
      };
    },
  });
}
