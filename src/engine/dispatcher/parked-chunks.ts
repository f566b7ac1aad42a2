import type { Uuid } from "#lib/ids";
import { second, type Clock } from "#lib/time";

import { unmarkedCount, type LeasedChunk } from "./leased-chunk.ts";

/**
 * The maximum number of such chunks on a node: about 50 kB each. A chunk may be held for hours, so a new one replaces
 * one held for at least this time, and the replaced one is released for about as long; so is a chunk that finds no free
 * place. The times vary: otherwise the same chunks would meet each time, and the one with the greatest id would always
 * lose.
 */
const MAX_CHUNKS = 1_000;
const TURN_MS = 20 * second;

/** The chunks of a message that leaves at a rate of its own, and what its rate allows now. */
export type ParkedMessage = {
  readonly chunks: LeasedChunk[];
  /** When the message got its place (milliseconds since 1970). */
  readonly since: number;
  /** Deliveries that may be marked. */
  allowed: number;
  /** The instant from which they may. */
  from: number;
  /** When more are requested. */
  requestAt: number;
};

/** The places of a node for chunks that leave at a rate of their own. */
export type ParkedChunks = {
  readonly messages: ReadonlyMap<Uuid, ParkedMessage>;
  /** Returns whether the chunk got a place; otherwise it was released. */
  add(messageId: Uuid, leased: LeasedChunk): boolean;
  /** Drops the chunks at the front that have nothing left, and the message with its last one. */
  dropFinished(messageId: Uuid): void;
};

/** @param options.release returns a chunk to the queue, for the given time */
export function parkedChunks(options: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly release: (leased: LeasedChunk, laterMs: number) => void;
}): ParkedChunks {
  const { clock } = options;
  const messages = new Map<Uuid, ParkedMessage>();

  function isFull(): boolean {
    let count = 0;
    for (const { chunks } of messages.values()) for (const leased of chunks) if (unmarkedCount(leased) > 0) count += 1;
    return count >= MAX_CHUNKS;
  }

  function release(leased: LeasedChunk): void {
    options.release(leased, TURN_MS * (0.5 + options.random()));
  }

  function dropFinished(id: Uuid): void {
    const { chunks } = messages.get(id)!;
    while (chunks.length > 0 && unmarkedCount(chunks[0]!) === 0) chunks.shift();
    if (chunks.length === 0) messages.delete(id);
  }

  /**
   * Releases a message's second chunk, or else the only chunk of a message that has had its turn. Returns whether there
   * was one.
   */
  function makeSpace(): boolean {
    const now = clock.now();
    let oldest: ParkedMessage | undefined;
    for (const [id, message] of messages) {
      dropFinished(id);
      const { chunks, since, allowed } = message;
      if (!isIdle(chunks.at(-1))) continue;
      if (chunks.length > 1) {
        release(chunks.pop()!);
        return true;
      }
      // The clock may have been set back.
      if (allowed === 0 && Math.abs(now - since) >= TURN_MS) oldest ??= message;
    }
    const [leased] = oldest?.chunks.splice(0) ?? [];
    if (!leased) return false;
    messages.delete(leased.claim.chunk.messageId!);
    release(leased);
    return true;
  }

  return {
    messages,
    add(messageId, leased) {
      const present = messages.get(messageId);
      if (isIdle(leased) && isFull() && (present || !makeSpace())) {
        release(leased);
        return false;
      }
      const message = present ?? { chunks: [], since: clock.now(), allowed: 0, from: 0, requestAt: 0 };
      message.chunks.push(leased);
      messages.set(messageId, message);
      return true;
    },
    dropFinished,
  };
}

/** A chunk with deliveries under way is still needed. */
function isIdle(leased: LeasedChunk | undefined): leased is LeasedChunk {
  return leased?.open === 0 && unmarkedCount(leased) > 0;
}
