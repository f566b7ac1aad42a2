import { createHmac, timingSafeEqual } from "node:crypto";

import type { Gateway, GatewayAbilities, GatewayDeps, Inbound, Receipt } from "#domain/gateways/gateway";
import type { RouteInfo, Routes } from "#domain/routing/routes";
import { takesType } from "#domain/messages/media";
import { gatewaysOf } from "#domain/routing/route";
import { resolvedRoutesFor } from "#domain/routing/resolve";
import { definitions } from "#gateways/index";
import { openGateway, requireGateways, type OpenedGateway, type PreparedGateway } from "#gateways/open";
import type { Log } from "#lib/log";

import type { Config } from "../config/config.ts";
import { DEFAULT_ROUTE, openRouting, type Routing } from "./routing.ts";

export type OpenGateways = {
  readonly gateways: readonly OpenedGateway[];
  readonly routes: Routes;
  readonly routing: Routing;
  byName(name: string): Gateway | null;
  /** Whether a token is the one in a gateway's receipt address. */
  isReceiptToken(gateway: string, token: string): boolean;
  /** Where a provider reports on one delivery; undefined if it cannot be reached from outside. */
  receiptUrl(gateway: string, reference: string): string | undefined;
  /** Where a provider reports on all deliveries and posts replies: for the provider's own settings. */
  receiptAddress(gateway: string): string | null;
  close(): Promise<void>;
};

export type GatewayEvents = (
  gateway: string,
  events: { readonly receipts: readonly Receipt[]; readonly inbound: readonly Inbound[] },
) => Promise<void>;

/** What TIDINGS_GATEWAY says, parsed and not connected. */
export type ReadGateways = {
  readonly prepared: readonly PreparedGateway[];
  readonly routing: Routing;
  /** Whether a gateway's provider assigns one id to all recipients of a call. */
  sharesIds(name: string): boolean;
};

/** @throws GatewaySettingError naming every error; never with a value from the DSN */
export function readGateways(config: Pick<Config, "gateway">): ReadGateways {
  const { gateways, route } = requireGateways(config.gateway.reveal(), definitions);
  const sharing = new Set(gateways.filter(({ traits }) => traits.ids === "call").map(({ name }) => name));
  return { prepared: gateways, routing: openRouting(route), sharesIds: (name) => sharing.has(name) };
}

/** Opens what TIDINGS_GATEWAY names. */
export function openConfiguredGateways(
  { prepared, routing }: ReadGateways,
  tools: {
    fetch: GatewayDeps["fetch"];
    random: () => number;
    key: Buffer;
    events: GatewayEvents;
    log: Log;
    publicUrl: string | null;
    basePath: string;
    /** Default true. */
    sends?: boolean;
  },
): OpenGateways {
  const toolsFor = ({ name }: { readonly name: string }): GatewayDeps => ({
    fetch: tools.fetch,
    clock: { now: Date.now },
    random: tools.random,
    events: (events) => tools.events(name, events),
    sends: tools.sends ?? true,
    log: (level, message, detail) => tools.log(level, message, { gateway: name, ...detail }),
  });
  const gateways = prepared.map((gateway) => openGateway(gateway, toolsFor(gateway)));
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]));
  const sign = (name: string): string => createHmac("sha256", tools.key).update(name).digest("base64url").slice(0, 32);
  // Needed for every delivery and every receipt: signed each time, it was a sixth of the cost of a delivery over SMPP.
  const tokens = new Map(gateways.map(({ name }) => [name, sign(name)]));
  const tokenOf = (name: string): string => tokens.get(name) ?? sign(name);

  const receiptAddress = (name: string): string | null =>
    tools.publicUrl === null
      ? null
      : `${tools.publicUrl}${tools.basePath}/receipts/${encodeURIComponent(name)}/${tokenOf(name)}`;

  return {
    gateways,
    routes: routesOf(gateways, routing),
    routing,
    byName: (name) => byName.get(name)?.gateway ?? null,
    isReceiptToken(gateway, token) {
      const expected = Buffer.from(tokenOf(gateway));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    receiptAddress,
    receiptUrl(gateway, reference) {
      const address = receiptAddress(gateway);
      return address === null ? undefined : `${address}?ref=${encodeURIComponent(reference)}`;
    },
    async close() {
      await Promise.allSettled(gateways.map(async ({ gateway }) => gateway.close?.()));
    },
  };
}

function routesOf(gateways: readonly OpenedGateway[], { tree, routesMessages }: Routing): Routes {
  const called = (name: string): OpenedGateway => gateways.find((gateway) => gateway.name === name)!;
  const info = (route: string, members: readonly OpenedGateway[]): RouteInfo => ({
    route,
    gateway: members[0]!.name,
    abilities: common(members.map((member) => member.abilities)),
    // "Nothing leaves this machine" has to be true for every message.
    sandbox: members.every((member) => member.id === "sandbox"),
  });
  const byName = new Map(gateways.map((gateway) => [gateway.name, info(gateway.name, [gateway])]));
  const names = (): readonly string[] => [...byName.keys()];
  if (gateways.length === 0) return { byDefault: () => null, byName: () => null, names };
  const whole = info(DEFAULT_ROUTE, gatewaysOf(tree).map(called));
  const byDefault: RouteInfo = {
    ...whole,
    ...(routesMessages && {
      narrow(category, phones) {
        const names = new Set(resolvedRoutesFor(tree, category, phones).flatMap(gatewaysOf));
        return names.size === 0 ? whole : info(DEFAULT_ROUTE, [...names].map(called));
      },
    }),
  };
  return { byDefault: () => byDefault, byName: (name) => byName.get(name) ?? null, names };
}

/** What every one of several gateways can do: a message must not depend on which of them sends it. */
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
