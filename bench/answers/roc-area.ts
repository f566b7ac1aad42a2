/** The probability that a call of the one kind takes longer than one of the other: the area under the ROC curve. */
export function slowerThan(one: readonly number[], other: readonly number[]): number {
  const sorted = Float64Array.from(other).toSorted();
  const below = (value: number): number => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! < value) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  return one.reduce((total, value) => total + below(value), 0) / (one.length * other.length);
}

export function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
