/** A topic is read again at most this often, in milliseconds, however many changes are reported. */
const rest = 1_000;
/** The pause between two reads of a topic, as a multiple of the duration of the last one; at most the longest pause. */
const share = 3;
/** A read that waited for the network to come back took longer than the service. */
const longestRest = 30_000;

/** Queries that a change of a topic concerns. */
type Which = {
  readonly predicate: (query: {
    readonly queryKey: readonly unknown[];
    readonly meta: Readonly<Record<string, unknown>> | undefined;
  }) => boolean;
};

/** What is needed of TanStack's `QueryClient`. */
type Queries = {
  readonly isFetching: (which: Which) => number;
  readonly invalidateQueries: (which: Which) => Promise<unknown>;
};

type Timers = {
  /** Milliseconds of a clock that is never set back. */
  readonly now: () => number;
  readonly after: (milliseconds: number, work: () => void) => void;
};

/** Those whose key begins with the topic, and those that also show something of it. */
const queriesOf = (topic: string): Which => ({
  predicate: ({ queryKey, meta }) => queryKey[0] === topic || meta?.["alsoTopic"] === topic,
});

const browser: Timers = { now: () => performance.now(), after: (wait, work) => void setTimeout(work, wait) };

/**
 * Reads a topic again some time after it changed. A change during a read waits for its end: restarting with each change
 * would never end if reading takes longer than the pause. A list that was scrolled far takes long, because all of its
 * pages are read: it is read for a quarter of the time at most, even in a hidden tab.
 */
export function refresher(queries: Queries, { now, after }: Timers = browser): (topic: string) => void {
  const waiting = new Set<string>();
  const restUntil = new Map<string, number>();
  const restOf = (topic: string): number => (restUntil.get(topic) ?? 0) - now();
  const refresh = async (topic: string): Promise<void> => {
    // Also of a screen that is about to open: what its read ends with counts as current.
    const isBusy = queries.isFetching(queriesOf(topic)) > 0;
    // The change came while it was being read: how long the rest is was not known then.
    if (isBusy || restOf(topic) > 0) {
      after(isBusy ? rest : restOf(topic), () => void refresh(topic));
      return;
    }
    waiting.delete(topic);
    const began = now();
    await queries.invalidateQueries(queriesOf(topic));
    restUntil.set(topic, now() + Math.min(longestRest, share * (now() - began)));
  };
  return (topic) => {
    if (waiting.has(topic)) return;
    waiting.add(topic);
    after(rest, () => void refresh(topic));
  };
}
