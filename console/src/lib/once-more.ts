/**
 * Runs a read that is wanted. If one is wanted while an earlier one is under way, it runs after that, once for all that
 * were: if each began at once and canceled the one before, reads that are wanted faster than they end never would.
 */
export function onceMore(): (read: () => Promise<unknown>) => void {
  let reading = false;
  let following: (() => Promise<unknown>) | null = null;
  return function want(read) {
    if (reading) {
      following = read;
      return;
    }
    reading = true;
    const end = (): void => {
      const next = following;
      [reading, following] = [false, null];
      if (next) want(next);
    };
    read().then(end, end);
  };
}
