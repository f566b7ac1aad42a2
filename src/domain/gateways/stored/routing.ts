import { DomainError } from "../../error.ts";
import { changedMeanwhile, type ConfigureDeps } from "./configure.ts";
import type { GatewaySetup } from "./stored-gateway.ts";

/**
 * Stores the expression of the default route; null: it follows from the gateways again.
 *
 * @param change.version the version that the change is based on; absent: any
 * @throws DomainError invalid_parameter, conflict
 */
export async function setRouting(
  ports: ConfigureDeps,
  change: { readonly expression: string | null; readonly version: number | undefined },
  by: string,
): Promise<void> {
  await ports.unitOfWork.transaction(async () => {
    const setup = await ports.gatewaySetup.lock();
    const { version, expression: before } = setup.routing;
    if (change.version !== undefined && change.version !== version) throw changedMeanwhile(setup.routing);
    if (change.expression !== null) requireRouting(ports, setup, change.expression);
    await ports.gatewaySetup.route(change.expression, by);
    await ports.gatewaySetup.record({ by, before: { routing: before }, after: { routing: change.expression } });
  });
  ports.setupChanged();
}

/** @throws DomainError invalid_parameter */
export function requireRouting(
  { kinds, environmentNames }: Pick<ConfigureDeps, "kinds" | "environmentNames">,
  { gateways }: Pick<GatewaySetup, "gateways">,
  expression: string,
) {
  const read = kinds.readRouting(expression, [...environmentNames, ...gateways.map(({ name }) => name)]);
  if (read.ok) return read.route;
  throw new DomainError("invalid_parameter", "The routing is not usable.", [
    { field: "routing", code: "invalid_format", message: read.message },
  ]);
}
