import { MAX_ATTEMPTS } from "#domain/messages/outcome";
import type { Claim, DeliveryKey } from "#domain/ports/queue";
import { second } from "#lib/time";

import type { DispatcherOptions } from "./options.ts";
import type { Job } from "../ticket.ts";
import { LANES, type Desk, type Lane } from "./desk.ts";

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
  /**
   * Claims chunks of these lanes until they hold `rows` texts.
   *
   * @param more.routes absent: all that the gateway serves
   * @param more.mark texts that may be marked with the claim; absent: none
   * @returns how many were
   */
  ask(
    lanes: readonly Lane[],
    rows: number,
    more?: { readonly routes?: readonly string[]; readonly mark?: number },
  ): Promise<number>;
  /** Puts back a job that no longer leaves at a rate of its own. */
  add(job: Job): void;
  /** There may be work in these lanes. */
  wake(lanes: readonly number[]): void;
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
  tools: {
    readonly close: (job: Job, count: number) => void;
    readonly rest: (job: Job) => void;
    /** Undoes a claim that marks and has no answer. */
    readonly undo: (owner: string) => void;
  },
): Claims {
  const { awake, clock, queue, leaseMs } = options;
  const jobs: Record<Lane, Job[]> = { 0: [], 1: [], 2: [] };
  const doors: Record<Lane, Door> = { 0: door(), 1: door(), 2: door() };
  let usualSize = 500;
  let named = 0;

  function mayAsk(lane: Lane): boolean {
    const { asking, wanted, notBefore, pollAt } = doors[lane];
    const now = clock.now();
    if (asking || soon(notBefore, now, GAP_MS[lane]) > 0) return false;
    return wanted || soon(pollAt, now, POLL_MS) === 0;
  }

  function add(job: Job): void {
    jobs[job.claim.chunk.lane as Lane].push(job);
  }

  function open(claim: Claim, until: number, cleared: number): void {
    const { chunk, messages, marked } = claim;
    const isRated = (key: DeliveryKey): boolean => messages.get(key.messageId)?.ratePerMinute != null;
    const rated = chunk.messageId !== null && isRated({ messageId: chunk.messageId } as DeliveryKey);
    const unrated =
      chunk.messageId === null && chunk.keys.some(isRated) ? chunk.keys.filter((key) => !isRated(key)) : chunk.keys;
    const clean = unrated.length === chunk.keys.length;
    const keys = marked.length === 0 ? unrated : [...marked, ...without(unrated, marked)];
    const job: Job = { claim, keys, next: marked.length, open: marked.length, until, clean, rated, end: "finish" };
    desk.held.add(job);
    desk.marked += marked.length;
    for (const row of marked) {
      desk.ready[chunk.lane as Lane].push({ job, marked: row, message: messages.get(row.messageId)!, cleared });
    }
    if (keys.length === 0) tools.close(job, 0);
    else if (rated) tools.rest(job);
    else if (job.next < keys.length) add(job);
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
    async ask(lanes, rows, { routes = options.routes(), mark: most = 0 } = {}) {
      const now = clock.now();
      const cleared = awake.now();
      // Larger chunks than that would be claimed by a statement that does more than it can.
      const mark = usualSize <= most ? most : 0;
      // With the gateway: the other dispatchers of this process count, too, and undo what they have lost by its name.
      const owner = mark > 0 ? `${options.owner} ${(named += 1)} ${options.via.name}` : options.owner;
      const limit = Math.min(MOST_CHUNKS, 1 + Math.ceil(rows / usualSize));
      for (const lane of lanes) Object.assign(doors[lane], { asking: true, wanted: false });
      // Nobody else may use the room meanwhile.
      desk.marked += mark;
      try {
        const found = await queue.claim({
          routes,
          lanes,
          owner,
          leaseMs,
          rows,
          limit,
          repeatable: options.repeatable(),
          ...(options.bound && { bound: options.bound() }),
          mostAttempts: MAX_ATTEMPTS,
          ...(mark > 0 && { mark: { gateway: options.via.name, rows: mark } }),
        });
        const size = found.reduce((sum, { chunk }) => sum + chunk.keys.length, 0);
        for (const claim of found) open(claim, now + leaseMs, cleared);
        if (found.length > 0) usualSize = Math.max(1, size / found.length);
        const more = size >= rows || found.length >= limit;
        for (const lane of lanes) {
          doors[lane].notBefore = more ? 0 : now + GAP_MS[lane];
          doors[lane].pollAt = more ? 0 : now + POLL_MS;
        }
        return found.reduce((sum, { marked }) => sum + marked.length, 0);
      } catch (error) {
        for (const lane of lanes) doors[lane].wanted = true;
        if (mark > 0) tools.undo(owner);
        throw error;
      } finally {
        desk.marked -= mark;
        for (const lane of lanes) doors[lane].asking = false;
      }
    },
    add,
    wake(lanes) {
      for (const lane of LANES) if (lanes.includes(lane)) doors[lane].wanted = true;
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

function without(keys: readonly DeliveryKey[], marked: readonly DeliveryKey[]): readonly DeliveryKey[] {
  if (marked.length === keys.length) return [];
  const taken = new Set(marked.map(({ messageId, phone }) => `${messageId} ${phone}`));
  return keys.filter(({ messageId, phone }) => !taken.has(`${messageId} ${phone}`));
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
