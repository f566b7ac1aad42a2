import { gatewayRoutingData, gatewayRoutingQuery, gatewayRoutingRequest } from "#contract/gateway-routing";
import type { GatewayBoard } from "#domain/gateways/gateway-board";
import { setRouting } from "#domain/gateways/stored/routing";
import type { ConfigureDeps } from "#domain/gateways/stored/configure";
import { formatTree, gatewaysOf } from "#domain/routing/route";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";

export type GatewayRoutingDeps = ConfigureDeps & { readonly board: GatewayBoard };

/** `GET` and `PUT /gateways/routing`. */
export function gatewayRoutingEndpoints(ports: GatewayRoutingDeps): Endpoint[] {
  const common = { path: "/gateways/routing", access: "svc_setting", tag: "Gateways" } as const;
  return [
    endpoint({
      ...common,
      operationId: "getRouting",
      method: "GET",
      summary: "Show how the default route uses the gateways",
      input: gatewayRoutingQuery,
      data: gatewayRoutingData,
      handle: async () => ({ message: "The routing.", data: await shown(ports) }),
    }),
    endpoint({
      ...common,
      operationId: "setRouting",
      method: "PUT",
      summary: "Set how the default route uses the gateways",
      description:
        "Deliveries that wait follow the new routing within seconds. GET /gateways/route with `routing` shows beforehand which gateway would send to a number.",
      input: gatewayRoutingRequest,
      data: gatewayRoutingData,
      errors: ["conflict"],
      async handle({ routing, version }, { caller }) {
        await setRouting(ports, { expression: routing, version }, caller.principal);
        return {
          message: routing === null ? "The routing follows from the gateways." : "The routing is set.",
          data: await shown(ports),
        };
      },
    }),
  ];
}

async function shown({ gatewaySetup, setupCurrent, board }: GatewayRoutingDeps) {
  await setupCurrent();
  const { routing } = await gatewaySetup.load();
  const present = new Set(board.gateways.map(({ name }) => name));
  return {
    routing: routing.expression,
    effective: formatTree(board.route),
    environment: formatTree(board.environmentRoute),
    unavailable: gatewaysOf(board.route).filter((name) => !present.has(name)),
    version: routing.version,
    updated_at: isoTime(routing.updatedAt),
    updated_by: routing.updatedBy,
  };
}
