import type { z } from "zod";

import { gatewayTryData, gatewayTryRequest } from "#contract/stored-gateways";
import { DomainError, tooManyRequests } from "#domain/error";
import type { ConfigureDeps } from "#domain/gateways/stored/configure";
import { trySettings, type TryStep } from "#domain/gateways/stored/try-settings";
import { hour, second, type Clock } from "#lib/time";

import { endpoint, type Endpoint } from "../../endpoint.ts";

/** Concurrent connections of a node to hosts that callers name. */
const MAX_AT_ONCE = 5;
/** Per caller and node: people need a few, while guessing a provider's keys or scanning for open ports takes many. */
const MAX_PER_HOUR = 60;

type Tried = { readonly steps: readonly TryStep[] };

export function gatewayTryEndpoint(ports: ConfigureDeps & { readonly clock: Clock }): Endpoint {
  let running = 0;
  let lastHour: readonly { readonly by: string; readonly at: number }[] = [];

  function takeTurn(by: string): void {
    const now = ports.clock.now();
    lastHour = lastHour.filter(({ at }) => now - at < hour);
    const own = lastHour.filter((one) => one.by === by);
    if (own.length >= MAX_PER_HOUR) {
      const seconds = Math.ceil((own[0]!.at + hour - now) / second);
      const message = `You tested settings ${MAX_PER_HOUR} times within an hour. Try again in ${seconds} s.`;
      throw tooManyRequests(message, seconds);
    }
    lastHour = [...lastHour, { by, at: now }];
  }
  return endpoint<typeof gatewayTryRequest, z.output<typeof gatewayTryRequest>, Tried>({
    operationId: "testGatewaySettings",
    method: "POST",
    path: "/gateways/test",
    access: "svc_setting",
    tag: "Gateways",
    summary: "Test settings before they are stored",
    description:
      "Checks the settings and their addresses, and reads the credit with them, which shows whether the credentials are right. Nothing is sent and nothing is stored. For a test with a real message, store the gateway with `in_default_route` false and use POST /gateways/{name}/test. At most 60 an hour for each caller and node.",
    input: gatewayTryRequest,
    data: gatewayTryData,
    errors: ["not_found", "not_in_this_state", "too_many_requests"],
    idempotency: "secret",
    async prepare({ kind, name, settings }, { caller }) {
      if (running >= MAX_AT_ONCE) {
        throw new DomainError("too_many_requests", `${MAX_AT_ONCE} tests are running: repeat this one in a while.`);
      }
      takeTurn(caller.principal);
      running += 1;
      try {
        return { steps: await trySettings(ports, { kind: kind ?? null, name: name ?? null, settings }) };
      } finally {
        running -= 1;
      }
    },
    async handle({ steps }) {
      const wrong = steps.find(({ ok }) => !ok);
      return {
        message: wrong ? wrong.text : "These settings work.",
        data: { ok: !wrong, steps },
      };
    },
  });
}
