import type { Db } from "#store/database";
import { claimDemo, type DemoRegistry, type Others } from "#store/queries/demo/demo-registry";

import type { OpenGateways } from "../service/gateways/open-gateways.ts";

/** The demo cannot be created. The message is a sentence that says why and what to do. */
export class DemoRefused extends Error {
  override readonly name = "DemoRefused";
}

/** Locks the demo until the transaction ends. @throws DemoRefused if another process has it */
export async function requireClaim(db: Db): Promise<void> {
  if (!(await claimDemo(db)))
    throw new DemoRefused("Another process is creating or removing the demo. Try again later.");
}

type Gateways = Pick<OpenGateways, "gateways" | "idle" | "unusable" | "routes">;

/**
 * The name of the sandbox that the demo's messages are for.
 *
 * @param others of which `gateways` are those that nodes have used lately: the service may have other settings
 * @throws DemoRefused unless nothing that is accepted here can leave the machine
 */
export function requireSandbox(
  { gateways, idle, unusable, routes }: Gateways,
  others: Pick<Others, "gateways">,
): string {
  const real = [
    ...[...gateways, ...idle.filter(({ isRemoved }) => !isRemoved)].filter(({ id }) => id !== "sandbox"),
    ...unusable.filter(({ stored }) => stored.kind !== "sandbox"),
  ].map(({ name }) => name);
  if (real.length > 0) {
    throw new DemoRefused(
      `Demo data requires that every gateway is a sandbox, and ${real.join(", ")} is not: messages to its people could be sent. Use a separate installation: TIDINGS_DATA=./demo-data TIDINGS_GATEWAY=sandbox://default`,
    );
  }
  const known = new Set([...gateways, ...idle].map(({ name }) => name));
  const foreign = others.gateways.filter((name) => !known.has(name));
  if (foreign.length > 0) {
    throw new DemoRefused(
      `A service on this database has used ${foreign.join(", ")} within a week, which is not among the gateways of these settings. Run the command with the settings of the service; if it has a real gateway, use a separate installation.`,
    );
  }
  const route = routes.byDefault();
  if (!route?.sandbox) {
    throw new DemoRefused(
      "Demo data requires a sandbox in the default route, and none can be used. Set TIDINGS_GATEWAY=sandbox://default, or see: tidings help gateway",
    );
  }
  return route.gateway;
}

/** @throws DemoRefused if there are others, unless the caller allows it */
export function requireAlone({ people, webhooks }: Others, demo: DemoRegistry | null, add: boolean): void {
  if (demo !== null || add || people + webhooks === 0) return;
  const what = people > 0 ? "There are people here already" : "There are webhooks here, which would be called";
  throw new DemoRefused(`${what}. To add the demo all the same: tidings demo --add`);
}
