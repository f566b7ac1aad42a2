import type { Throttles } from "#domain/deliveries/throttle";
import { second, type Clock } from "#lib/time";

import { periodic, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

/** This node's share of the calls that all nodes together may have on a gateway's wire. */
export type Share = Pick<WorkerLoop, "start" | "stop"> & {
  /** Calls that this node may have under way now. */
  calls(): number;
  /** Requests a share, because there is work now: a node without work has none. */
  want(): void;
};

const RENEW_MS = second;
const TTL_MS = 5 * second;

/** @param changed called when the share has grown */
export function share(
  options: LoopDeps & {
    readonly gateway: string;
    readonly owner: string;
    readonly total: number;
    readonly throttles: Throttles;
    readonly clock: Clock;
    readonly busy: () => number;
    readonly idle: () => boolean;
    readonly changed: () => void;
    /** There is work and no share of the calls left for it. */
    readonly refused: () => void;
  },
): Share {
  const { gateway, owner, total, throttles, clock, log, random } = options;
  let part = 0;
  let until = 0;

  async function renew(): Promise<void> {
    const now = clock.now();
    const before = part;
    if (options.idle()) {
      if (until > 0) await throttles.leave(gateway, owner);
      [part, until] = [0, 0];
      return;
    }
    part = await throttles.share(gateway, owner, total, options.busy(), TTL_MS);
    until = now + TTL_MS;
    if (part > before) options.changed();
    if (part === 0) options.refused();
  }

  const loop = periodic({
    name: `share of ${gateway}`,
    log,
    random,
    everyMs: RENEW_MS,
    work: renew,
    longestPauseMs: RENEW_MS,
  });

  return {
    start: loop.start,
    calls: () => (clock.now() < until ? part : 0),
    want() {
      if (until === 0) loop.wake();
    },
    async stop() {
      await loop.stop();
      await throttles.leave(gateway, owner).catch(() => undefined);
    },
  };
}
