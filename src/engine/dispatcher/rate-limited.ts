import type { Slots } from "#domain/deliveries/throttle";
import type { Uuid } from "#lib/ids";
import { second } from "#lib/time";

import type { DispatcherDeps } from "./options.ts";
import { workerLoop, type WorkerLoop } from "../worker-loop.ts";
import type { LeasedChunk } from "./in-flight.ts";
import type { Portion } from "./claims.ts";
import { awaitOnStop, type DispatcherState, type Priority } from "./state.ts";

/**
 * Leased chunks of messages that leave at a rate of their own. They wait here, outside the windows, and occupy no slot.
 */
export type Rated = Pick<WorkerLoop, "start" | "stop"> & {
  rest(leased: LeasedChunk): void;
  /** Whether deliveries of such a message wait. */
  waits(): boolean;
  /** Takes up to `rows` deliveries of a priority that are due. */
  take(priority: Priority, rows: number): readonly Portion[];
};

/** A change of the rate takes effect within this time. */
const REQUEST_MS = second / 2;
/**
 * The maximum number of such chunks on a node: about 50 kB each. A chunk may be held for hours, so a new one replaces
 * one held for at least this time, and the replaced one is released for about as long; so is a chunk that finds no free
 * place. The times vary: otherwise the same chunks would meet each time, and the one with the greatest id would always
 * lose.
 */
const MAX_JOBS = 1_000;
const TURN_MS = 20 * second;
/** Above this number each loop requests several together. */
const MANY = 50;
const GATHER_MS = 25;

type Waiting = {
  readonly jobs: LeasedChunk[];
  readonly since: number;
  allowed: number;
  from: number;
  requestAt: number;
};

/** @param freed receives a chunk whose message no longer has a rate */
export function rated(options: DispatcherDeps, state: DispatcherState, freed: (leased: LeasedChunk) => void): Rated {
  const { clock, throttles, log } = options;
  const messages = new Map<Uuid, Waiting>();

  function isFull(): boolean {
    let jobs = 0;
    for (const waiting of messages.values()) {
      for (const leased of waiting.jobs) if (leased.next < leased.keys.length) jobs += 1;
    }
    return jobs >= MAX_JOBS;
  }

  /** A chunk with deliveries under way is still needed. */
  const isIdle = (leased: LeasedChunk | undefined): leased is LeasedChunk =>
    leased?.open === 0 && leased.next < leased.keys.length;

  function putBack(leased: LeasedChunk): void {
    leased.next = leased.keys.length;
    state.held.delete(leased);
    const laterMs = TURN_MS * (0.5 + options.random());
    awaitOnStop(
      state,
      options.queue.release([leased.claim.chunk], laterMs).catch(() => undefined),
    );
  }

  /**
   * Releases a message's second chunk, or else the only chunk of a message that has had its turn. Returns whether there
   * was one.
   */
  function makeSpace(): boolean {
    const now = clock.now();
    let oldest: Waiting | undefined;
    for (const [id, waiting] of messages) {
      tidy(id, waiting);
      const { jobs, since, allowed } = waiting;
      if (!isIdle(jobs.at(-1))) continue;
      if (jobs.length > 1) {
        putBack(jobs.pop()!);
        return true;
      }
      // The clock may have been set back.
      if (allowed === 0 && Math.abs(now - since) >= TURN_MS) oldest ??= waiting;
    }
    if (!oldest) return false;
    const [leased] = oldest.jobs.splice(0);
    messages.delete(leased!.claim.chunk.messageId!);
    putBack(leased!);
    return true;
  }

  /** Chunks that were dropped or have finished have nothing left. */
  function tidy(id: Uuid, waiting: Waiting): void {
    while (waiting.jobs.length > 0 && waiting.jobs[0]!.next >= waiting.jobs[0]!.keys.length) waiting.jobs.shift();
    if (waiting.jobs.length === 0) messages.delete(id);
  }

  function note(waiting: Waiting, slots: Slots | undefined, now: number): void {
    if (!slots) return;
    if (slots.units === Infinity) {
      for (const leased of waiting.jobs.splice(0)) {
        leased.rated = false;
        freed(leased);
      }
    } else if (slots.units > 0) {
      waiting.allowed = slots.units;
      waiting.from = Math.min(slots.from, now + REQUEST_MS);
    } else {
      waiting.requestAt = now + Math.min(REQUEST_MS, slots.waitMs);
    }
  }

  async function request(): Promise<void> {
    const now = clock.now();
    for (const [id, waiting] of messages) {
      tidy(id, waiting);
      // The clock was set back.
      if (waiting.from > now + REQUEST_MS) waiting.from = now;
    }
    const due = [...messages].filter(
      ([, { allowed, requestAt }]) => allowed === 0 && (requestAt <= now || requestAt > now + REQUEST_MS),
    );
    if (due.length === 0) return;
    const answers = await throttles.reserve(
      due.map(([id, { jobs }]) => ({
        key: `message:${id}`,
        rate: null,
        units: jobs.reduce((sum, leased) => sum + leased.keys.length - leased.next, 0),
        least: 1,
      })),
    );
    const byKey = new Map(answers.map((slots) => [slots.key, slots]));
    for (const [id, waiting] of due) note(waiting, byKey.get(`message:${id}`), clock.now());
  }

  function nextMs(): number {
    const now = clock.now();
    let next = REQUEST_MS;
    for (const { allowed, from, requestAt } of messages.values()) {
      if (allowed > 0 && from <= now) state.notify();
      else next = Math.min(next, (allowed > 0 ? from : requestAt) - now);
    }
    return Math.max(messages.size > MANY ? GATHER_MS : 1, next);
  }

  const loop = workerLoop({
    name: `message rates of ${options.via.name}`,
    log,
    random: options.random,
    async step() {
      if (!state.stopping && messages.size > 0) await request();
      return messages.size === 0 ? 60 * second : nextMs();
    },
    longestPauseMs: second,
  });

  return {
    start: loop.start,
    stop: loop.stop,
    rest(leased) {
      const { messageId } = leased.claim.chunk;
      // Only a chunk of a single message is put here.
      if (messageId === null) return freed(Object.assign(leased, { rated: false }));
      const present = messages.get(messageId);
      if (isIdle(leased) && isFull() && (present || !makeSpace())) return putBack(leased);
      const waiting = present ?? { jobs: [], since: clock.now(), allowed: 0, from: 0, requestAt: 0 };
      waiting.jobs.push(leased);
      messages.set(messageId, waiting);
      loop.wake();
    },
    waits: () => messages.size > 0,
    take(priority, rows) {
      const portions: Portion[] = [];
      const now = clock.now();
      let left = rows;
      for (const [id, waiting] of messages) {
        if (left < 1) break;
        tidy(id, waiting);
        const [leased] = waiting.jobs;
        if (!leased || leased.claim.chunk.priority !== priority || waiting.allowed === 0 || waiting.from > now)
          continue;
        const keys = leased.keys.slice(leased.next, leased.next + Math.min(left, waiting.allowed));
        leased.next += keys.length;
        waiting.allowed -= keys.length;
        left -= keys.length;
        portions.push({ leased, keys });
        if (waiting.allowed === 0) loop.wake();
      }
      return portions;
    },
  };
}
