import type { Uuid } from "#lib/ids";

import type { MessageContent } from "../messages/content.ts";
import type { Category } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Channel } from "../gateways/gateway.ts";

/** A leased piece of the queue: recipients of one message, or single recipients of several. */
export type Chunk = {
  readonly id: number;
  /** Fencing token: a later claim of the same chunk has a higher one. */
  readonly token: number;
  readonly route: string;
  readonly priority: number;
  /** Of one message with many recipients; null: recipients of several messages. */
  readonly messageId: Uuid | null;
  readonly keys: readonly DeliveryKey[];
};

export type DeliveryKey = { readonly messageId: Uuid; readonly phone: Phone };

/** What the texts of a chunk say, read once per claim. */
export type QueuedMessage = {
  readonly id: Uuid;
  readonly category: Category;
  readonly content: MessageContent;
  /** Milliseconds since 1970, database time. */
  readonly validUntil: number;
  /** Texts a minute at most, over all nodes; null: as fast as the gateway. Always null where there is one recipient. */
  readonly ratePerMinute: number | null;
};

export type Claim = {
  readonly chunk: Chunk;
  readonly messages: ReadonlyMap<Uuid, QueuedMessage>;
  /** What of it is marked already, where the claim was asked to. */
  readonly marked: readonly Marked[];
};

/** Some of the keys of a leased chunk. */
export type Portion = {
  readonly chunk: Chunk;
  readonly keys: readonly DeliveryKey[];
  /** Whether the mark prolongs the lease, too. */
  readonly prolong: boolean;
};

/** A delivery that may go to the wire now, and must be settled. */
export type Marked = DeliveryKey & {
  readonly chunkId: number;
  readonly attempt: number;
  /** Whether its message leaves at a rate of its own by now. */
  readonly rated: boolean;
  /** Whether an earlier try left it open whether a gateway took it. */
  readonly inDoubt: boolean;
  /** Milliseconds since a gateway may have taken it that alone may be asked again. Absent: any may. */
  readonly doubtMs?: number;
};

/** A delivery and the claim that it was marked under. */
export type Mark = DeliveryKey & { readonly chunkId: number; readonly token: number };

/** What becomes of a delivery after a try, as `domain/messages/outcome` decides. */
export type Settlement = Mark & {
  readonly gateway: string;
  readonly state: "sent" | "failed" | "unknown" | "queued";
  /** Whether this try counts against the limit. */
  readonly counts: boolean;
  /** For `queued`: milliseconds until it is due again. */
  readonly retryMs?: number;
  readonly route: string;
  readonly priority: number;
  /** For `queued`: the gateway may have taken it. */
  readonly inDoubt?: boolean;
  /** For `queued`: only this gateway may send it again. */
  readonly boundTo?: string;
  readonly providerIds?: readonly string[];
  readonly segments?: number;
  readonly channel?: Channel;
  readonly response?: string;
  readonly failure?: string;
  /** The provider says that this person opted out there: suppress the number here too. */
  readonly optedOut?: boolean;
};

export type ClaimRequest = {
  readonly routes: readonly string[];
  /** The most urgent comes first. */
  readonly priorities: readonly number[];
  readonly owner: string;
  readonly leaseMs: number;
  /** Chunks are taken until they hold this many texts together. */
  readonly rows: number;
  /** Chunks at most of each route and priority. */
  readonly limit: number;
  /** Gateways where an uncertain text may be sent again: they de-duplicate, or the operator chose `at_least_once`. */
  readonly repeatable: readonly string[];
  /**
   * Those of them that only recognise their own: what they may have taken is sent again by nobody else. Absent: none.
   */
  readonly bound?: readonly string[];
  /**
   * Marks the texts of chunks that nobody has held before, as `mark` does, until they are so many. `owner` must then be
   * a name for this claim alone: an answer that is lost is undone by it ({@link Queue.unclaim}).
   */
  readonly mark?: { readonly gateway: string; readonly rows: number };
};

/** A chunk that is over. */
export type Ending = {
  readonly chunk: Chunk;
  /** Every text of it was marked and settled by this worker; else what stayed behind must be looked for. */
  readonly clean: boolean;
};

/** A chunk that is given up in part. */
export type Handover = {
  readonly chunk: Chunk;
  /** What is under way, and what was settled. */
  readonly kept: readonly DeliveryKey[];
  /** What nobody has marked. */
  readonly rest: readonly DeliveryKey[];
};

/** The queue as the dispatcher needs it. */
export type Queue = {
  /**
   * Leases chunks, the fair next ones; touches no delivery, except that what a dead worker had marked becomes
   * `unknown`, and what it is asked to mark.
   */
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /** Gives back what a claim under this name leased and marked, of which nobody has heard: nothing of it was sent. */
  unclaim(owner: string): Promise<void>;
  /**
   * The last gate: commits `queued → sending` directly before the wire, for those that are still wanted (lease
   * held, message not paused or canceled, number not suppressed, not expired).
   */
  mark(portions: readonly Portion[], gateway: string, leaseMs: number): Promise<readonly Marked[]>;
  /**
   * Those of marked texts, still waiting for the wire, that would not be marked any more: paused, canceled, expired or
   * opted out since, or their chunk is somebody else's.
   */
  unwanted(marks: readonly Mark[]): Promise<readonly DeliveryKey[]>;
  /**
   * Writes what became of marked deliveries. A worker that lost its lease keeps evidence and changes nothing else.
   *
   * @param over clean chunks of which these are the last texts: they may end in the same statement
   * @returns the ids of those that did; the others are to be finished
   */
  settle(settlements: readonly Settlement[], over?: readonly Chunk[]): Promise<ReadonlySet<number>>;
  /**
   * Ends chunks whose deliveries are all settled, and with the last one their message. What is marked all the same was
   * marked without its worker hearing of it, so it was never sent and goes back.
   */
  finish(endings: readonly Ending[]): Promise<void>;
  /**
   * Prolongs the leases of chunks whose texts are under way. Returns those that are still held by id, each with whether
   * it may be marked: a paused message's may not.
   */
  renew(chunks: readonly Chunk[], leaseMs: number): Promise<ReadonlyMap<number, boolean>>;
  /** Gives chunks back unfinished, so that nobody has to wait for the end of their lease; `laterMs`: but so long. */
  release(chunks: readonly Chunk[], laterMs?: number): Promise<void>;
  /** Gives the rest of held chunks to whoever claims it; what is kept stays under the same lease. */
  split(parts: readonly Handover[]): Promise<void>;
};

/** What keeps the queue moving without anybody claiming. */
export type QueueUpkeep = {
  /** Moves retries that are due into chunks. Returns how many, and milliseconds until the next one is due. */
  promote(): Promise<{ promoted: number; nextMs: number | null }>;
  /** Ends messages whose last chunk's worker died before it could. */
  sweep(): Promise<void>;
};
