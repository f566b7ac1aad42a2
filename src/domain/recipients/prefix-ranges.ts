/** A range of numbers, `to` excluded, whose longest known prefix is `prefix`; "+" if none is known. */
export type PrefixRange = { readonly prefix: string; readonly from: string; readonly to: string };

/** In ASCII, the character after "9". */
const BEHIND = ":";

/** Cuts all numbers into ranges that do not overlap, so that each number is counted once, for its longest prefix. */
export function prefixRanges(prefixes: readonly string[]): readonly PrefixRange[] {
  const known = new Set(["+", ...prefixes]);
  const edges = [...new Set([...known].flatMap((prefix) => [prefix, prefix + BEHIND]))].toSorted();
  return edges.slice(0, -1).map((from, index) => {
    // After a prefix come the numbers of the shorter prefix that it extends.
    const inside = from.endsWith(BEHIND) ? from.slice(0, -2) : from;
    return { prefix: longestPrefix(inside, known), from, to: edges[index + 1]! };
  });
}

/** The longest of `known` that a number, or the edge of a range, begins with. */
export function longestPrefix(number: string, known: ReadonlySet<string>): string {
  for (let length = number.length; length > 1; length -= 1) {
    const start = number.slice(0, length);
    if (known.has(start)) return start;
  }
  return "+";
}
