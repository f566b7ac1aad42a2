import type { Job, Ticket } from "../ticket.ts";

export type Lane = 0 | 1 | 2;
export const LANES: readonly Lane[] = [0, 1, 2];

/** What the parts of one dispatcher know in common. */
export type Desk = {
  /** Chunks that this node leases. */
  readonly held: Set<Job>;
  /** Marked and not yet on the wire. */
  readonly ready: Readonly<Record<Lane, Ticket[]>>;
  /** Handed to the gateway, and perhaps not on the wire yet: they wait for a connection, a window or each other. */
  readonly leaving: Set<Ticket>;
  /** Texts handed to a mark and not settled. */
  marked: number;
  /** Nothing is claimed or marked any more. */
  stopping: boolean;
  /** A stop gave up waiting: what is learnt now is evidence and no more. */
  abandoned: boolean;
  /** What must have come to its end before the dispatcher has. */
  readonly endings: Set<Promise<unknown>>;
  /** Something came free, or there may be work. Calls of one turn of the event loop are one. */
  ring(): void;
};

export function openDesk(ring: () => void): Desk {
  let armed = false;
  return {
    held: new Set(),
    ready: { 0: [], 1: [], 2: [] },
    leaving: new Set(),
    marked: 0,
    stopping: false,
    abandoned: false,
    endings: new Set(),
    ring() {
      if (armed) return;
      armed = true;
      setImmediate(() => {
        armed = false;
        ring();
      });
    },
  };
}

/** Keeps a promise among what a stop waits for. It must not reject. */
export function attend(desk: Desk, ending: Promise<unknown>): void {
  desk.endings.add(ending);
  void ending.finally(() => desk.endings.delete(ending));
}
