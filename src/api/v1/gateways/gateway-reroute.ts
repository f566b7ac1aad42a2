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
    summary: "Give texts of a removed gateway another way",
    description:
      "For a gateway that was taken out of the setting while texts waited for it by name. Texts that it may have taken already stay, and so do those that the new way cannot send.",
    input: gatewayRerouteRequest,
    data: gatewayRerouteData,
    errors: ["not_found", "not_in_this_state", "no_gateway"],
    read: (fields, { caller }) => ({ from: fields.name ?? "", to: fields.to ?? null, by: caller.principal }),
    async handle(command) {
      const { moved, stayed } = await rerouteTexts(services, command);
      const resolved = command.to === null ? "the default way" : `the way of ${command.to}`;
      return {
        message: `${counted(moved, "text")} of ${command.from} took ${resolved}${stayed === 0 ? "." : `; ${stayed} stayed.`}`,
        data: { gateway: command.from, moved, stayed },
      };
    },
  });
}
