import type { Log } from "#api/services";
import type { Commerce, Host } from "#domain/ports/host";
import type { FanOutStore } from "#domain/ports/fan-out-store";
import type { Pause } from "#domain/ports/gateway-states";
import type { Queue, QueueUpkeep } from "#domain/ports/queue";
import type { Sorting } from "#domain/ports/sorting";
import type { ReceiptStore } from "#domain/ports/receipt-store";
import type { Throttles } from "#domain/ports/throttle";
import type { Country } from "#domain/recipients/phone";
import { circuit, type Judgement } from "#engine/circuit";
import { circuitWatch } from "#engine/circuit-watch";
import { dispatcher } from "#engine/dispatcher";
import type { DispatcherOptions } from "#engine/dispatcher/options";
import { capacityOf } from "#engine/dispatcher/capacity";
import { fanOut } from "#engine/fan-out";
import type { Machine } from "#engine/machine";
import { sorters } from "#engine/sorter";
import { receiptApplier, retryPromoter, sweeper } from "#engine/upkeep";
import type { Health } from "#domain/routing/serving";
import type { Clock } from "#lib/time";
import { BEAT_MS, wakefulness } from "#lib/wakefulness";

import type { OpenGateways } from "./open-gateways.ts";

/** Which gateways are paused, on whatever node. */
export type GatewayPauses = {
  isPaused(name: string): boolean;
  pause(name: string, code: string, reason: string, forMs: number): Promise<void>;
  /** All that are paused now. Absent: a gateway goes on after a pause as it was before. */
  all?(): ReadonlyMap<string, Pause>;
};

export type EngineParts = {
  /** Names this process among those that claim. */
  readonly owner: string;
  readonly queue: Queue & QueueUpkeep;
  /** Limits that all nodes share. */
  readonly throttles: Throttles;
  readonly sorting: Sorting;
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
  /** Machines of other rooms that live and end with these. */
  readonly others: readonly Machine[];
  /** Machines that a node has whatever its role is. */
  readonly everywhere?: readonly Machine[];
  /** False on a node that only takes calls: nothing runs but `everywhere`. Default true. */
  readonly works?: boolean;
  /** Rings for the dispatchers of other nodes, where this one has more work than it may send. */
  readonly passOn?: () => void;
  /** How patient the dispatchers are, where not as usual. */
  readonly times?: DispatcherOptions["times"];
};

export type Engine = {
  start(): void;
  /** Bells that the store rings when it committed work. */
  readonly wake: {
    /** `lanes`: where there is work; absent: in any. */
    readonly dispatch: (lanes?: readonly number[]) => void;
    /** Texts found their ways: only dispatchers look. */
    readonly sorted: () => void;
    readonly fanOut: () => void;
    readonly receipts: () => void;
  };
  /** How this node sees a gateway: pauses, which all nodes share, and what its own texts met. */
  readonly healthOf: (gateway: string) => Health & Judgement;
  /** Another node has work for the dispatchers: as `wake.dispatch`, but it is not passed on to it again. */
  readonly heard: () => void;
  /** Stops claiming, lets what is in flight finish, gives the rest back. */
  stop(): Promise<void>;
};

const NOBODY: ReadonlyMap<string, Pause> = new Map();

/** The machines of one node. */
export function openEngine(parts: EngineParts): Engine {
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
  const sorting = sorters({
    sorting: parts.sorting,
    sorts: routing.sorts,
    ways: routing.ways.map(({ route }) => route),
    routeOf: routing.routeOf,
    repeatable,
    bound,
    now: () => parts.clock.now(),
    ...tools,
  });
  const dispatch = (lanes?: readonly number[]): void => dispatchers.forEach((machine) => machine.wake(lanes));
  const arrived = (lanes?: readonly number[]): void => {
    if (routing.sorts) sorting.forEach((machine) => machine.wake());
    dispatch(lanes);
  };
  const watch = circuitWatch({
    gateways: dispatchers.map((machine, index) => {
      const { name } = parts.gateways.gateways[index]!;
      return { name, circuit: circuits.get(name)!, retreat: () => machine.retreat() };
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
  // The order of stopping: first what makes work, last what writes down how it ended; beside each other what is alike,
  // so that ten gateways that hang take no longer than one.
  const working: readonly (readonly Machine[])[] = [
    [resolver, retryPromoter(parts.queue, arrived, tools), watch, ...sorting],
    dispatchers,
    [sweeper(parts.queue, tools), applier, ...parts.others],
  ];
  const stages = [...((parts.works ?? true) ? working : []), parts.everywhere ?? []];

  return {
    start() {
      heart ??= setInterval(awake.beat, BEAT_MS).unref();
      stages.flat().forEach((machine) => machine.start());
    },
    healthOf,
    wake: { dispatch: arrived, sorted: dispatch, fanOut: resolver.wake, receipts: applier.wake },
    heard() {
      passing = false;
      arrived();
      passing = true;
    },
    async stop() {
      for (const stage of stages) await Promise.all(stage.map((machine) => machine.stop()));
      clearInterval(heart);
    },
  };
}
