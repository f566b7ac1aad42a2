import type { KeyObject } from "node:crypto";

import type { GatewayDeps } from "#domain/gateways/gateway";
import { openGateway, type OpenedGateway, type PreparedGateway } from "#gateways/open";
import type { Log } from "#lib/log";
import type { ReceivedEvents } from "#domain/inbox/receive-provider-events";

type GatewayEvents = (gateway: string, events: ReceivedEvents) => Promise<void>;

export type GatewayOpenerDeps = {
  readonly fetch: GatewayDeps["fetch"];
  /** For stored gateways: every connection goes through the outbound gate. */
  readonly guarded?: Pick<GatewayDeps, "fetch" | "sockets">;
  readonly random: () => number;
  readonly key: KeyObject;
  readonly events: GatewayEvents;
  readonly log: Log;
  readonly publicUrl: string | null;
  readonly basePath: string;
  /** Default true. */
  readonly sends?: boolean;
  /** Wraps each gateway that is opened. */
  readonly instrument?: (gateway: OpenedGateway) => OpenedGateway;
};

/** Opens gateways, each with tools of its own, so that it is known whose events arrive. */
export type GatewayOpener = {
  /** @param fingerprint null: it is of the operator's settings, and its addresses are trusted */
  open(gateway: PreparedGateway, fingerprint: string | null): OpenedGateway;
  /**
   * The gateway that is open with these settings, or a new one.
   *
   * @param fingerprint differs between two settings of a gateway
   * @param sends otherwise it receives only
   */
  reuse(gateway: PreparedGateway, fingerprint: string, sends: boolean): OpenedGateway;
  /** Forgets all others: they are closed, and must not be used again. */
  keep(names: readonly string[]): void;
};

export function gatewayOpener(tools: GatewayOpenerDeps): GatewayOpener {
  const opened = new Map<string, { readonly fingerprint: string; readonly gateway: OpenedGateway }>();
  const { instrument = (gateway) => gateway } = tools;

  function open(gateway: PreparedGateway, fingerprint: string | null, sends = true): OpenedGateway {
    const { name } = gateway;
    const own: GatewayDeps = {
      fetch: tools.fetch,
      ...(fingerprint !== null && tools.guarded),
      clock: { now: Date.now },
      random: tools.random,
      events: (events) => tools.events(name, events),
      sends: sends && (tools.sends ?? true),
      log: (level, message, detail) => tools.log(level, message, { gateway: name, ...detail }),
    };
    return instrument(openGateway(gateway, own));
  }

  return {
    open: (gateway, fingerprint) => open(gateway, fingerprint),
    reuse(prepared, settings, sends) {
      const fingerprint = `${sends} ${settings}`;
      const known = opened.get(prepared.name);
      if (known?.fingerprint === fingerprint) return known.gateway;
      const gateway = open(prepared, fingerprint, sends);
      opened.set(prepared.name, { fingerprint, gateway });
      return gateway;
    },
    keep(names) {
      for (const name of opened.keys()) if (!names.includes(name)) opened.delete(name);
    },
  };
}
