import type { Commerce, Host } from "#domain/access/host";
import type { WithoutConsent } from "#domain/consent/without-consent";
import type { ReadLinks } from "#domain/forms/person-link";
import type { FanOutStore } from "#domain/messages/fan-out-store";
import type { Pause } from "#domain/gateways/gateway-states";
import type { Queue, QueueUpkeep } from "#domain/deliveries/queue";
import { missingAbility } from "#domain/messages/abilities";
import { namesOf } from "#domain/routing/routes";
import type { RoutingStore } from "#domain/routing/routing-store";
import type { ReceiptStore } from "#domain/deliveries/receipt-store";
import type { Throttles } from "#domain/deliveries/throttle";
import type { Country } from "#domain/recipients/phone";
import type { Judgment } from "#engine/circuit";
import { circuitWatch, pausesInto, type Watched } from "#engine/circuit-watch";
import type { DispatcherDeps } from "#engine/dispatcher/options";
import { fanOut } from "#engine/fan-out";
import { startInTurn, type LoopDeps, type WorkerLoop } from "#engine/worker-loop";
import { routers } from "#engine/router";
import { receiptApplier } from "#engine/receipt-applier";
import { retryPromoter } from "#engine/retry-promoter";
import { sweeper } from "#engine/upkeep";
import type { Health } from "#domain/routing/serving";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";
import { BEAT_MS, awakeClock } from "#lib/awake-clock";

import {
  openGatewayDispatchers,
  type GatewayDispatcher,
  type GatewayDispatchers,
} from "./gateways/gateway-dispatchers.ts";
import type { OpenGateways } from "./gateways/open-gateways.ts";

/** Which gateways are paused, on any node. */
export type GatewayPauses = {
  isPaused(name: string): boolean;
  /** As in `GatewayStates`. */
  pause(name: string, code: string, reason: string, forMs: number, version?: number): Promise<boolean>;
  /** All that are paused now. */
  all(): ReadonlyMap<string, Pause>;
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
  readonly readLinks: ReadLinks;
  /** The longest that a subscriber's link can be, in UTF-16 units. */
  readonly linkUnits: number;
  readonly withoutConsent: WithoutConsent;
  readonly gateways: Pick<OpenGateways, "gateways" | "routing" | "receiptUrl" | "onChange">;
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
  readonly notifyOthers?: () => void;
  /** Timing of the dispatchers, if not the default. */
  readonly times?: DispatcherDeps["times"];
  /** The first cool-down of a degraded gateway, if not the default. */
  readonly coolDownMs?: number;
};

export type Engine = {
  start(): void;
  /** To be called once the store has committed work. */
  readonly wake: {
    /** `priorities`: those with work; absent: any. */
    readonly dispatch: (priorities?: readonly number[]) => void;
    /** Deliveries were routed: only the dispatchers have work. */
    readonly routed: () => void;
    readonly fanOut: () => void;
    readonly receipts: () => void;
    readonly retries: () => void;
  };
  /** How this node sees a gateway: pauses, which all nodes share, and the results of its own deliveries. */
  readonly healthOf: (gateway: string) => Health & Judgment;
  /** Another node has work for the dispatchers: as `wake.dispatch`, but it is not forwarded to that node again. */
  readonly receivedWork: () => void;
  /** Stops claiming, lets deliveries in flight finish, releases the rest. */
  stop(): Promise<void>;
};

const ABSENT: Health & Judgment = { status: "down", part: 0, reason: "it is not configured", since: null };

/** The worker loops of one node. */
export function openEngine(parts: EngineDeps): Engine {
  const { gateways, owner } = parts;
  const tools: LoopDeps = { log: parts.log, random: parts.random };
  const retried = retriedOf(gateways);
  const awake = awakeClock({ monotonic: () => performance.now(), wall: Date.now });
  let heart: NodeJS.Timeout | undefined;
  let passing = true;
  const { dispatchers, healthOf, replaceable } = dispatchersOf(parts, {
    ...tools,
    ...retried,
    awake,
    notifyOthers() {
      if (passing) parts.notifyOthers?.();
    },
  });
  const routerLoops = routersOf(parts, { ...tools, ...retried });
  const dispatch = (priorities?: readonly number[]): void =>
    dispatchers.all().forEach(({ dispatcher }) => dispatcher.wake(priorities));
  const arrived = (priorities?: readonly number[]): void => {
    if (gateways.routing.routesMessages) routerLoops.forEach((router) => router.wake());
    dispatch(priorities);
  };
  followGateways(gateways, dispatchers, () => {
    // The routers run even without rules, to return deliveries that wait on the routes of earlier rules.
    routerLoops.forEach((router) => router.wake());
    dispatch();
  });
  const watch = circuitWatch({
    gateways: () => dispatchers.all().map(watched),
    healthOf,
    replaceable,
    wake: dispatch,
    ...tools,
  });
  const { fanOuts: store, readLinks, linkUnits, withoutConsent, host, commerce, country } = parts;
  const resolver = fanOut({ store, readLinks, linkUnits, withoutConsent, host, commerce, country, owner, ...tools });
  const applier = receiptApplier(parts.receipts, tools);
  const promoter = retryPromoter(parts.queue, arrived, tools);
  // The order of shutdown: first what produces work, last what records how it ended; equals in parallel, so that ten
  // gateways that hang take no longer than one.
  const stages: readonly (readonly Pick<WorkerLoop, "start" | "stop">[])[] = [
    [resolver, promoter, watch, ...routerLoops],
    [dispatchers],
    [sweeper(parts.queue, tools), applier],
  ];

  let endStart = (): void => undefined;
  return {
    start() {
      if (parts.works === false) return;
      heart ??= setInterval(awake.beat, BEAT_MS).unref();
      endStart = startInTurn(stages.flat());
    },
    healthOf,
    wake: {
      dispatch: arrived,
      routed: () => dispatch(),
      fanOut: resolver.wake,
      receipts: applier.wake,
      retries: promoter.wake,
    },
    receivedWork() {
      passing = false;
      arrived();
      passing = true;
    },
    async stop() {
      endStart();
      for (const stage of stages) await Promise.all(stage.map((workerLoop) => workerLoop.stop()));
      clearInterval(heart);
    },
  };
}

