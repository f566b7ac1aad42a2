import { createHmac, timingSafeEqual } from "node:crypto";

import type { Log } from "#api/services";
import type { Gateway, GatewayAbilities, Inbound, Receipt } from "#domain/ports/gateway";
import type { RouteInfo, Routes } from "#domain/ports/routes";
import type { Route } from "#gateways/compose";
import { leaves } from "#gateways/compose";
import { definitions } from "#gateways/index";
import { openGateways, type OpenedGateway } from "#gateways/open";

import type { Config } from "./config.ts";

const DEFAULT_ROUTE = "default";

export type OpenGateways = {
  readonly gateways: readonly OpenedGateway[];
  readonly routes: Routes;
  /** The routes that a gateway serves now, when `paused` are out. */
  servedBy(name: string, paused: (name: string) => boolean): readonly string[];
  byName(name: string): Gateway | null;
  /** Whether a token is the one in a gateway's receipt address. */
  isReceiptToken(gateway: string, token: string): boolean;
  /** Where a provider reports on one text; undefined where nobody outside could reach it. */
  receiptUrl(gateway: string, reference: string): string | undefined;
  close(): Promise<void>;
};

export type GatewayNews = (
  gateway: string,
  news: { readonly receipts: readonly Receipt[]; readonly inbound: readonly Inbound[] },
) => Promise<void>;

/** Opens what TIDINGS_GATEWAY names. */
export function openConfiguredGateways(
  config: Config,
  tools: {
    fetch: typeof fetch;
    random: () => number;
    key: Buffer;
    news: GatewayNews;
    log: Log;
    publicUrl: string | null;
    basePath: string;
    /** Default true. */
    sends?: boolean;
  },
): OpenGateways {
  const { gateways, route } = openGateways(config.gateway.reveal(), definitions, ({ name }) => ({
    fetch: tools.fetch,
    clock: { now: Date.now },
    random: tools.random,
    news: (news) => tools.news(name, news),
    sends: tools.sends ?? true,
    log: (level, message, detail) => tools.log(level, message, { gateway: name, ...detail }),
  }));
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]));
  const tokenOf = (name: string): string =>
    createHmac("sha256", tools.key).update(name).digest("base64url").slice(0, 32);

  return {
    gateways,
    routes: routesOf(gateways, route),
    servedBy: (name, paused) => (serving(route, paused).includes(name) ? [name, DEFAULT_ROUTE] : [name]),
    byName: (name) => byName.get(name)?.gateway ?? null,
    isReceiptToken(gateway, token) {
      const expected = Buffer.from(tokenOf(gateway));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    receiptUrl: (gateway, reference) =>
      tools.publicUrl === null
        ? undefined
        : `${tools.publicUrl}${tools.basePath}/receipts/${encodeURIComponent(gateway)}/${tokenOf(gateway)}?ref=${encodeURIComponent(reference)}`,
    async close() {
      await Promise.allSettled(gateways.map(async ({ gateway }) => gateway.close?.()));
    },
  };
}

/** The gateways whose turn it is: of a failover the first that is up, of a round robin all. */
function serving(route: Route<string>, paused: (name: string) => boolean): readonly string[] {
  switch (route.kind) {
    case "gateway":
      return [route.gateway];
    case "roundrobin":
      return route.members.flatMap((member) => serving(member, paused));
    case "failover": {
      const up = route.members.find((member) => leaves(member).some((name) => !paused(name)));
      return serving(up ?? route.members[0]!, paused);
    }
  }
}

function routesOf(gateways: readonly OpenedGateway[], route: Route<string>): Routes {
  const info = (name: string, members: readonly OpenedGateway[]): RouteInfo => ({
    route: name,
    gateway: members[0]!.name,
    abilities: common(members.map((member) => member.abilities)),
    sandbox: members.some((member) => member.id === "sandbox"),
  });
  const byName = new Map(gateways.map((gateway) => [gateway.name, info(gateway.name, [gateway])]));
  const order = leaves(route).map((name) => gateways.find((gateway) => gateway.name === name)!);
  const byDefault = info(DEFAULT_ROUTE, order);
  return { byDefault: () => byDefault, byName: (name) => byName.get(name) ?? null, names: () => [...byName.keys()] };
}

/** What every one of several gateways can do: a message must not depend on which one takes it. */
function common(abilities: readonly GatewayAbilities[]): GatewayAbilities {
  const most = Math.min(...abilities.map((one) => one.maxMedia ?? Infinity));
  return {
    flash: abilities.every((one) => one.flash),
    media: abilities.every((one) => one.media),
    ...(Number.isFinite(most) && { maxMedia: most }),
    credit: abilities.some((one) => one.credit),
    receipts: abilities.every((one) => one.receipts),
    deduplicates: abilities.every((one) => one.deduplicates),
  };
}
