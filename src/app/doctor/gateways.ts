import type { GatewayDeps } from "#domain/gateways/gateway";
import type { PreparedGateway } from "#gateways/open";
import { withTimeout } from "#lib/with-timeout";
import { reasonOf } from "#lib/error-text";
import { second } from "#lib/time";

import { allowedOutbound } from "../config/addresses.ts";
import type { Config } from "../config/config.ts";
import { failure, warning, type CheckResult } from "./check-result.ts";
import { configuredGateways } from "../config/configured-gateways.ts";
import { createOutbound } from "../outbound/outbound.ts";

/** Longest wait for a provider's response. */
const ANSWER_MS = 5 * second;

/** Reads the setting, and queries the credit of every gateway that supports it: a wrong key shows. Sends nothing. */
export async function checkGateways(config: Config): Promise<readonly CheckResult[]> {
  const prepared = configuredGateways(config);
  if (!prepared.ok) return prepared.issues.map((text) => failure("TIDINGS_GATEWAY", text));
  if (prepared.gateways.length === 0)
    return [warning("gateway", "there is none (TIDINGS_GATEWAY=none): nothing can be sent.")];
  const outbound = createOutbound({ allow: allowedOutbound(config) });
  try {
    const found = await Promise.all(prepared.gateways.map((gateway) => checkOne(gateway, outbound.trustedFetch)));
    return found.flat();
  } finally {
    await outbound.close();
  }
}

async function checkOne(prepared: PreparedGateway, fetch: GatewayDeps["fetch"]): Promise<readonly CheckResult[]> {
  const { id, name, redactedDsn, warnings } = prepared;
  const checkResult = (level: CheckResult["level"], text: string): CheckResult => ({
    level,
    about: "gateway",
    text: `${name}: ${text}`,
  });
  const soon = warnings.map((text) => checkResult("warning", text));
  if (id === "sandbox") return [checkResult("warning", "the sandbox sends nothing."), ...soon];
  return [checkResult("ok", redactedDsn), ...soon, ...(await credit(prepared, fetch, checkResult))];
}

async function credit(
  { name, abilities, open }: PreparedGateway,
  fetch: GatewayDeps["fetch"],
  checkResult: (level: CheckResult["level"], text: string) => CheckResult,
): Promise<readonly CheckResult[]> {
  if (!abilities.credit) return [];
  const gateway = open({
    fetch,
    clock: { now: Date.now },
    random: Math.random,
    events: async () => undefined,
    sends: false,
    log: () => undefined,
  });
  try {
    const { amount, unit } = await withTimeout(gateway.credit!(), ANSWER_MS);
    return [checkResult("ok", `it responds, and its credit is ${amount} ${unit}.`)];
  } catch (error) {
    return [
      checkResult(
        "warning",
        `its credit could not be read, so its key may be wrong: ${reasonOf(error)}. See: tidings gateway test ${name}`,
      ),
    ];
  } finally {
    await gateway.close?.();
  }
}
