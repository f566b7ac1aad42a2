import type { Chunk, DeliveryKey, Marked, Portion, Queue } from "#domain/deliveries/queue";

/**
 * Marks portions as an inner queue does.
 *
 * @param later what to do after the commit; absent: the mark is a transaction of its own
 */
export type MarkPortions = (
  portions: readonly Portion[],
  later?: Parameters<Queue["mark"]>[3],
) => Promise<readonly Marked[]>;

/** The keys of portions for which a condition holds, without portions that then have none. */
export function onlyKeys(
  portions: readonly Portion[],
  holds: (chunk: Chunk, key: DeliveryKey) => boolean,
): readonly Portion[] {
  return portions.flatMap((portion) => {
    const keys = portion.keys.filter((key) => holds(portion.chunk, key));
    return keys.length === 0 ? [] : [{ ...portion, keys }];
  });
}
