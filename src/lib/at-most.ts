const ONE = (): number => 1;

/**
 * Options of an `LRUCache` of at most this many entries. Its own `max` allocates all of them at once: 0.6 ms of CPU for
 * 10,000 and 6.6 ms for 100,000, in each of a dozen caches that most processes hardly fill.
 */
export const atMost = (entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } => ({
  maxSize: entries,
  sizeCalculation: ONE,
});
