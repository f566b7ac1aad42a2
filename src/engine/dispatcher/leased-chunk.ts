import { keyText, type Claim, type DeliveryKey } from "#domain/deliveries/queue";

/** A chunk being worked through. Its keys are passed to marks in their order, in portions. */
export type LeasedChunk = {
  claim: Claim;
  /** The deliveries marked under this claim; those that leave at a rate of their own get a separate chunk. */
  readonly keys: readonly DeliveryKey[];
  /** The first key not yet passed to a mark. */
  next: number;
  /** Passed to a mark and not settled. */
  open: number;
  /** When its lease ends as far as this node knows, never later than in the database. */
  until: number;
  /** Every key so far was marked, and the node received the answer. */
  clean: boolean;
  /** Leaves at the rate of its message. */
  rated: boolean;
  /**
   * What becomes of the chunk once nothing in it is open. `lost`: it belongs to another owner by now; `over`: it has
   * ended.
   */
  end: "finish" | "release" | "lost" | "over";
};

/** Some keys of a leased chunk, about to be marked. */
export type LeasedPortion = { readonly leased: LeasedChunk; readonly keys: readonly DeliveryKey[] };

/**
 * A chunk that was just claimed.
 *
 * @param until when its lease ends
 */
export function leasedChunk(claim: Claim, until: number): LeasedChunk {
  const { chunk, messages, marked } = claim;
  const hasRate = ({ messageId }: Pick<DeliveryKey, "messageId">): boolean =>
    messages.get(messageId)?.ratePerMinute != null;
  const isMixed = chunk.messageId === null && chunk.keys.some(hasRate);
  const unrated = isMixed ? chunk.keys.filter((key) => !hasRate(key)) : chunk.keys;
  return {
    claim,
    keys: marked.length === 0 ? unrated : [...marked, ...without(unrated, marked)],
    next: marked.length,
    open: marked.length,
    until,
    clean: unrated.length === chunk.keys.length,
    rated: chunk.messageId !== null && hasRate({ messageId: chunk.messageId }),
    end: "finish",
  };
}

/** How many of its deliveries were not yet passed to a mark. */
export const unmarkedCount = ({ keys, next }: LeasedChunk): number => keys.length - next;

/** The next keys to mark, at most so many; they are not returned a second time. */
export function takeKeys(leased: LeasedChunk, most: number): readonly DeliveryKey[] {
  const keys = leased.keys.slice(leased.next, leased.next + most);
  leased.next += keys.length;
  return keys;
}

/** Nothing more of the chunk is marked here: what was not taken is left to its next owner. */
export function leaveUnmarked(leased: LeasedChunk): void {
  leased.next = leased.keys.length;
}

/** How many of the deliveries each chunk has. */
export function countByChunk(deliveries: readonly { readonly leased: LeasedChunk }[]): Map<LeasedChunk, number> {
  const counts = new Map<LeasedChunk, number>();
  for (const { leased } of deliveries) counts.set(leased, (counts.get(leased) ?? 0) + 1);
  return counts;
}

function without(keys: readonly DeliveryKey[], marked: readonly DeliveryKey[]): readonly DeliveryKey[] {
  if (marked.length === keys.length) return [];
  const taken = new Set(marked.map(keyText));
  return keys.filter((key) => !taken.has(keyText(key)));
}