type Gateways = EngineDeps["gateways"];
type Retried = Required<Pick<DispatcherDeps, "repeatable" | "bound">>;

/** Gateways whose deliveries may be retried. Functions, because the gateways change while the engine runs. */
function retriedOf(open: Gateways): Retried {
  return {
    repeatable: () =>
      namesOf(open.gateways.filter(({ atLeastOnce, abilities }) => atLeastOnce || abilities.deduplicates)),
    bound: () => namesOf(open.gateways.filter(({ atLeastOnce, abilities }) => !atLeastOnce && abilities.deduplicates)),
  };
}

/** The dispatchers of the present gateways, and how this node sees each gateway. */
function dispatchersOf(
  { queue, throttles, owner, clock, log, gateways, pauses, times, coolDownMs }: EngineDeps,
  shared: LoopDeps & Retried & Pick<DispatcherDeps, "awake" | "notifyOthers">,
) {
  const bringPauses = pausesInto({ pauses: pauses.all, clock });
  const healthOf: Engine["healthOf"] = (name) => {
    const circuit = dispatchers.of(name)?.circuit;
    if (circuit) bringPauses(name, circuit);
    const seen = circuit?.health() ?? ABSENT;
    return pauses.isPaused(name) ? { ...seen, status: "down", part: 0 } : seen;
  };
  const replaceable = (name: string): boolean => gateways.routing.replaceable(name, healthOf);
  const dispatchers = openGatewayDispatchers({
    queue,
    throttles,
    owner,
    clock,
    ...shared,
    replaceable,
    routesOf: (name) => ({
      served: gateways.routing.servedBy(name, healthOf),
      alone: gateways.routing.servedAlone(name, healthOf),
    }),
    otherFor(name, route, content) {
      const able = gateways.routing
        .membersOf(route)
        .filter((other) => other !== name)
        .flatMap((other) => gateways.gateways.find((one) => one.name === other) ?? [])
        .filter(({ abilities }) => missingAbility(content, abilities) === null);
      return (able.find((one) => healthOf(one.name).status !== "down") ?? able[0])?.name ?? null;
    },
    isPaused: (name) => pauses.isPaused(name),
    async pauseGateway(name, code, reason, forMs) {
      const version = gateways.gateways.find((one) => one.name === name)?.stored?.version;
      const began = await pauses.pause(name, code, reason, forMs, version);
      if (began) log("warn", "gateway paused: its queue waits", { gateway: name, code, reason, forMs });
    },
    receiptUrl: gateways.receiptUrl,
    ...(times && { times }),
    ...(coolDownMs !== undefined && { coolDownMs }),
  });
  void dispatchers.use(gateways.gateways);
  return { dispatchers, healthOf, replaceable };
}

function routersOf({ routingStore, gateways, clock }: EngineDeps, shared: LoopDeps & Retried): readonly WorkerLoop[] {
  return routers({
    routingStore,
    rules() {
      const { fingerprint, routesMessages, resolvedRoutes, routeOf } = gateways.routing;
      return { fingerprint, routesMessages, routes: resolvedRoutes.map(({ route }) => route), routeOf };
    },
    now: () => clock.now(),
    ...shared,
  });
}

/** Follows each change of the gateways and of the rules. */
function followGateways(gateways: Gateways, dispatchers: GatewayDispatchers, wake: () => void): void {
  let { fingerprint } = gateways.routing;
  gateways.onChange(async () => {
    const ended = dispatchers.use(gateways.gateways);
    if (fingerprint !== gateways.routing.fingerprint) {
      fingerprint = gateways.routing.fingerprint;
      // Chunks of rate-limited messages are held for hours: they are released to the gateways that serve their route
      // now.
      for (const { dispatcher } of dispatchers.all()) dispatcher.releaseReady();
    }
    wake();
    await ended;
  });
}

function watched({ via, circuit, dispatcher }: GatewayDispatcher): Watched {
  return { name: via.name, circuit, releaseReady: () => dispatcher.releaseReady() };
}
