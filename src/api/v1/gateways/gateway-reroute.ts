import { gatewayRerouteData, gatewayRerouteRequest } from "#contract/gateways";
import { rerouteTexts, type RerouteDeps } from "#domain/gateways/reroute";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";

export type GatewayRerouteDeps = RerouteDeps;

type Command = { readonly from: string; readonly to: string | null; readonly by: string };

export function gatewayRerouteEndpoint(services: GatewayRerouteDeps): Endpoint {
  return endpoint<typeof gatewayRerouteRequest, Command>({
    operationId: "rerouteGateway",
    method: "POST",
    path: "/gateways/{name}/reroute",
    access: "svc_setting",
    tag: "Gateways",
    summary: "Reroute the deliveries of a removed gateway",
    description:
      "For a gateway that was removed from the configuration while deliveries were waiting for it by name, and for the default route (`default`) while no gateway of it can be used. Deliveries that it may already have accepted stay, and so do those that the new route cannot send.",
    input: gatewayRerouteRequest,
    data: gatewayRerouteData,
    errors: ["not_found", "not_in_this_state", "no_gateway"],
    read: (fields, { caller }) => ({ from: fields.name ?? "", to: fields.to ?? null, by: caller.principal }),
    async handle(command) {
      const { moved, stayed } = await rerouteTexts(services, command);
      const resolved = command.to === null ? "the default route" : command.to;
      return {
        message: `Rerouted ${counted(moved, "message")} from ${command.from} to ${resolved}${stayed === 0 ? "." : `; ${stayed} stayed.`}`,
        data: { gateway: command.from, moved, stayed },
      };
    },
  });
}
