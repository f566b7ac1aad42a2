import type { GatewayTools } from "#domain/ports/gateway";
import { definitions } from "#gateways/index";
import { prepareGateways, type PreparedGateway } from "#gateways/open";
import { answerWithin } from "#lib/answer-within";
import { reasonOf } from "#lib/error-words";
import { second } from "#lib/time";

import { allowedOutbound } from "../addresses.ts";
import type { Config } from "../config.ts";
import type { Finding } from "./finding.ts";
import { createOutbound } from "../outbound.ts";
import { routeChecks } from "../routing.ts";

/** Longest wait for a provider's answer. */
const ANSWER_MS = 5 * second;

/** Reads the setting, and asks every gateway that can tell it for its credit: that shows a wrong key. Sends nothing. */
export async function examineGateways(config: Config): Promise<readonly Finding[]> {
  const prepared = prepareGateways(config.gateway.reveal(), definitions, routeChecks);
  if (!prepared.ok) return prepared.faults.map((text) => ({ level: "fault", about: "TIDINGS_GATEWAY", text }));
  if (prepared.gateways.length === 0)
    return [{ level: "warning", about: "gateway", text: "there is none (TIDINGS_GATEWAY=none): nothing can be sent." }];
  const outbound = createOutbound({ allow: allowedOutbound(config) });
  try {
    const found = await Promise.all(prepared.gateways.map((gateway) => examineOne(gateway, outbound.trustedFetch)));
    return found.flat();
  } finally {
    await outbound.close();
  }
}

async function examineOne(prepared: PreparedGateway, fetch: GatewayTools["fetch"]): Promise<readonly Finding[]> {
  const { id, name, redactedDsn, warnings } = prepared;
  const finding = (level: Finding["level"], text: string): Finding => ({
    level,
    about: "gateway",
    text: `${name}: ${text}`,
  });
  const soon = warnings.map((text) => finding("warning", text));
  if (id === "sandbox") return [finding("warning", "the sandbox sends nothing."), ...soon];
  return [finding("ok", redactedDsn), ...soon, ...(await credit(prepared, fetch, finding))];
}

async function credit(
  { name, abilities, open }: PreparedGateway,
  fetch: GatewayTools["fetch"],
  finding: (level: Finding["level"], text: string) => Finding,
): Promise<readonly Finding[]> {
  if (!abilities.credit) return [];
  const gateway = open({
    fetch,
    clock: { now: Date.now },
    random: Math.random,
    news: async () => undefined,
    sends: false,
    log: () => undefined,
  });
  try {
    const { amount, unit } = await answerWithin(gateway.credit!(), ANSWER_MS);
    return [finding("ok", `it answers, and its credit is ${amount} ${unit}.`)];
  } catch (error) {
    return [
      finding(
        "warning",
        `it did not tell its credit, so its key may be wrong: ${reasonOf(error)}. See: tidings gateway test ${name}`,
      ),
    ];
  } finally {
    await gateway.close?.();
  }
}
