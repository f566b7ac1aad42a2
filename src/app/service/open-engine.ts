import type { Commerce, Host } from "#domain/access/host";
import type { FanOutStore } from "#domain/messages/fan-out-store";
import type { Pause } from "#domain/gateways/gateway-states";
import type { Queue, QueueUpkeep } from "#domain/deliveries/queue";
import type { RoutingStore } from "#domain/routing/routing-store";
import type { ReceiptStore } from "#domain/deliveries/receipt-store";
import type { Throttles } from "#domain/deliveries/throttle";
import type { Country } from "#domain/recipients/phone";
import { circuit, type Judgement } from "#engine/circuit";
import { circuitWatch } from "#engine/circuit-watch";
import { dispatcher } from "#engine/dispatcher";
import type { DispatcherDeps } from "#engine/dispatcher/options";
import { capacityOf } from "#engine/dispatcher/capacity";
import { fanOut } from "#engine/fan-out";
import type { WorkerLoop } from "#engine/worker-loop";
import { routers } from "#engine/router";
import { receiptApplier, retryPromoter, sweeper } from "#engine/upkeep";
import type { Health } from "#domain/routing/serving";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";
import { BEAT_MS, wakefulness } from "#lib/wakefulness";

import type { OpenGateways } from "./open-gateways.ts";

/** Which gateways are paused, on any node. */
export type GatewayPauses = {
  isPaused(name: string): boolean;
  pause(name: string, code: string, reason: string, forMs: number): Promise<void>;
  /** All that are paused now. Absent: a gateway resumes after a pause with its earlier state. */
  all?(): ReadonlyMap<string, Pause>;
};

export type EngineDeps = {
  /** Identifies this process among those that claim work. */
  readonly owner: string;
  readonly queue: Queue & QueueUpkeep;
  /** Limits that all nodes share. */
  readonly throttles: Throttles;
  readonly routingStore: RoutingStore;
  readonly receipts: ReceiptStore;
  readonly fanOuts: FanOutStore;
  readonly gateways: OpenGateways;
  readonly pauses: GatewayPauses;
  readonly host: Host;
  readonly commerce: Commerce | null;
  readonly country: Country | null;
  /** Database time. */
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** False on a node that only accepts calls: nothing runs. Default true. */
  readonly works?: boolean;
  /** Notifies the dispatchers of other nodes if this one has more work than it may send. */
  readonly passOn?: () => void;
  /** Timing of the dispatchers, if not the default. */
  readonly times?: DispatcherDeps["times"];
};

export type Engine = {
  start(): void;
  /** To be called once the store has committed work. */
  readonly wake: {
    /** `priorities`: those with work; absent: any. */
    readonly dispatch: (priorities?: readonly number[]) => void;
    /** Deliveries were routed: only dispatchers look. */
    readonly sorted: () => void;
    readonly fanOut: () => void;
    readonly receipts: () => void;
  };
  /** How this node sees a gateway: pauses, which all nodes share, and the results of its own deliveries. */
  readonly healthOf: (gateway: string) => Health & Judgement;
  /** Another node has work for the dispatchers: as `wake.dispatch`, but it is not forwarded to that node again. */
  readonly heard: () => void;
  /** Stops claiming, lets deliveries in flight finish, releases the rest. */
  stop(): Promise<void>;
};

const NOBODY: ReadonlyMap<string, Pause> = new Map();

