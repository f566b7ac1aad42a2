import { second } from "#lib/time";

import { share } from "../share.ts";
import type { WorkerLoop } from "../worker-loop.ts";
import type { LeasingDeps } from "./options.ts";
import type { DispatcherState } from "./state.ts";

/** This node's share of the calls that its gateway allows all nodes together, if it limits them. */
export type CallShare = Pick<WorkerLoop, "start" | "stop"> & {
  /** Calls that this node may have under way now. */
  calls(): number;
  /** Requests a share, because there is work now. */
  want(): void;
  /** Whether this node was refused a share and leaves the queue to others for now. */
  isBarred(): boolean;
};

/** How long a node without a share of a gateway's calls leaves the queue to others. */
const BARRED_MS = 3 * second;

export function callShare(
  options: LeasingDeps,
  state: DispatcherState,
  parts: {
    /** Calls under way. */
    readonly busy: () => number;
    /** More calls are allowed. */
    readonly grown: () => void;
    /** There are more nodes than calls: release what this one may not send. */
    readonly refused: () => void;
  },
): CallShare {
  const { via, owner, throttles, clock, log, random } = options;
  if (via.maxInFlight === null) return UNLIMITED;
  let barredUntil = 0;
  const { start, stop, calls, want } = share({
    gateway: via.name,
    owner,
    total: via.maxInFlight,
    throttles,
    clock,
    log,
    random,
    busy: parts.busy,
    idle: () => state.held.size === 0,
    changed: parts.grown,
    refused() {
      barredUntil = clock.now() + BARRED_MS;
      parts.refused();
    },
  });
  return {
    start,
    stop,
    calls,
    want,
    isBarred() {
      const wait = barredUntil - clock.now();
      return wait > 0 && wait <= BARRED_MS;
    },
  };
}

const UNLIMITED: CallShare = {
  start: () => undefined,
  stop: () => Promise.resolve(),
  calls: () => Infinity,
  want: () => undefined,
  isBarred: () => false,
};
