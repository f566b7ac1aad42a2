import type { CallShare } from "./call-share.ts";
import type { Capacity } from "./capacity.ts";
import type { Claims } from "./claims.ts";
import type { LeasedPortion } from "./leased-chunk.ts";
import type { Leases } from "./leases.ts";
import type { LeasingDeps } from "./options.ts";
import { POLL_MS } from "./poll-times.ts";
import type { RateLimited } from "./rate-limited.ts";
import { speed } from "./speed.ts";
import { PRIORITIES, readyCount, type DispatcherState, type Priority } from "./state.ts";

/** Keeps deliveries ready for the wire, as many as there is capacity for. */
export type Prefetch = {
  /** Claims and marks, urgent priorities first. Returns whether there was anything to do. */
  fill(priorities: readonly Priority[]): Promise<boolean>;
  /** Milliseconds until these priorities should be filled again without being woken. */
  quietMs(priorities: readonly Priority[]): number;
};

/** Seconds of work claimed at once, where that exceeds two windows: other nodes need some, too. */
const AHEAD = 0.5;

export function prefetch(
  options: LeasingDeps,
  state: DispatcherState,
  parts: {
    readonly capacity: Capacity;
    readonly claims: Claims;
    readonly rateLimited: RateLimited;
    readonly leases: Leases;
    readonly callShare: CallShare;
    readonly mark: (portions: readonly LeasedPortion[]) => Promise<void>;
  },
): Prefetch {
  const { via, circuit } = options;
  const { capacity, claims, rateLimited, leases, callShare, mark } = parts;
  const recentSpeed = speed(options.clock);

  /** A recovering gateway holds few deliveries: others can send what it would only keep waiting. */
  function capacityFor(priority: Priority): number {
    const rows = Math.min(capacity.rows, 2 * circuit.allowance());
    const reserved = rows < capacity.rows ? Math.floor(rows / 10) : capacity.reservedRows;
    return rows - state.marked - (priority === 0 ? 0 : reserved);
  }

  /**
   * Many small marks cost more commits than a few large ones. Where less is ready than the smallest mark brings, the
   * wire may run dry while the next one is committed, so whatever there is is marked; and a one-time password uses its
   * reserve, however slowly the rest becomes free.
   */
  function isOpen(priority: Priority): boolean {
    const free = capacityFor(priority);
    const ready = readyCount(state);
    const isUrgent = ready < capacity.minMark || (priority === 0 && state.ready[0].length === 0);
    return free >= 1 && (isUrgent || free >= capacity.minMark);
  }

  const waitsForShare = (): boolean => state.held.size > 0 && callShare.calls() === 0;
  const isHeldUp = (): boolean => state.stopping || options.paused() || callShare.isDenied() || waitsForShare();

  /** While the next delivery is a probe, it may be a one-time password only if no other gateway could take it. */
  async function claim(priorities: readonly Priority[], rows: number, most: number): Promise<number> {
    if (!priorities.includes(0) || !circuit.isProbing()) return claims.claim(priorities, rows, { mark: most });
    await claims.claim([0], rows, { routes: options.alone?.() ?? [via.name] });
    const others = priorities.filter((priority) => priority !== 0);
    if (others.length > 0) await claims.claim(others, rows);
    return 0;
  }

  /** How many deliveries a claim of these priorities may mark: none if claimed ones are already waiting for a mark. */
  function markable(priorities: readonly Priority[]): number {
    if (callShare.calls() === 0 || rateLimited.waits() || PRIORITIES.some((priority) => claims.waiting(priority) > 0)) {
      return 0;
    }
    return Math.max(0, Math.min(...priorities.map(capacityFor)));
  }

  /**
   * Claims for the priorities that hold less than there is capacity for. Returns how many were marked with the claim.
   */
  async function claimFor(open: readonly Priority[]): Promise<number> {
    const short = open.filter(
      (priority) => claims.mayClaim(priority) && claims.waiting(priority) < capacityFor(priority),
    );
    if (short.length === 0) return 0;
    const rows = Math.max(capacity.rows, Math.ceil(AHEAD * recentSpeed.perSecond()));
    const marked = await claim(short, rows, markable(short));
    recentSpeed.note(marked);
    return marked;
  }

  /** Takes claimed deliveries, as many as the capacity allows. */
  function take(open: readonly Priority[]): readonly LeasedPortion[] {
    const portions: LeasedPortion[] = [];
    let taken = 0;
    for (const priority of open) {
      for (const source of [rateLimited, claims]) {
        const free = capacityFor(priority) - taken;
        if (free < 1) continue;
        for (const portion of source.take(priority, free)) {
          portions.push(portion);
          taken += portion.keys.length;
        }
      }
    }
    recentSpeed.note(taken);
    return portions;
  }

  return {
    async fill(priorities) {
      if (callShare.isDenied()) return false;
      const open = priorities.filter(isOpen);
      const marked = await claimFor(open);
      if (state.stopping) return false;
      if (waitsForShare()) {
        callShare.want();
        return false;
      }
      const portions = take(open);
      if (portions.length === 0 && marked === 0) return false;
      if (portions.length > 0) await mark(portions);
      if (circuit.shares()) leases.share();
      return true;
    },
    quietMs: (priorities) => (isHeldUp() ? POLL_MS : claims.quietMs(priorities.filter(isOpen))),
  };
}