/** The worker loops of one node. */
export function openEngine(parts: EngineDeps): Engine {
  const tools = { log: parts.log, random: parts.random };
  const repeatable = parts.gateways.gateways
    .filter((gateway) => gateway.atLeastOnce || gateway.abilities.deduplicates)
    .map((gateway) => gateway.name);
  const bound = parts.gateways.gateways
    .filter((gateway) => !gateway.atLeastOnce && gateway.abilities.deduplicates)
    .map((gateway) => gateway.name);
  const awake = wakefulness({ monotonic: () => performance.now(), wall: Date.now });
  let heart: NodeJS.Timeout | undefined;
  let passing = true;
  const { routing } = parts.gateways;
  const replaceable = (name: string): boolean => routing.replaceable(name, healthOf);
  const circuits = new Map(
    parts.gateways.gateways.map((via) => [
      via.name,
      circuit({ clock: parts.clock, full: capacityOf(via).rows, replaceable: () => replaceable(via.name) }),
    ]),
  );
  const healthOf: Engine["healthOf"] = (name) => {
    const seen = circuits.get(name)!.health();
    return parts.pauses.isPaused(name) ? { ...seen, fitness: "down", part: 0 } : seen;
  };
  const dispatchers = parts.gateways.gateways.map((via) =>
    dispatcher({
      via,
      queue: parts.queue,
      throttles: parts.throttles,
      owner: parts.owner,
      clock: parts.clock,
      awake,
      ...tools,
      routes: () => routing.servedBy(via.name, healthOf),
      alone: () => routing.servedAlone(via.name, healthOf),
      paused: () => parts.pauses.isPaused(via.name),
      pause: (code, reason, forMs) => {
        parts.log("warn", "gateway paused: its queue waits", { gateway: via.name, code, reason, forMs });
        return parts.pauses.pause(via.name, code, reason, forMs);
      },
      circuit: circuits.get(via.name)!,
      repeatable: () => repeatable,
      bound: () => bound,
      receiptUrl: parts.gateways.receiptUrl,
      passOn() {
        if (passing) parts.passOn?.();
      },
      ...(parts.times && { times: parts.times }),
    }),
  );
  const routingStore = routers({
    routingStore: parts.routingStore,
    routesMessages: routing.routesMessages,
    resolvedRoutes: routing.resolvedRoutes.map(({ route }) => route),
    routeOf: routing.routeOf,
    repeatable,
    bound,
    now: () => parts.clock.now(),
    ...tools,
  });
  const dispatch = (priorities?: readonly number[]): void =>
    dispatchers.forEach((workerLoop) => workerLoop.wake(priorities));
  const arrived = (priorities?: readonly number[]): void => {
    if (routing.routesMessages) routingStore.forEach((workerLoop) => workerLoop.wake());
    dispatch(priorities);
  };
  const watch = circuitWatch({
    gateways: dispatchers.map((workerLoop, index) => {
      const { name } = parts.gateways.gateways[index]!;
      return { name, circuit: circuits.get(name)!, releaseReady: () => workerLoop.releaseReady() };
    }),
    pauses: () => parts.pauses.all?.() ?? NOBODY,
    healthOf,
    replaceable,
    wake: dispatch,
    clock: parts.clock,
    ...tools,
  });
  const resolver = fanOut({
    store: parts.fanOuts,
    host: parts.host,
    commerce: parts.commerce,
    country: parts.country,
    owner: parts.owner,
    ...tools,
  });
  const applier = receiptApplier(parts.receipts, tools);
  // The order of shutdown: first what produces work, last what records how it ended; equals in parallel, so that ten
  // gateways that hang take no longer than one.
  const stages: readonly (readonly WorkerLoop[])[] = [
    [resolver, retryPromoter(parts.queue, arrived, tools), watch, ...routingStore],
    dispatchers,
    [sweeper(parts.queue, tools), applier],
  ];

  return {
    start() {
      if (parts.works === false) return;
      heart ??= setInterval(awake.beat, BEAT_MS).unref();
      stages.flat().forEach((workerLoop) => workerLoop.start());
    },
    healthOf,
    wake: { dispatch: arrived, sorted: () => dispatch(), fanOut: resolver.wake, receipts: applier.wake },
    heard() {
      passing = false;
      arrived();
      passing = true;
    },
    async stop() {
      for (const stage of stages) await Promise.all(stage.map((workerLoop) => workerLoop.stop()));
      clearInterval(heart);
    },
  };
}
