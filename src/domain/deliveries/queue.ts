import type { Uuid } from "#lib/ids";

import type { MessageContent } from "../messages/content.ts";
import type { Category } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Channel } from "../gateways/gateway.ts";

/** Recipients per chunk: the most that one claim leases. */
export const CHUNK_SIZE = 500;

/** A leased piece of the queue: recipients of one message, or single recipients of several. */
export type Chunk = {
  readonly id: number;
  /** Fencing token: a later claim of the same chunk has a higher one. */
  readonly token: number;
  readonly route: string;
  readonly priority: number;
  /** The message, if it has many recipients; null: recipients of several messages. */
  readonly messageId: Uuid | null;
  readonly keys: readonly DeliveryKey[];
  /** Those of its messages that answer a message from the person, such as STOP: they are never held. Absent: none. */
  readonly answers?: ReadonlySet<Uuid>;
};

export type DeliveryKey = { readonly messageId: Uuid; readonly phone: Phone };

/** A delivery's key as one value, for sets and maps. */
export const keyText = ({ messageId, phone }: DeliveryKey): string => `${messageId} ${phone}`;

/**
 * Sorts deliveries by their key, as all code locks them: overlapping batches wait for each other and never deadlock.
 */
export function byKey(
  a: { readonly messageId: string; readonly phone: string },
  b: { readonly messageId: string; readonly phone: string },
): number {
  if (a.messageId !== b.messageId) return a.messageId < b.messageId ? -1 : 1;
  return a.phone < b.phone ? -1 : a.phone > b.phone ? 1 : 0;
}

/** The content of the messages in a chunk, read once per claim. */
export type QueuedMessage = {
  readonly id: Uuid;
  readonly category: Category;
  readonly content: MessageContent;
  /** Milliseconds since 1970, database time. */
  readonly validUntil: number;
  /**
   * Maximum messages per minute, across all nodes; null: as fast as the gateway. Always null if there is one recipient.
   */
  readonly ratePerMinute: number | null;
  /** It answers a message from the person, such as STOP. */
  readonly isAnswer?: boolean;
};

export type Claim = {
  readonly chunk: Chunk;
  readonly messages: ReadonlyMap<Uuid, QueuedMessage>;
  /** The deliveries that are already marked, if the claim was asked to mark. */
  readonly marked: readonly Marked[];
};

/** Some of the keys of a leased chunk. */
export type Portion = {
  readonly chunk: Chunk;
  readonly keys: readonly DeliveryKey[];
  /** Whether the mark also prolongs the lease. */
  readonly prolong: boolean;
};

/** A delivery that may be sent now and must then be settled. */
export type Marked = DeliveryKey & {
  readonly chunkId: number;
  readonly attempt: number;
  /** Whether its message has a rate limit of its own by now. */
  readonly rated: boolean;
  /** Whether an earlier attempt left it unknown whether a gateway accepted it. */
  readonly inDoubt: boolean;
  /** The recipient's own text. Absent: that of the message. */
  readonly text?: string;
  /**
   * Since when a gateway may have accepted it, milliseconds since 1970, if only that gateway may send it again; 0:
   * unknown. Absent: any may.
   */
  readonly doubtSince?: number;
  /** When quiet hours begin for it, milliseconds since 1970; absent: never. */
  readonly closes?: number;
};

/** A delivery and the claim that it was marked under. */
export type Mark = DeliveryKey & { readonly chunkId: number; readonly token: number };

/** The new state of a delivery after an attempt, as decided by `domain/messages/outcome`. */
export type Settlement = Mark & {
  readonly gateway: string;
  readonly state: "sent" | "failed" | "unknown" | "queued";
  /** Whether this attempt counts against the limit. */
  readonly counts: boolean;
  /** For `queued`: milliseconds until it is due again. */
  readonly retryMs?: number;
  readonly route: string;
  readonly priority: number;
  /** For `queued`: the gateway may have accepted it. */
  readonly inDoubt?: boolean;
  /** For `queued`: the attempt counts, but only the first one is logged, like attempts that do not count. */
  readonly loggedOnce?: boolean;
  /** For `queued`: only this gateway may send it again. */
  readonly boundTo?: string;
  readonly providerIds?: readonly string[];
  readonly segments?: number;
  /** Of a segment, for what was sent; absent: none is known. */
  readonly price?: { readonly millionths: number; readonly currency: string };
  readonly channel?: Channel;
  readonly response?: string;
  readonly failure?: string;
  /** The provider reports that this person opted out there: the number is suppressed here, too. */
  readonly optedOut?: boolean;
};

