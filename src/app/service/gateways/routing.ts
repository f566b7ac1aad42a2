import { createHash } from "node:crypto";

import type { Category } from "#domain/messages/message";
import type { DeliveryKey } from "#domain/deliveries/queue";
import { DEFAULT_ROUTE, formatRoute, gatewaysOf, type Route, type ResolvedRoute } from "#domain/routing/route";
import { serving, sharesOf, type Health, type HealthOf } from "#domain/routing/serving";
import { reduce, resolvedRoutesOf } from "#domain/routing/resolve";
import { hashFraction } from "#lib/hash-fraction";
import type { RouteShare } from "#domain/gateways/gateway-board";

/** A resolved route of the default route, as the queue and people name it. */
export type NamedRoute = { readonly route: string; readonly resolved: ResolvedRoute; readonly text: string };

/** The default route at work. */
export type Routing = {
  /** The route of the queue by which messages of the default route are accepted, before rules route them. */
  readonly name: string;
  /** Differs between two trees. */
  readonly fingerprint: string;
  readonly tree: Route<string>;
  readonly resolvedRoutes: readonly NamedRoute[];
  /** Messages must be routed before a gateway may claim them: there are rules or weights. */
  readonly routesMessages: boolean;
  /** The route of the queue for one delivery. */
  routeOf(key: DeliveryKey, category: Category): string;
  /**
   * The gateways of a route of the queue, in the order of failover; none if it is not a resolved route of this tree.
   */
  membersOf(route: string): readonly string[];
  /** The routes of the queue that a gateway serves now, its own name first. */
  servedBy(gateway: string, health: HealthOf): readonly string[];
  /** Those of them that no other healthy gateway serves. */
  servedAlone(gateway: string, health: HealthOf): readonly string[];
  /** Whether other healthy gateways share some route with a gateway. */
  replaceable(gateway: string, health: HealthOf): boolean;
  /** Of which routes a gateway is a member, and what share of each it should take now. */
  sharesOf(gateway: string, health: HealthOf): readonly RouteShare[];
};

/**
 * A route's name in the queue carries a fingerprint of the whole setting: deliveries that wait by rules that have since
 * changed are routed again, whichever node routed them.
 *
 * @param name `Routing.name`
 */
export function openRouting(tree: Route<string>, name: string = DEFAULT_ROUTE): Routing {
  const list = resolvedRoutesOf(tree);
  const routesMessages = dependsOnMessage(tree);
  const fingerprint = createHash("sha256").update(JSON.stringify(tree)).digest("hex").slice(0, 8);
  const resolvedRoutes = list.map((resolved, index): NamedRoute => ({
    route: routesMessages ? `${DEFAULT_ROUTE}:${fingerprint}:${index}` : name,
    resolved,
    text: formatRoute(resolved),
  }));
  const others = (resolved: ResolvedRoute, gateway: string, health: HealthOf): boolean =>
    serving(resolved, (name) => (name === gateway ? DOWN : health(name))).some(
      (name) => name !== gateway && isHealthy(health(name)),
    );
  const served = (gateway: string, health: HealthOf): readonly NamedRoute[] =>
    resolvedRoutes.filter(({ resolved }) => serving(resolved, health).includes(gateway));
  const byText = new Map(resolvedRoutes.map((named) => [named.text, named.route]));
  return {
    name,
    fingerprint,
    tree,
    resolvedRoutes,
    routesMessages,
    routeOf({ messageId, phone }, category) {
      const { resolved } = reduce(tree, { phone, category, draw: hashFraction(messageId, phone) });
      return byText.get(formatRoute(resolved))!;
    },
    membersOf: (route) => resolvedRoutes.flatMap((named) => (named.route === route ? gatewaysOf(named.resolved) : [])),
    servedBy: (gateway, health) => [...new Set([gateway, ...served(gateway, health).map(({ route }) => route)])],
    servedAlone(gateway, health) {
      const alone = served(gateway, health).filter(({ resolved }) => !others(resolved, gateway, health));
      return [...new Set([gateway, ...alone.map(({ route }) => route)])];
    },
    replaceable: (gateway, health) =>
      resolvedRoutes.some(({ resolved }) => isMember(resolved, gateway) && others(resolved, gateway, health)),
    sharesOf: (gateway, health) =>
      resolvedRoutes
        .filter(({ resolved }) => isMember(resolved, gateway))
        .map(({ resolved, text }) => ({ route: text, share: sharesOf(resolved, health).get(gateway) ?? 0 })),
  };
}

const DOWN: Health = { status: "down", part: 0 };
const isHealthy = ({ status }: Health): boolean => status === "up" || status === "recovering";

function dependsOnMessage(route: Route<string>): boolean {
  if (route.kind === "by") return true;
  if (route.kind === "gateway") return false;
  return (route.kind === "roundrobin" && route.weights !== null) || route.members.some(dependsOnMessage);
}

function isMember(resolved: ResolvedRoute, gateway: string): boolean {
  return resolved.kind === "gateway"
    ? resolved.gateway === gateway
    : resolved.members.some((member) => isMember(member, gateway));
}
