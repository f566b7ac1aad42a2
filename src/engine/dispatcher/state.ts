import type { Marked } from "#domain/deliveries/queue";

import { messageFor, type InFlightDelivery } from "./in-flight.ts";
import type { LeasedChunk } from "./leased-chunk.ts";

export type Priority = 0 | 1 | 2;
export const PRIORITIES: readonly Priority[] = [0, 1, 2];

/** State shared by the parts of one dispatcher. */
export type DispatcherState = {
  /** Chunks leased by this node. */
  readonly held: Set<LeasedChunk>;
  /** Marked and not yet on the wire. */
  readonly ready: Readonly<Record<Priority, InFlightDelivery[]>>;
  /** Passed to the gateway, though perhaps not on the wire yet: they wait for a connection, a window or each other. */
  readonly leaving: Set<InFlightDelivery>;
  /** Deliveries passed to a mark and not settled. */
  marked: number;
  /** Nothing more is claimed or marked. */
  stopping: boolean;
  /** A stop gave up waiting: anything learned from now on is only evidence. */
  abandoned: boolean;
  /** What must finish before the dispatcher does. */
  readonly endings: Set<Promise<unknown>>;
  /** Capacity became free, or there may be work. Calls within one turn of the event loop count as one. */
  notify(): void;
};

export function createDispatcherState(notify: () => void): DispatcherState {
  let armed = false;
  return {
    held: new Set(),
    ready: { 0: [], 1: [], 2: [] },
    leaving: new Set(),
    marked: 0,
    stopping: false,
    abandoned: false,
    endings: new Set(),
    notify() {
      if (armed) return;
      armed = true;
      setImmediate(() => {
        armed = false;
        notify();
      });
    },
  };
}

/** Deliveries that are marked and not yet on the wire, of all priorities. */
export const readyCount = ({ ready }: DispatcherState): number => ready[0].length + ready[1].length + ready[2].length;

/**
 * A marked delivery may go to the wire.
 *
 * @param cleared when its gates were checked: {@link InFlightDelivery.cleared}
 */
export function addReady(state: DispatcherState, leased: LeasedChunk, marked: Marked, cleared: number): void {
  const { chunk, messages } = leased.claim;
  const message = messageFor(marked, messages.get(marked.messageId)!);
  state.ready[chunk.priority as Priority].push({ leased, marked, message, cleared });
}

/** Adds a promise to those a stop waits for. It must not reject. */
export function awaitOnStop(state: DispatcherState, ending: Promise<unknown>): void {
  state.endings.add(ending);
  void ending.finally(() => state.endings.delete(ending));
}
