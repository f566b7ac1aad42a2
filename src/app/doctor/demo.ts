import type { Db } from "#store/database";
import { readDemo } from "#store/queries/demo/demo-registry";
import { gatewaySetupQueries } from "#store/queries/gateways/gateway-setup";

import type { Config } from "../config/config.ts";
import { ok, warning, type CheckResult } from "./check-result.ts";
import { configuredGateways } from "../config/configured-gateways.ts";

/** Whether the people of the demo are still here, and could be sent messages by a real gateway. */
export async function checkDemo(config: Pick<Config, "gateway">, db: Db): Promise<readonly CheckResult[]> {
  const demo = await readDemo(db);
  if (demo === null) return [];
  const prepared = configuredGateways(config);
  const { gateways: stored } = await gatewaySetupQueries(db).load();
  const real = [
    ...(prepared.ok ? prepared.gateways.filter(({ id }) => id !== "sandbox") : []),
    ...stored.filter(({ kind }) => kind !== "sandbox"),
  ].map(({ name }) => name);
  const about = "demo";
  const people = `There is demo data with ${demo.phones.length} people, whose numbers are fictional.`;
  if (real.length === 0) return [ok(about, `${people} To remove it: tidings demo --remove`)];
  const text = `${people} Messages to everyone would be sent to them by ${real.join(", ")}: tidings demo --remove`;
  return [warning(about, text)];
}