export type ClaimRequest = {
  readonly routes: readonly string[];
  /** The most urgent first. */
  readonly priorities: readonly number[];
  readonly owner: string;
  readonly leaseMs: number;
  /** Chunks are claimed until together they have this many deliveries. */
  readonly rows: number;
  /** Maximum chunks of each route and priority. */
  readonly limit: number;
  /** Gateways where a delivery in doubt may be sent again: they de-duplicate, or the operator chose `at_least_once`. */
  readonly repeatable: readonly string[];
  /**
   * Those of them that recognize only their own: what they may have accepted is not sent again by any other gateway.
   * Absent: none.
   */
  readonly bound?: readonly string[];
  /**
   * Marks the deliveries of chunks that were never held before, as `mark` does, up to this many. `owner` must then be
   * unique to this claim: it serves to undo a claim whose response is lost ({@link Queue.unclaim}).
   */
  readonly mark?: { readonly gateway: string; readonly rows: number };
};

/** A chunk that is done. */
export type Ending = {
  readonly chunk: Chunk;
  /** Every delivery in it was marked and settled by this worker; otherwise leftovers must be searched for. */
  readonly clean: boolean;
};

/** A chunk that is partly released. */
export type PartialRelease = {
  readonly chunk: Chunk;
  /** Deliveries in flight, and settled ones. */
  readonly kept: readonly DeliveryKey[];
  /** Deliveries that have not been marked. */
  readonly rest: readonly DeliveryKey[];
};

/** The queue as the dispatcher needs it. */
export type Queue = {
  /**
   * Leases the next chunks in fair order. It changes no delivery, except that those marked by a dead worker become
   * `unknown`, and those it is asked to mark.
   */
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /** Releases what a claim under this name leased and marked, if its response was lost: none of it was sent. */
  unclaim(owner: string): Promise<void>;
  /**
   * The last check in the database: commits `queued → sending` directly before sending, for those that may still be
   * sent (lease held, message not paused or canceled, number not suppressed, not expired).
   *
   * @param later given by a caller whose transaction surrounds the mark: takes what must not be part of it, to be done
   *   once that is committed
   */
  mark(
    portions: readonly Portion[],
    gateway: string,
    leaseMs: number,
    later?: (work: () => Promise<void>) => void,
  ): Promise<readonly Marked[]>;
  /**
   * The marked deliveries not yet sent that would no longer be marked: paused, canceled, expired or opted out since, or
   * their chunk is held by another worker.
   */
  unsendable(marks: readonly Mark[]): Promise<readonly DeliveryKey[]>;
  /**
   * Writes the results of marked deliveries. A worker that lost its lease records evidence and changes nothing else.
   *
   * @param over clean chunks whose last deliveries these are: they may end in the same statement
   * @returns the ids of the chunks that ended; the others must be finished
   */
  settle(settlements: readonly Settlement[], over?: readonly Chunk[]): Promise<ReadonlySet<number>>;
  /**
   * Ends chunks whose deliveries are all settled, and with the last one their message. Any that are still marked were
   * marked in a response that the worker never received, so they were never sent and return to the queue.
   */
  finish(endings: readonly Ending[]): Promise<void>;
  /**
   * Prolongs the leases of chunks whose deliveries are in flight. Returns the ids of those still held, each with
   * whether it may be marked: a paused message's may not.
   */
  renew(chunks: readonly Chunk[], leaseMs: number): Promise<ReadonlyMap<number, boolean>>;
  /**
   * Releases chunks unfinished, so that no worker has to wait for the end of their lease; they become due after
   * `laterMs`.
   */
  release(chunks: readonly Chunk[], laterMs?: number): Promise<void>;
  /**
   * Releases the rest of held chunks for any worker to claim; the deliveries that are kept stay under the same lease.
   */
  split(parts: readonly PartialRelease[]): Promise<void>;
};

/** What keeps the queue moving besides claims. */
export type QueueUpkeep = {
  /**
   * Moves retries that are due, and deliveries that were held until now, into chunks. Returns how many, and
   * milliseconds until the next one is due.
   */
  promote(): Promise<{ promoted: number; nextMs: number | null }>;
  /** Ends messages whose last chunk's worker died before it could. */
  sweep(): Promise<void>;
};
