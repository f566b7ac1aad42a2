import { circuit, type Circuit } from "#engine/circuit";
import { dispatcher, type Dispatcher } from "#engine/dispatcher";
import type { DispatcherDeps } from "#engine/dispatcher/options";
import { capacityOf } from "#engine/dispatcher/capacity";

import type { UsedGateway } from "./open-gateways.ts";

/** One gateway in use: its dispatcher, and the results of its calls. */
export type GatewayDispatcher = {
  readonly via: UsedGateway;
  readonly circuit: Circuit;
  readonly dispatcher: Dispatcher;
};

export type GatewayDispatchers = {
  /** The present ones, in the order of the gateways. */
  all(): readonly GatewayDispatcher[];
  /** null: nothing is sent through a gateway of this name. */
  of(name: string): GatewayDispatcher | null;
  /**
   * Continues with these gateways: starts the new ones, ends those that are missing.
   *
   * @returns resolves when the ended ones have no call in progress
   */
  use(gateways: readonly UsedGateway[]): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/** The parts of a dispatcher that do not depend on its gateway. */
type Shared = Omit<DispatcherDeps, "via" | "owner" | "routes" | "alone" | "paused" | "pause" | "circuit" | "otherFor">;

/** The dispatchers of one node, which change with its gateways. */
export function openGatewayDispatchers(
  parts: Shared & {
    readonly owner: string;
    readonly replaceable: (name: string) => boolean;
    readonly routesOf: (name: string) => { readonly served: readonly string[]; readonly alone: readonly string[] };
    readonly otherFor: (name: string, ...what: Parameters<NonNullable<DispatcherDeps["otherFor"]>>) => string | null;
    readonly isPaused: (name: string) => boolean;
    readonly pauseGateway: (name: string, code: string, reason: string, forMs: number) => Promise<void>;
    /** As in {@link circuit}. */
    readonly coolDownMs?: number;
  },
): GatewayDispatchers {
  let present: readonly GatewayDispatcher[] = [];
  const retiring = new Set<Dispatcher>();
  const used = new Set<string>();
  let opened = 0;
  let state: "new" | "started" | "stopped" = "new";

  function open(via: UsedGateway): GatewayDispatcher {
    const { name } = via;
    const health = circuit({
      clock: parts.clock,
      full: capacityOf(via).rows,
      replaceable: () => parts.replaceable(name),
      ...(parts.coolDownMs !== undefined && { coolDownMs: parts.coolDownMs }),
    });
    // A second dispatcher of a gateway counts its claims and its share of the calls from the start: as another owner.
    const owner = !used.has(name) ? parts.owner : `${parts.owner}.${opened}`;
    opened += 1;
    used.add(name);
    const sending: Dispatcher = dispatcher({
      ...parts,
      via,
      owner,
      routes: () => parts.routesOf(name).served,
      alone: () => parts.routesOf(name).alone,
      otherFor: (route, content) => parts.otherFor(name, route, content),
      paused: () => parts.isPaused(name),
      async pause(code, reason, forMs) {
        // A late answer to settings that are replaced says nothing about the present ones.
        if (!retiring.has(sending)) await parts.pauseGateway(name, code, reason, forMs);
      },
      circuit: health,
    });
    return { via, circuit: health, dispatcher: sending };
  }

  async function retire(ended: Dispatcher): Promise<void> {
    retiring.add(ended);
    await ended.retire();
    retiring.delete(ended);
  }

  return {
    all: () => present,
    of: (name) => present.find(({ via }) => via.name === name) ?? null,
    async use(gateways) {
      const before = present;
      const known = new Map(before.map((entry) => [entry.via.gateway, entry]));
      present = gateways.map((via) => known.get(via.gateway) ?? open(via));
      if (state === "started") for (const { dispatcher: one } of present) one.start();
      await Promise.all(
        before.filter((entry) => !present.includes(entry)).map(async (entry) => retire(entry.dispatcher)),
      );
    },
    start() {
      state = "started";
      for (const { dispatcher: one } of present) one.start();
    },
    async stop() {
      state = "stopped";
      await Promise.all([...present.map((entry) => entry.dispatcher), ...retiring].map(async (one) => one.stop()));
    },
  };
}
