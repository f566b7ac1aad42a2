import type { Slots } from "#domain/deliveries/throttle";
import type { Uuid } from "#lib/ids";
import { second } from "#lib/time";

import type { DispatcherDeps } from "./options.ts";
import { workerLoop, type WorkerLoop } from "../worker-loop.ts";
import { leaveUnmarked, takeKeys, unmarkedCount, type LeasedChunk, type LeasedPortion } from "./leased-chunk.ts";
import { parkedChunks, type ParkedMessage } from "./parked-chunks.ts";
import { awaitOnStop, type DispatcherState, type Priority } from "./state.ts";

/**
 * Leased chunks of messages that leave at a rate of their own. They wait here, outside the windows, and occupy no slot.
 */
export type RateLimited = Pick<WorkerLoop, "start" | "stop"> & {
  /** Adds a chunk of such a message. */
  park(leased: LeasedChunk): void;
  /** Whether deliveries of such a message wait. */
  waits(): boolean;
  /** Takes up to `rows` deliveries of a priority that are due. */
  take(priority: Priority, rows: number): readonly LeasedPortion[];
};

/** A change of the rate takes effect within this time. */
const REQUEST_MS = second / 2;
/** Above this number of messages, each loop requests the slots of several together. */
const MANY = 50;
const GATHER_MS = 25;

/** @param freed receives a chunk whose message no longer has a rate */
export function rateLimited(
  options: DispatcherDeps,
  state: DispatcherState,
  freed: (leased: LeasedChunk) => void,
): RateLimited {
  const { clock, throttles, log } = options;
  const parked = parkedChunks({ clock, random: options.random, release });
  const { messages } = parked;

  function release(leased: LeasedChunk, laterMs: number): void {
    leaveUnmarked(leased);
    state.held.delete(leased);
    awaitOnStop(
      state,
      options.queue.release([leased.claim.chunk], laterMs).catch(() => undefined),
    );
  }

  function free(leased: LeasedChunk): void {
    leased.rated = false;
    freed(leased);
  }

  function applySlots(message: ParkedMessage, slots: Slots | undefined, now: number): void {
    if (!slots) return;
    if (slots.units === Infinity) for (const leased of message.chunks.splice(0)) free(leased);
    else if (slots.units > 0) {
      message.allowed = slots.units;
      message.from = Math.min(slots.from, now + REQUEST_MS);
    } else {
      message.requestAt = now + Math.min(REQUEST_MS, slots.waitMs);
    }
  }

  async function request(): Promise<void> {
    const now = clock.now();
    for (const [id, message] of messages) {
      parked.dropFinished(id);
      // The clock was set back.
      if (message.from > now + REQUEST_MS) message.from = now;
    }
    const due = [...messages].filter(
      ([, { allowed, requestAt }]) => allowed === 0 && (requestAt <= now || requestAt > now + REQUEST_MS),
    );
    if (due.length === 0) return;
    const answers = await throttles.reserve(
      due.map(([id, { chunks }]) => ({
        key: throttleKey(id),
        rate: null,
        units: chunks.reduce((sum, leased) => sum + unmarkedCount(leased), 0),
        least: 1,
      })),
    );
    const byKey = new Map(answers.map((slots) => [slots.key, slots]));
    for (const [id, message] of due) applySlots(message, byKey.get(throttleKey(id)), clock.now());
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
    park(leased) {
      const { messageId } = leased.claim.chunk;
      // Only a chunk of a single message is put here.
      if (messageId === null) free(leased);
      else if (parked.add(messageId, leased)) loop.wake();
    },
    waits: () => messages.size > 0,
    take(priority, rows) {
      const portions: LeasedPortion[] = [];
      const now = clock.now();
      let left = rows;
      for (const [id, message] of messages) {
        if (left < 1) break;
        parked.dropFinished(id);
        const [leased] = message.chunks;
        if (!leased || leased.claim.chunk.priority !== priority || message.allowed === 0 || message.from > now)
          continue;
        const keys = takeKeys(leased, Math.min(left, message.allowed));
        message.allowed -= keys.length;
        left -= keys.length;
        portions.push({ leased, keys });
        if (message.allowed === 0) loop.wake();
      }
      return portions;
    },
  };
}

const throttleKey = (messageId: Uuid): string => `message:${messageId}`;
