import { DEFAULT_ROUTE } from "#domain/routing/route";
import { secretBox } from "#lib/secret-box";
import type { Db } from "#store/database";
import { gatewaySetupQueries } from "#store/queries/gateways/gateway-setup";

import type { Config } from "../config/config.ts";
import type { OpenStore } from "../service/open-store.ts";
import { readSetup } from "../service/gateways/stored-setup.ts";
import { failure, ok, type CheckResult } from "./check-result.ts";
import { configuredGateways } from "../config/configured-gateways.ts";

/** Whether this release can use the gateways that are configured at run time. Contacts none of them. */
export async function checkStoredGateways(
  config: Pick<Config, "gateway">,
  { db, key }: Pick<OpenStore, "db" | "key">,
): Promise<readonly CheckResult[]> {
  const prepared = configuredGateways(config);
  if (!prepared.ok) return [];
  const taken = prepared.gateways.map(({ name }) => name);
  const setup = readSetup(await gatewaySetupQueries(db).load(), secretBox(key.derive("gateway-secrets")), taken);
  const about = "gateway";
  return [
    ...setup.usable
      .filter(({ isRemoved }) => !isRemoved)
      .map(({ prepared: { name, redactedDsn }, stored }): CheckResult => {
        const text = `${name} (stored${stored.enabled ? "" : ", disabled"}): ${redactedDsn}. See: tidings gateway test ${name}`;
        return ok(about, text);
      }),
    ...setup.unusable.map(({ name, reason }): CheckResult =>
      failure(about, `${name} (stored) cannot be used: ${reason}`),
    ),
  ];
}

/** Names of the gateways in TIDINGS_GATEWAY and of those stored at run time; null: the setting cannot be read. */
export async function gatewayNames(config: Pick<Config, "gateway">, db: Db): Promise<readonly string[] | null> {
  const prepared = configuredGateways(config);
  if (!prepared.ok) return null;
  const { gateways } = await gatewaySetupQueries(db).load();
  const stored = gateways.filter(({ enabled }) => enabled).map(({ name }) => name);
  return [...prepared.gateways.map(({ name }) => name), ...stored];
}

/**
 * The routes that these gateways serve: their names, and the default route if one is in it; null: as `gatewayNames`.
 */
export async function servedRoutes(
  config: Pick<Config, "gateway" | "gatewayIsDefault">,
  db: Db,
): Promise<readonly string[] | null> {
  const names = await gatewayNames(config, db);
  if (names === null) return null;
  const { gateways, routing } = await gatewaySetupQueries(db).load();
  const hasStored = gateways.some(({ enabled, inDefaultRoute }) => enabled && inDefaultRoute);
  const hasOwn = !config.gatewayIsDefault && config.gateway.reveal() !== "none";
  return routing.expression !== null || hasStored || hasOwn ? [...names, DEFAULT_ROUTE] : names;
}
