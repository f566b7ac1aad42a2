import {
  hashKey,
  matchQuery,
  type Query,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";

type Change = { readonly queryKey: QueryKey; readonly update: (data: unknown) => unknown };

export type OptimisticOptions<Data, Input> = {
  /** The queries that show the state. */
  readonly queryKey: QueryKey;
  /** What is shown from now on. */
  readonly update: (shown: Data, input: Input) => Data;
  readonly send: (input: Input) => PromiseLike<unknown>;
  readonly onSuccess?: (input: Input) => void;
  /** Other queries to be read again afterwards, by the first word of their keys. */
  readonly alsoChanged?: readonly string[];
};

/** In the order of the calls. */
const pending = new Set<Change>();
/** What was read of the queries that pending changes are shown in. */
const read = new Map<Query, unknown>();
const watched = new WeakSet<QueryClient>();

const changesOf = (query: Query): readonly Change[] =>
  [...pending].filter(({ queryKey }) => matchQuery({ queryKey }, query));

/** Shows what was read, with the pending changes applied. */
function show(query: Query): void {
  const changes = changesOf(query);
  const data = changes.reduce((before, { update }) => update(before), read.get(query));
  query.setData(data, { updatedAt: query.state.dataUpdatedAt, manual: true });
  if (changes.length === 0) read.delete(query);
}

/**
 * What is read during a call may be older than the call. It is changed before anything is rendered: the cache notifies
 * in the same turn.
 */
function watch(queries: QueryClient): void {
  if (watched.has(queries)) return;
  watched.add(queries);
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    const { query } = event;
    if (changesOf(query).length === 0) return;
    read.set(query, query.state.data);
    show(query);
  });
}

function begin(queries: QueryClient, change: Change): void {
  watch(queries);
  pending.add(change);
  for (const query of queries.getQueryCache().findAll({ queryKey: change.queryKey })) {
    if (query.state.data === undefined) continue;
    if (!read.has(query)) read.set(query, query.state.data);
    show(query);
  }
}

function end(change: Change, isDone: boolean): void {
  const { queryKey, update } = change;
  pending.delete(change);
  for (const query of read.keys()) {
    if (!matchQuery({ queryKey }, query)) continue;
    if (isDone) read.set(query, update(read.get(query)));
    show(query);
  }
}

/**
 * A call whose outcome is shown before it is known, for changes that are rarely refused and can be undone. If it fails,
 * the screen shows the previous state and `error` says why; reads during the call do not show the old state again.
 * Calls about the same data are sent one after the other.
 */
export function useOptimistic<Data, Input>(options: OptimisticOptions<Data, Input>) {
  const { queryKey, update, send, onSuccess, alsoChanged = [] } = options;
  const queries = useQueryClient();
  const settle = (change: Change, isDone: boolean): void => {
    end(change, isDone);
    // Immediately: what is being read now may be older than the call, and is not waited for.
    for (const topic of [change.queryKey[0], ...alsoChanged]) void queries.invalidateQueries({ queryKey: [topic] });
  };
  const call = useMutation({
    mutationFn: async (input: Input) => await send(input),
    scope: { id: hashKey(queryKey) },
    onMutate: (input) => {
      const change: Change = { queryKey, update: (data) => update(data as Data, input) };
      begin(queries, change);
      return change;
    },
    onSuccess: (_result, input, change) => {
      settle(change, true);
      onSuccess?.(input);
    },
    onError: (_error, _input, change) => change && settle(change, false),
  });
  return {
    mutate: call.mutate,
    error: call.error,
    /** What the last call was for. */
    input: call.variables,
  };
}
