import { second } from "#lib/time";

import { periodic, type WorkerLoop } from "../worker-loop.ts";
import type { LeasingDeps } from "./options.ts";
import type { DispatcherState } from "./state.ts";

/** This node's share of the calls that its gateway allows all nodes together, if it limits them. */
export type CallShare = Pick<WorkerLoop, "start" | "stop"> & {
  /** Calls that this node may have under way now. */
  calls(): number;
  /** Requests a share, because there is work now: a node without work has none. */
  want(): void;
  /** Whether this node was refused a share, and leaves the queue to others for now. */
  isDenied(): boolean;
};

const RENEW_MS = second;
const TTL_MS = 5 * second;
/** How long a node without a share of a gateway's calls leaves the queue to others. */
const DENIED_MS = 3 * second;

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
  const total = via.maxInFlight;
  if (total === null) return UNLIMITED;
  let part = 0;
  let until = 0;
  let deniedUntil = 0;

  const loop = periodic({
    name: `share of ${via.name}`,
    log,
    random,
    everyMs: RENEW_MS,
    longestPauseMs: RENEW_MS,
    async work() {
      const now = clock.now();
      const before = part;
      if (state.held.size === 0) {
        if (until > 0) await throttles.leave(via.name, owner);
        [part, until] = [0, 0];
        return;
      }
      part = await throttles.share(via.name, owner, total, parts.busy(), TTL_MS);
      until = now + TTL_MS;
      if (part > before) parts.grown();
      if (part > 0) return;
      deniedUntil = clock.now() + DENIED_MS;
      parts.refused();
    },
  });

  return {
    start: loop.start,
    async stop() {
      await loop.stop();
      await throttles.leave(via.name, owner).catch(() => undefined);
    },
    calls: () => (clock.now() < until ? part : 0),
    want() {
      if (until === 0) loop.wake();
    },
    isDenied() {
      const wait = deniedUntil - clock.now();
      return wait > 0 && wait <= DENIED_MS;
    },
  };
}

const UNLIMITED: CallShare = {
  start: () => undefined,
  stop: () => Promise.resolve(),
  calls: () => Infinity,
  want: () => undefined,
  isDenied: () => false,
};
