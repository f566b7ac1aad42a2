import type { GatewayAbilities } from "#domain/gateways/gateway";
import type { RouteInfo, Routes } from "#domain/routing/routes";
import { takesType } from "#domain/messages/media-limits";
import { gatewaysOf } from "#domain/routing/route";
import { resolvedRoutesFor } from "#domain/routing/resolve";
import type { OpenedGateway } from "#gateways/open";

import type { Routing } from "./routing.ts";

/** The routes that a message may name, with the abilities of each. */
export function routesOf(
  gateways: readonly OpenedGateway[],
  { name: defaultRoute, tree, routesMessages }: Routing,
): Routes {
  // A member that this node cannot use does not restrict the abilities: other members of the route send, or the message
  // waits.
  const called = (names: readonly string[]): readonly OpenedGateway[] =>
    names.flatMap((name) => gateways.find((gateway) => gateway.name === name) ?? []);
  const info = (route: string, members: readonly OpenedGateway[]): RouteInfo => ({
    route,
    gateway: members[0]!.name,
    gateways: members.map(({ name }) => name),
    abilities: common(members.map((member) => member.abilities)),
    // "Nothing leaves this machine" has to be true for every message.
    sandbox: members.every((member) => member.id === "sandbox"),
    ...limitOf(members),
  });
  const byName = new Map(gateways.map((gateway) => [gateway.name, info(gateway.name, [gateway])]));
  const names = (): readonly string[] => [...byName.keys()];
  const members = called(gatewaysOf(tree));
  const byNameOnly = { byDefault: () => null, byName: (name: string) => byName.get(name) ?? null, names };
  if (members.length === 0) return byNameOnly;
  const whole = info(defaultRoute, members);
  const byDefault: RouteInfo = {
    ...whole,
    isDefault: true,
    ...(routesMessages && {
      narrow(category, phones) {
        const names = new Set(resolvedRoutesFor(tree, category, phones).flatMap(gatewaysOf));
        const found = called([...names]);
        return found.length === 0 ? whole : info(defaultRoute, found);
      },
    }),
  };
  return { byDefault: () => byDefault, byName: (name) => byName.get(name) ?? null, names };
}

function limitOf([first, ...others]: readonly OpenedGateway[]): Pick<RouteInfo, "limit"> {
  return first?.rate == null || others.length > 0 ? {} : { limit: { rate: first.rate, per: first.ratePer } };
}

/** The abilities that all of several gateways have: a message must not depend on which of them sends it. */
function common(abilities: readonly GatewayAbilities[]): GatewayAbilities {
  const most = Math.min(...abilities.map((one) => one.maxMedia ?? Infinity));
  const characters = Math.min(...abilities.map((one) => one.maxCharacters ?? Infinity));
  const bytes = Math.min(...abilities.map((one) => one.maxMediaBytes ?? Infinity));
  const types = abilities.flatMap((one) => (one.mediaTypes ? [one.mediaTypes] : []));
  return {
    flash: abilities.every((one) => one.flash),
    media: abilities.every((one) => one.media),
    ...(Number.isFinite(most) && { maxMedia: most }),
    ...(Number.isFinite(bytes) && { maxMediaBytes: bytes }),
    ...(Number.isFinite(characters) && { maxCharacters: characters }),
    // `image/*` of one and `image/png` of another give `image/png`.
    ...(types.length > 0 && {
      mediaTypes: [...new Set(types.flat())].filter((type) => types.every((list) => takesType(list, type))),
    }),
    credit: abilities.some((one) => one.credit),
    receipts: abilities.every((one) => one.receipts),
    deduplicates: abilities.every((one) => one.deduplicates),
  };
}
