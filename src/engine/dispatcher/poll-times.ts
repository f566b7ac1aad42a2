import { second, type Clock } from "#lib/time";

import { PRIORITIES, type Priority } from "./state.ts";

/** How often the queue is queried without a notification. */
export const POLL_MS = second;
/**
 * Messages accepted within this time share a claim, a mark and a settle: a delivery then costs a third of what it costs
 * alone. The queue is queried more often for one-time passwords than for the others.
 */
const GAP_MS: Readonly<Record<Priority, number>> = { 0: 10, 1: 25, 2: 25 };

/** When the queue may and must be queried for each priority. */
export type PollTimes = {
  /** Whether the database may have work in this priority. */
  mayClaim(priority: Priority): boolean;
  /** Milliseconds until one of the priorities must be queried. */
  quietMs(priorities: readonly Priority[]): number;
  /** There may be work in these priorities. */
  wake(priorities: readonly number[]): void;
  /** A query for these priorities starts. */
  begin(priorities: readonly Priority[]): void;
  /**
   * It has ended.
   *
   * @param startedAt when it started; null: it failed, and is due again
   * @param isMore whether it left work behind
   */
  end(priorities: readonly Priority[], startedAt: number | null, isMore?: boolean): void;
};

type Times = { isClaiming: boolean; wanted: boolean; notBefore: number; pollAt: number };

const newTimes = (): Times => ({ isClaiming: false, wanted: true, notBefore: 0, pollAt: 0 });

export function pollTimes(clock: Clock): PollTimes {
  const times: Record<Priority, Times> = { 0: newTimes(), 1: newTimes(), 2: newTimes() };

  return {
    mayClaim(priority) {
      const { isClaiming, wanted, notBefore, pollAt } = times[priority];
      const now = clock.now();
      if (isClaiming || msUntil(notBefore, now, GAP_MS[priority]) > 0) return false;
      return wanted || msUntil(pollAt, now, POLL_MS) === 0;
    },
    quietMs(priorities) {
      const now = clock.now();
      const waits = priorities.map((priority) => {
        const { wanted, notBefore, pollAt, isClaiming } = times[priority];
        if (isClaiming) return POLL_MS;
        return wanted ? msUntil(notBefore, now, GAP_MS[priority]) : msUntil(pollAt, now, POLL_MS);
      });
      return Math.max(1, Math.min(POLL_MS, ...waits));
    },
    wake(priorities) {
      for (const priority of PRIORITIES) if (priorities.includes(priority)) times[priority].wanted = true;
    },
    begin(priorities) {
      for (const priority of priorities) Object.assign(times[priority], { isClaiming: true, wanted: false });
    },
    end(priorities, startedAt, isMore = false) {
      for (const priority of priorities) {
        const one = times[priority];
        one.isClaiming = false;
        if (startedAt === null) one.wanted = true;
        else {
          one.notBefore = isMore ? 0 : startedAt + GAP_MS[priority];
          one.pollAt = isMore ? 0 : startedAt + POLL_MS;
        }
      }
    },
  };
}

/**
 * Milliseconds until an instant at most `most` away. The database's clock may be set back: then the instant is past.
 */
function msUntil(at: number, now: number, most: number): number {
  const wait = at - now;
  return wait > most ? 0 : Math.max(0, wait);
}
