import { keyText } from "#domain/deliveries/queue";

import type { DispatcherDeps } from "./options.ts";
import { periodic, type WorkerLoop } from "../worker-loop.ts";
import type { InFlightDelivery } from "./in-flight.ts";
import { CURRENT_MS } from "./may-leave.ts";
import { PRIORITIES, type DispatcherState } from "./state.ts";
import type { Settling } from "./settling.ts";

/** Rechecks marked deliveries that wait for the wire. */
export type Recheck = Pick<WorkerLoop, "start" | "stop"> & {
  /** The ready deliveries were checked too long ago: recheck them at once. */
  request(): void;
};

/**
 * Deliveries that have been ready for longer than this are rechecked, so a pause or a STOP takes effect within a
 * second.
 */
const POLL_MS = 300;

/**
 * Behind a gateway that hangs or is rate-limited, a marked delivery may wait for half a minute; in a suspended process,
 * for as long as the suspension lasted. Deliveries that were paused, canceled or opted out meanwhile, or have expired,
 * go back to the queue, with all their gates; so do those that another node has claimed. The others may leave for
 * another {@link CURRENT_MS}. For a fast gateway nothing is ever rechecked.
 *
 * @param relaunch called when deliveries that were too old may leave again
 */
export function recheck(
  options: DispatcherDeps,
  state: DispatcherState,
  settling: Settling,
  relaunch: () => void,
): Recheck {
  const { awake } = options;
  let requested = false;

  async function recheckWaiting(): Promise<void> {
    const since = awake.now();
    const gaps = awake.gaps();
    const waiting = [...PRIORITIES.flatMap((priority) => state.ready[priority]), ...state.leaving].filter(
      ({ cleared }) => since - cleared >= POLL_MS,
    );
    requested = false;
    if (waiting.length === 0 || state.stopping) return;
    const unsendable = await options.queue.unsendable(
      waiting.map(({ leased, marked }) => ({ ...marked, token: leased.claim.chunk.token })),
    );
    const until = awake.now();
    // A slow database is no reason to stop sending, unlike an answer that lay unread while this process was suspended.
    const cleared = awake.gaps() === gaps ? Math.max(since, until - CURRENT_MS / 2) : since;
    const keys = new Set(unsendable.map(keyText));
    const isUnsendable = ({ marked }: InFlightDelivery): boolean => keys.has(keyText(marked));
    for (const delivery of waiting) delivery.cleared = keys.size > 0 && isUnsendable(delivery) ? -Infinity : cleared;
    if (keys.size > 0) releaseUnsendable(isUnsendable);
    relaunch();
  }

  /** Deliveries on their way to the wire are not rechecked here: their last check returns those that may not leave. */
  function releaseUnsendable(isUnsendable: (delivery: InFlightDelivery) => boolean): void {
    for (const priority of PRIORITIES) {
      const back = state.ready[priority].filter(isUnsendable);
      if (back.length === 0) continue;
      const stay = state.ready[priority].filter((delivery) => !isUnsendable(delivery));
      state.ready[priority].splice(0, Infinity, ...stay);
      settling.releaseDeliveries(back);
    }
  }

  const loop = periodic({
    name: `recheck of ${options.via.name}`,
    log: options.log,
    random: options.random,
    everyMs: POLL_MS,
    work: recheckWaiting,
    longestPauseMs: POLL_MS,
  });

  return {
    start: loop.start,
    stop: loop.stop,
    request() {
      if (requested) return;
      requested = true;
      loop.wake();
    },
  };
}
