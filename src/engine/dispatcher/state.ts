import type { LeasedChunk, InFlightDelivery } from "./in-flight.ts";

export type Priority = 0 | 1 | 2;
export const PRIORITIES: readonly Priority[] = [0, 1, 2];

/** What the parts of one dispatcher know in common. */
export type DispatcherState = {
  /** Chunks that this node leases. */
  readonly held: Set<LeasedChunk>;
  /** Marked and not yet on the wire. */
  readonly ready: Readonly<Record<Priority, InFlightDelivery[]>>;
  /** Handed to the gateway, and perhaps not on the wire yet: they wait for a connection, a window or each other. */
  readonly leaving: Set<InFlightDelivery>;
  /** Texts handed to a mark and not settled. */
  marked: number;
  /** Nothing is claimed or marked any more. */
  stopping: boolean;
  /** A stop gave up waiting: what is learnt now is evidence and no more. */
  abandoned: boolean;
  /** What must have come to its end before the dispatcher has. */
  readonly endings: Set<Promise<unknown>>;
  /** Something came free, or there may be work. Calls of one turn of the event loop are one. */
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

/** Keeps a promise among what a stop waits for. It must not reject. */
export function attend(state: DispatcherState, ending: Promise<unknown>): void {
  state.endings.add(ending);
  void ending.finally(() => state.endings.delete(ending));
}
