import type { Gateway, GatewayAbilities, GatewayTools } from "#domain/ports/gateway";

import { mapRoute, leaves, parseRoute, type Route } from "./compose.ts";
import type { GatewayDefinition } from "./define.ts";
import { readDsn } from "./read-dsn.ts";
import { redactGateways } from "./redact-gateways.ts";

/** A gateway that is set up but not connected. `settings` holds secrets: never log it. */
export type PreparedGateway = {
  readonly name: string;
  readonly id: string;
  readonly label: string;
  readonly abilities: GatewayAbilities;
  /** Units a second of all nodes together. */
  readonly rate: number | null;
  readonly ratePer: "segment" | "message";
  /** Calls under way, of all nodes together. */
  readonly maxInFlight: number | null;
  readonly atLeastOnce: boolean;
  readonly redactedDsn: string;
  open(tools: GatewayTools): Gateway;
};

/** A prepared gateway with its connection. */
export type OpenedGateway = Omit<PreparedGateway, "open"> & { readonly gateway: Gateway };

export type GatewaysResult =
  | { readonly ok: true; readonly gateways: readonly PreparedGateway[]; readonly route: Route<string> }
  | { readonly ok: false; readonly faults: readonly string[] };

/**
 * Reads what TIDINGS_GATEWAY holds: one DSN, or several in `failover(…)` and `roundrobin(…)`. All faults at
 * once, as sentences without values. Opens nothing.
 */
export function prepareGateways(text: string, definitions: readonly GatewayDefinition[]): GatewaysResult {
  const parsed = parseRoute(text);
  if (!parsed.ok) return { ok: false, faults: [`the gateway setting ${parsed.message}`] };
  const dsns = leaves(parsed.route);
  const read = dsns.map((dsn) => readDsn(dsn, definitions));
  const faults = read.flatMap((result, index) =>
    result.ok
      ? []
      : result.faults.map(
          (fault) =>
            `gateway${dsns.length > 1 ? ` ${index + 1}` : ""}${result.id ? ` (${result.id})` : ""}: ${fault.part} ${fault.message}`,
        ),
  );
  const good = read.flatMap((result, index) => (result.ok ? [{ ...result, dsn: dsns[index]! }] : []));
  const given = good.flatMap((result) => result.common.name ?? []);
  for (const name of new Set(given.filter((name, index) => given.indexOf(name) !== index))) {
    faults.push(`two gateways have the name ${name}`);
  }
  if (faults.length > 0) return { ok: false, faults };

  const taken = new Set(given);
  const gateways = good.map(({ definition, common, settings, dsn }): PreparedGateway => {
    const { can } = definition;
    return {
      name: common.name ?? freeName(definition.id, taken),
      id: definition.id,
      label: definition.label,
      abilities: typeof can === "function" ? can(settings) : can,
      rate: common.rate ?? null,
      ratePer: common.ratePer,
      maxInFlight: common.maxInFlight ?? null,
      atLeastOnce: common.atLeastOnce,
      redactedDsn: redactGateways(dsn, definitions),
      open: (tools) => definition.open(settings, tools),
    };
  });
  let leaf = 0;
  return { ok: true, gateways, route: mapRoute(parsed.route, () => gateways[leaf++]!.name) };
}

/**
 * Prepares and opens. Each gateway gets its own tools, so that the caller knows whose news come in.
 *
 * @throws GatewaySettingError naming every fault; never with a value from the DSN
 */
export function openGateways(
  text: string,
  definitions: readonly GatewayDefinition[],
  toolsFor: (gateway: { readonly name: string; readonly id: string }) => GatewayTools,
): { readonly gateways: readonly OpenedGateway[]; readonly route: Route<string> } {
  const prepared = prepareGateways(text, definitions);
  if (!prepared.ok) throw new GatewaySettingError(prepared.faults);
  const gateways = prepared.gateways.map(({ open, ...rest }) => ({ ...rest, gateway: open(toolsFor(rest)) }));
  return { gateways, route: prepared.route };
}

class GatewaySettingError extends Error {
  override readonly name = "GatewaySettingError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("; "));
    this.faults = faults;
  }
}

function freeName(id: string, taken: Set<string>): string {
  let name = id;
  for (let number = 2; taken.has(name); number++) name = `${id}-${number}`;
  taken.add(name);
  return name;
}
