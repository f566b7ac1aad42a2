import { gatewayRouteData, gatewayRouteQuery } from "#contract/gateways";
import { DomainError } from "#domain/error";
import type { ConfigureDeps } from "#domain/gateways/stored/configure";
import { requireRouting } from "#domain/gateways/stored/routing";
import { gatewaysOf } from "#domain/routing/route";
import { forecastRoute } from "#domain/gateways/forecast";
import type { Category } from "#domain/messages/message";
import type { GatewayBoard } from "#domain/gateways/gateway-board";
import { readPhone } from "#domain/recipients/numbers";
import type { Country, Phone } from "#domain/recipients/phone";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { stateOf } from "./gateway-views.ts";

export type GatewayRouteDeps = Pick<ConfigureDeps, "kinds" | "environmentNames" | "gatewaySetup" | "setupCurrent"> & {
  readonly board: GatewayBoard;
  readonly country: Country | null;
};

export function gatewayRouteEndpoint(ports: GatewayRouteDeps): Endpoint {
  const { board, country } = ports;
  return endpoint<typeof gatewayRouteQuery, { to: Phone; category: Category; routing: string | null }>({
    operationId: "explainRoute",
    method: "GET",
    path: "/gateways/route",
    access: "svc_setting",
    tag: "Gateways",
    summary: "Show which gateway would send to a number",
    description:
      "Based on the routing rules and the current state of the gateways. Nothing is sent, and no gateway is contacted.",
    input: gatewayRouteQuery,
    data: gatewayRouteData,
    errors: ["no_gateway"],
    read(fields, _context, issues) {
      const to = fields.to === undefined ? "" : readPhone("to", fields.to, country);
      if (typeof to !== "string") issues.push(to);
      return { to: to as Phone, category: fields.category ?? "transactional", routing: fields.routing ?? null };
    },
    async handle({ to, category, routing }) {
      await ports.setupCurrent();
      const route = routing === null ? board.route : requireRouting(ports, await ports.gatewaySetup.load(), routing);
      if (gatewaysOf(route).length === 0) throw new DomainError("no_gateway", "No gateway is configured.");
      const { candidates, ...forecast } = forecastRoute({ route, health: board.health }, to, category);
      return {
        message: forecast.reason,
        data: {
          to,
          category,
          ...forecast,
          candidates: candidates.map(({ gateway, share }) => ({
            gateway,
            share,
            state: stateOf(board.health(gateway)),
          })),
        },
      };
    },
  });
}
