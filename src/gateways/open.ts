import type { Gateway, GatewayDeps } from "#domain/gateways/gateway";
import type { GatewayView } from "#domain/gateways/gateway-board";
import { GATEWAY_NAME } from "#domain/gateways/gateway-name";
import { leavesOf, mapRoute, type Route } from "#domain/routing/route";

import { parseRoute } from "./parse-route.ts";
import type { GatewayDefinition } from "./define.ts";
import { readDsn, type DsnReading } from "./read-dsn.ts";
import { redactGateways } from "./redact-gateways.ts";

/** A gateway that is configured but not connected. `settings` contains secrets: never log it. */
export type PreparedGateway = Pick<
  GatewayView,
  "name" | "label" | "abilities" | "traits" | "rate" | "ratePer" | "maxInFlight" | "atLeastOnce"
> & {
  readonly id: string;
  readonly redactedDsn: string;
  /** What works today but will not in future, as sentences. */
  readonly warnings: readonly string[];
  open(tools: GatewayDeps): Gateway;
};

/** A prepared gateway with its connection. */
export type OpenedGateway = Omit<PreparedGateway, "open"> & { readonly gateway: Gateway };

export type GatewaysResult =
  | { readonly ok: true; readonly gateways: readonly PreparedGateway[]; readonly route: Route<string> }
  | { readonly ok: false; readonly issues: readonly string[] };

const MAX_GATEWAYS = 50;
/** Deliberately no gateway: sending is refused. An empty setting is the default one. */
const NONE = "none";

/**
 * Reads TIDINGS_GATEWAY: one DSN, or several in `failover(…)`, `roundrobin(…)` and `by(…)`, where a name refers to the
 * DSN that has it; or `none`. All issues at once, as sentences without values. Opens nothing.
 */
export function prepareGateways(text: string, definitions: readonly GatewayDefinition[]): GatewaysResult {
  if (text.trim() === NONE) return { ok: true, gateways: [], route: { kind: "failover", members: [] } };
  const parsed = parseRoute(text);
  if (!parsed.ok) return { ok: false, issues: [`the setting ${parsed.message}`] };
  const places = leavesOf(parsed.route);
  const dsns = places.flatMap((leaf, index) =>
    isName(leaf) ? [] : [{ leaf, index, result: readDsn(leaf, definitions) }],
  );
  if (dsns.length > MAX_GATEWAYS)
    return { ok: false, issues: [`the setting names more than ${MAX_GATEWAYS} gateways`] };
  const issueAt = (index: number, id: string | undefined, words: string): string =>
    `gateway${places.length > 1 ? ` ${index + 1}` : ""}${id ? ` (${id})` : ""}: ${words}`;
  const issues = dsns.flatMap(({ result, index }) =>
    result.ok ? [] : result.issues.map((issue) => issueAt(index, result.id, `${issue.part} ${issue.message}`)),
  );
  const good = dsns.flatMap(({ result, leaf, index }) => (result.ok ? [{ ...result, dsn: leaf, index }] : []));
  const given = good.flatMap((result) => result.common.name ?? []);
  for (const name of new Set(given.filter((name, index) => given.indexOf(name) !== index))) {
    issues.push(`two gateways have the name ${name}`);
  }
  const taken = new Set(given);
  const names = new Map(good.map((one) => [one.index, one.common.name ?? freeName(one.definition.id, taken)]));
  const known = new Set(names.values());
  for (const [index, leaf] of places.entries()) {
    // Not quoted: a piece of a DSN that was split by a space would look like one, too.
    if (isName(leaf) && !known.has(leaf)) issues.push(issueAt(index, undefined, NO_DSN));
  }
  if (issues.length > 0) return { ok: false, issues };

  const gateways = good.map((reading) =>
    prepareGateway(reading, { name: names.get(reading.index)!, redactedDsn: redactGateways(reading.dsn, definitions) }),
  );
  let place = 0;
  const route = mapRoute(parsed.route, (leaf) => {
    const name = names.get(place) ?? leaf;
    place += 1;
    return name;
  });
  return { ok: true, gateways, route };
}

/** A gateway with validated settings. */
export function prepareGateway(
  { definition, common, settings }: Extract<DsnReading, { readonly ok: true }>,
  named: Pick<PreparedGateway, "name" | "redactedDsn">,
): PreparedGateway {
  const { can } = definition;
  return {
    ...named,
    id: definition.id,
    label: definition.label,
    abilities: typeof can === "function" ? can(settings) : can,
    traits: definition.traits,
    rate: common.rate ?? null,
    ratePer: common.ratePer,
    maxInFlight: common.maxInFlight ?? null,
    atLeastOnce: common.atLeastOnce,
    warnings: definition.warnings?.(settings) ?? [],
    open: (tools) => definition.open(settings, tools),
  };
}

const NO_DSN = "dsn is not in the form scheme://user:password@host?key=value, nor the name of a gateway here";

/** What looks like a name refers to a gateway that has its DSN elsewhere. */
export const isName = (leaf: string): boolean => GATEWAY_NAME.test(leaf);

/** Connects a gateway with its own tools, so that the caller knows whose events arrive. */
export function openGateway({ open, ...rest }: PreparedGateway, tools: GatewayDeps): OpenedGateway {
  return { ...rest, gateway: open(tools) };
}

/** @throws GatewaySettingError naming every error; never with a value from the DSN */
export function requireGateways(
  text: string,
  definitions: readonly GatewayDefinition[],
): Extract<GatewaysResult, { readonly ok: true }> {
  const prepared = prepareGateways(text, definitions);
  if (!prepared.ok) throw new GatewaySettingError(prepared.issues);
  return prepared;
}

class GatewaySettingError extends Error {
  override readonly name = "GatewaySettingError";
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(`TIDINGS_GATEWAY: ${issues.join("; ")}`);
    this.issues = issues;
  }
}

function freeName(id: string, taken: Set<string>): string {
  let name = id;
  for (let number = 2; taken.has(name); number++) name = `${id}-${number}`;
  taken.add(name);
  return name;
}
