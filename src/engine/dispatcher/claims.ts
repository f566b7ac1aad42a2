import { MAX_ATTEMPTS } from "#domain/messages/outcome";
import type { Claim, DeliveryKey } from "#domain/ports/queue";
import { second } from "#lib/time";

import type { DispatcherOptions } from "../dispatcher.ts";
import type { Job } from "../ticket.ts";
import type { Desk, Lane } from "./desk.ts";

/** Some keys of a job, on their way to a mark. */
export type Portion = { readonly job: Job; readonly keys: readonly DeliveryKey[] };

/** What was claimed and waits to be marked. */
export type Claims = {
  /** Texts that wait. */
  waiting(lane: Lane): number;
  /** Takes up to `rows` texts of a lane. */
  take(lane: Lane, rows: number): readonly Portion[];
  /** Whether the database may know of work in this lane. */
  mayAsk(lane: Lane): boolean;
  /** Claims chunks of these lanes until they hold `rows` texts; of all routes that the gateway serves, or of these. */
  ask(lanes: readonly Lane[], rows: number, routes?: readonly string[]): Promise<void>;
  /** Puts back a job that no longer leaves at a rate of its own. */
  add(job: Job): void;
  /** There may be work. */
  wake(): void;
  /** Milliseconds until one of the lanes is to be asked. */
  quietMs(lanes: readonly Lane[]): number;
};

export const POLL_MS = second;
/**
 * What is accepted within this time shares a claim, a mark and a settle: a text costs a third of what it costs alone.
 * One-time passwords are asked for more often than their neighbours.
 */
const GAP_MS: Readonly<Record<Lane, number>> = { 0: 10, 1: 25, 2: 25 };
const MOST_CHUNKS = 64;

export function claims(
  options: DispatcherOptions & { leaseMs: number },
  desk: Desk,
  tools: { readonly close: (job: Job, count: number) => void; readonly rest: (job: Job) => void },
): Claims {
  const { clock, queue, leaseMs } = options;
  const jobs: Record<Lane, Job[]> = { 0: [], 1: [], 2: [] };
  const doors: Record<Lane, Door> = { 0: door(), 1: door(), 2: door() };
  let usualSize = 500;

  function mayAsk(lane: Lane): boolean {
    const { asking, wanted, notBefore, pollAt } = doors[lane];
    const now = clock.now();
    if (asking || soon(notBefore, now, GAP_MS[lane]) > 0) return false;
    return wanted || soon(pollAt, now, POLL_MS) === 0;
  }

  function add(job: Job): void {
    jobs[job.claim.chunk.lane as Lane].push(job);
  }

  function open(claim: Claim, until: number): void {
    const { chunk, messages } = claim;
    const isRated = (key: DeliveryKey): boolean => messages.get(key.messageId)?.ratePerMinute != null;
    const rated = chunk.messageId !== null && isRated({ messageId: chunk.messageId } as DeliveryKey);
    const keys =
      chunk.messageId === null && chunk.keys.some(isRated) ? chunk.keys.filter((key) => !isRated(key)) : chunk.keys;
    const clean = keys.length === chunk.keys.length;
    const job: Job = { claim, keys, next: 0, open: 0, until, clean, rated, end: "finish" };
    desk.held.add(job);
    if (keys.length === 0) tools.close(job, 0);
    else if (rated) tools.rest(job);
    else add(job);
  }

  return {
    waiting: (lane) => jobs[lane].reduce((sum, job) => sum + job.keys.length - job.next, 0),
    take(lane, rows) {
      const portions: Portion[] = [];
      const list = jobs[lane];
      let left = rows;
      while (left > 0 && list.length > 0) {
        const job = list[0]!;
        if (job.rated) {
          list.shift();
          tools.rest(job);
          continue;
        }
        const keys = job.keys.slice(job.next, job.next + left);
        job.next += keys.length;
        left -= keys.length;
        if (job.next >= job.keys.length) list.shift();
        if (keys.length > 0) portions.push({ job, keys });
      }
      return portions;
    },
    mayAsk,
    async ask(lanes, rows, routes = options.routes()) {
      const now = clock.now();
      const limit = Math.min(MOST_CHUNKS, 1 + Math.ceil(rows / usualSize));
      for (const lane of lanes) Object.assign(doors[lane], { asking: true, wanted: false });
      try {
        const found = await queue.claim({
          routes,
          lanes,
          owner: options.owner,
          leaseMs,
          rows,
          limit,
          repeatable: options.repeatable(),
          ...(options.bound && { bound: options.bound() }),
          mostAttempts: MAX_ATTEMPTS,
        });
        const size = found.reduce((sum, { chunk }) => sum + chunk.keys.length, 0);
        for (const claim of found) open(claim, now + leaseMs);
        if (found.length > 0) usualSize = Math.max(1, size / found.length);
        const more = size >= rows || found.length >= limit;
        for (const lane of lanes) {
          doors[lane].notBefore = more ? 0 : now + GAP_MS[lane];
          doors[lane].pollAt = more ? 0 : now + POLL_MS;
        }
      } catch (error) {
        for (const lane of lanes) doors[lane].wanted = true;
        throw error;
      } finally {
        for (const lane of lanes) doors[lane].asking = false;
      }
    },
    add,
    wake() {
      for (const lane of [0, 1, 2] as const) doors[lane].wanted = true;
    },
    quietMs(lanes) {
      const now = clock.now();
      const waits = lanes.map((lane) => {
        const { wanted, notBefore, pollAt, asking } = doors[lane];
        if (asking) return POLL_MS;
        return wanted ? soon(notBefore, now, GAP_MS[lane]) : soon(pollAt, now, POLL_MS);
      });
      return Math.max(1, Math.min(POLL_MS, ...waits));
    },
  };
}

/** When a lane may and must be asked again. */
type Door = { asking: boolean; wanted: boolean; notBefore: number; pollAt: number };

function door(): Door {
  return { asking: false, wanted: true, notBefore: 0, pollAt: 0 };
}

/** Milliseconds until an instant that is `most` away at most. The database's clock may be set back: then it is past. */
function soon(at: number, now: number, most: number): number {
  const wait = at - now;
  return wait > most ? 0 : Math.max(0, wait);
}
