import { createHash } from "node:crypto";

import type { Category } from "#domain/messages/message";
import type { DeliveryKey } from "#domain/ports/queue";
import { isCountry } from "#domain/recipients/phone";
import { wayText, type Route, type Way } from "#domain/routing/route";
import { serving, sharesOf, type Health, type HealthOf } from "#domain/routing/serving";
import { reduce, waysOf } from "#domain/routing/ways";
import type { RouteChecks } from "#gateways/compose";
import { drawOf } from "#lib/draw";

export const DEFAULT_ROUTE = "default";

/** A way of the default route, as the queue and people call it. */
export type NamedWay = { readonly route: string; readonly way: Way; readonly text: string };

/** The default route at work. */
export type Routing = {
  readonly tree: Route<string>;
  readonly ways: readonly NamedWay[];
  /** Texts must be told apart before a gateway may claim them: there are rules or weights. */
  readonly sorts: boolean;
  /** The route of the queue for one text. */
  routeOf(key: DeliveryKey, category: Category): string;
  /** The routes of the queue that a gateway serves now, its own name first. */
  servedBy(gateway: string, health: HealthOf): readonly string[];
  /** Those of them that none of the others that are well serves. */
  servedAlone(gateway: string, health: HealthOf): readonly string[];
  /** Whether others that are well stand beside a gateway on some way. */
  replaceable(gateway: string, health: HealthOf): boolean;
  /** Of which ways a gateway is a member, and what part of each it is meant to take now. */
  sharesOf(gateway: string, health: HealthOf): readonly { readonly way: string; readonly share: number }[];
};

/** What the reader of the setting cannot know by itself. */
export const routeChecks: RouteChecks = { isCountry, ways: (route, most) => waysOf(route, most).length };

/**
 * A way's name in the queue carries a fingerprint of the whole setting: what waits by rules that have changed since is
 * sorted again, whoever sorted it.
 */
export function openRouting(tree: Route<string>): Routing {
  const list = waysOf(tree);
  const sorts = sortsTexts(tree);
  const print = createHash("sha256").update(JSON.stringify(tree)).digest("hex").slice(0, 8);
  const ways = list.map((way, index): NamedWay => ({
    route: sorts ? `${DEFAULT_ROUTE}:${print}:${index}` : DEFAULT_ROUTE,
    way,
    text: wayText(way),
  }));
  const others = (way: Way, gateway: string, health: HealthOf): boolean =>
    serving(way, (name) => (name === gateway ? DOWN : health(name))).some(
      (name) => name !== gateway && isWell(health(name)),
    );
  const served = (gateway: string, health: HealthOf): readonly NamedWay[] =>
    ways.filter(({ way }) => serving(way, health).includes(gateway));
  const byText = new Map(ways.map((named) => [named.text, named.route]));
  return {
    tree,
    ways,
    sorts,
    routeOf({ messageId, phone }, category) {
      const { way } = reduce(tree, { phone, category, draw: drawOf(messageId, phone) });
      return byText.get(wayText(way))!;
    },
    servedBy: (gateway, health) => [gateway, ...served(gateway, health).map(({ route }) => route)],
    servedAlone: (gateway, health) => [
      gateway,
      ...served(gateway, health)
        .filter(({ way }) => !others(way, gateway, health))
        .map(({ route }) => route),
    ],
    replaceable: (gateway, health) => ways.some(({ way }) => isMember(way, gateway) && others(way, gateway, health)),
    sharesOf: (gateway, health) =>
      ways
        .filter(({ way }) => isMember(way, gateway))
        .map(({ way, text }) => ({ way: text, share: sharesOf(way, health).get(gateway) ?? 0 })),
  };
}

const DOWN: Health = { fitness: "down", part: 0 };
const isWell = ({ fitness }: Health): boolean => fitness === "up" || fitness === "recovering";

function sortsTexts(route: Route<string>): boolean {
  if (route.kind === "by") return true;
  if (route.kind === "gateway") return false;
  return (route.kind === "roundrobin" && route.weights !== null) || route.members.some(sortsTexts);
}

function isMember(way: Way, gateway: string): boolean {
  return way.kind === "gateway" ? way.gateway === gateway : way.members.some((member) => isMember(member, gateway));
}
