import type { Gateway } from "#domain/gateways/gateway";
import { namesOf, type Routes } from "#domain/routing/routes";
import type { StoredGateway } from "#domain/gateways/stored/stored-gateway";
import { definitions } from "#gateways/index";
import { requireGateways, type OpenedGateway, type PreparedGateway } from "#gateways/open";
import type { Route } from "#domain/routing/route";
import { errorText } from "#lib/error-text";

import type { Config } from "../../config/config.ts";
import { effectiveRoute } from "./effective-route.ts";
import { gatewayOpener, type GatewayOpener, type GatewayOpenerDeps } from "./gateway-opener.ts";
import { receiptAddresses, type ReceiptAddresses } from "./receipt-addresses.ts";
import { routesOf } from "./route-abilities.ts";
import { openRouting, type Routing } from "./routing.ts";
import type { StoredSetup, UnusableGateway } from "./stored-setup.ts";

/** A gateway in use. */
export type UsedGateway = OpenedGateway & {
  /** null: it comes from TIDINGS_GATEWAY. */
  readonly stored: StoredGateway | null;
  /** As `StoredGateway.accountSince`. */
  readonly accountSince?: number;
  /** It was deleted, and only receives. */
  readonly isRemoved: boolean;
};

/** All properties are of this moment: a change of the stored gateways replaces them. */
export type OpenGateways = ReceiptAddresses & {
  /** Those that send, in their order. */
  readonly gateways: readonly UsedGateway[];
  /** Stored gateways that send nothing: disabled, or deleted lately. They receive. */
  readonly idle: readonly UsedGateway[];
  /** Stored gateways that this node cannot use. */
  readonly unusable: readonly UnusableGateway[];
  readonly routing: Routing;
  readonly routes: Routes;
  /** Names of the gateways of TIDINGS_GATEWAY. */
  readonly environment: { readonly names: readonly string[]; readonly route: Route<string> };
  /** Names of those that send and report their credit. */
  withCredit(): readonly string[];
  /** A gateway that receives, whether it sends or not. */
  byName(name: string): Gateway | null;
  /** Whether a gateway's provider assigns one id to all recipients of a call. */
  sharesIds(name: string): boolean;
  /** Replaces the stored gateways and the routing; what did not change stays open. */
  use(setup: StoredSetup): void;
  /**
   * Called after each change with the gateways that were removed; they are closed once the promise resolves, and at
   * once if there is no listener.
   */
  onChange(listener: (gone: readonly UsedGateway[]) => Promise<void>): void;
  close(): Promise<void>;
};

/** What TIDINGS_GATEWAY says, parsed and not connected. */
export type ReadGateways = {
  readonly prepared: readonly PreparedGateway[];
  readonly route: Route<string>;
  /** TIDINGS_GATEWAY is not set: its sandbox steps aside for stored gateways. */
  readonly isDefault: boolean;
};

/** @throws GatewaySettingError naming every error; never with a value from the DSN */
export function readGateways(config: Pick<Config, "gateway" | "gatewayIsDefault">): ReadGateways {
  const { gateways, route } = requireGateways(config.gateway.reveal(), definitions);
  return { prepared: gateways, route, isDefault: config.gatewayIsDefault };
}

/** Opens what TIDINGS_GATEWAY names. The stored gateways follow with `use`. */
export function openConfiguredGateways(
  { prepared, route, isDefault }: ReadGateways,
  tools: GatewayOpenerDeps,
): OpenGateways {
  const opener = gatewayOpener(tools);
  const own = prepared.map((gateway): UsedGateway => ({
    ...opener.open(gateway, null),
    stored: null,
    isRemoved: false,
  }));
  const isSandbox = own.every(({ id }) => id === "sandbox");
  const configured = { own, environment: { route, isDefault, isSandbox } };
  let listener = async (_gone: readonly UsedGateway[]): Promise<void> => undefined;
  let now = presentOf({ usable: [], unusable: [], members: [], expression: null, isTrial: true }, configured, opener);
  const closing = new Set<Promise<unknown>>();

  function retire(gone: readonly UsedGateway[]): void {
    const ending = listener(gone)
      .catch(() => undefined)
      .then(() => Promise.allSettled(gone.map(async ({ gateway }) => gateway.close?.())));
    closing.add(ending);
    void ending.finally(() => closing.delete(ending));
  }

  return {
    ...receiptAddresses(tools),
    environment: { names: namesOf(own), route },
    get gateways() {
      return now.gateways;
    },
    get idle() {
      return now.idle;
    },
    get unusable() {
      return now.unusable;
    },
    get routing() {
      return now.routing;
    },
    routes: {
      byDefault: () => now.routes.byDefault(),
      byName: (name) => now.routes.byName(name),
      names: () => now.routes.names(),
    },
    withCredit: () => namesOf(now.gateways.filter(({ gateway }) => gateway.credit)),
    byName: (name) => now.receivers.get(name)?.gateway ?? null,
    sharesIds(name) {
      const found = now.receivers.get(name);
      return found !== undefined && sharesIds(found);
    },
    use(setup) {
      const before = now.receivers;
      now = presentOf(setup, configured, opener);
      const kept = new Set([...now.receivers.values()].map(({ gateway }) => gateway));
      retire([...before.values()].filter(({ gateway }) => !kept.has(gateway)));
    },
    onChange(given) {
      listener = given;
    },
    async close() {
      const open = [...now.receivers.values()];
      await Promise.allSettled([...closing, ...open.map(async ({ gateway }) => gateway.close?.())]);
    },
  };
}

type Configured = {
  /** Those of TIDINGS_GATEWAY. */
  readonly own: readonly UsedGateway[];
  readonly environment: Parameters<typeof effectiveRoute>[0]["environment"];
};

/** Opens what a setup adds and changes. */
function presentOf(
  { usable, members, expression, isTrial, ...setup }: Omit<StoredSetup, "revision">,
  { own, environment }: Configured,
  opener: GatewayOpener,
) {
  const unusable = [...setup.unusable];
  const opened = usable.flatMap(({ prepared, stored, isRemoved, fingerprint }) => {
    const isActive = stored.enabled && !isRemoved;
    try {
      const { accountSince } = stored;
      return [{ ...opener.reuse(prepared, fingerprint, isActive), stored, isRemoved, accountSince, isActive }];
    } catch (error) {
      // The others must follow the change all the same.
      if (!isRemoved) unusable.push({ name: stored.name, reason: `It cannot be opened: ${errorText(error)}.`, stored });
      return [];
    }
  });
  opener.keep(namesOf(opened));
  const gateways: readonly UsedGateway[] = [...own, ...opened.filter(({ isActive }) => isActive)];
  const idle: readonly UsedGateway[] = opened.filter(({ isActive }) => !isActive);
  const effective = effectiveRoute({ environment, members, expression, isTrial });
  const routing = openRouting(effective.tree, effective.name);
  const receivers = new Map([...idle, ...gateways].map((one) => [one.name, one]));
  return { gateways, idle, unusable, routing, routes: routesOf(gateways, routing), receivers };
}

function sharesIds({ traits }: Pick<PreparedGateway, "traits">): boolean {
  return traits.ids === "call";
}
