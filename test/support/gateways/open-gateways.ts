import type { GatewayDeps } from "#domain/gateways/gateway";
import type { Route } from "#domain/routing/route";
import type { GatewayDefinition } from "#gateways/define";
import { openGateway, requireGateways, type OpenedGateway } from "#gateways/open";

/**
 * Prepares and opens. Each gateway gets its own tools, so that the caller knows whose events arrive.
 *
 * @throws GatewaySettingError naming every error; never with a value from the DSN
 */
export function openGateways(
  text: string,
  definitions: readonly GatewayDefinition[],
  toolsFor: (gateway: { readonly name: string; readonly id: string }) => GatewayDeps,
): { readonly gateways: readonly OpenedGateway[]; readonly route: Route<string> } {
  const { gateways, route } = requireGateways(text, definitions);
  return { gateways: gateways.map((gateway) => openGateway(gateway, toolsFor(gateway))), route };
}
