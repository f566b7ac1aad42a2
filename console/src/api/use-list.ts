import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
} from "@tanstack/react-query";

/** The response of every list of the API. */
type Page<Item> = {
  readonly items: readonly Item[];
  readonly pagination: {
    readonly next_cursor?: string | null | undefined;
    readonly total?: number | null | undefined;
    readonly total_capped?: boolean | undefined;
  };
};

export type List<Item> = {
  readonly rows: readonly Item[];
  /** Of the whole list; null where the API does not count. */
  readonly total: number | null;
  /** The total is the API's limit of counting: "10,000 or more". */
  readonly totalCapped: boolean;
  readonly pending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  /** The rows are those of the previous filter, while those of the new one are being read. */
  readonly stale: boolean;
  /** Something is being read: the first page, the next one, or all pages again. */
  readonly fetching?: boolean;
  /** Why the next page is missing; `loadMore` tries again. */
  readonly moreError?: unknown;
  /** Why the rows are not up to date; `retry` tries again. */
  readonly outdated?: unknown;
};

/** Whether it is known to have no rows. Then its first step is shown in it, and not above it as well. */
export function isEmpty({
  pending,
  error,
  rows,
  hasMore,
}: Pick<List<unknown>, "pending" | "error" | "rows" | "hasMore">): boolean {
  return !pending && !error && rows.length === 0 && !hasMore;
}

type FetchPage<Item> = (cursor: string | undefined, signal: AbortSignal) => PromiseLike<Page<Item>>;

function listOf<Item>(queryKey: QueryKey, fetchPage: FetchPage<Item>, alsoTopic?: string) {
  return infiniteQueryOptions({
    queryKey,
    meta: { alsoTopic },
    queryFn: async ({ pageParam, signal }) => await fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.next_cursor ?? undefined,
  });
}

/** Reads the first page of a list before it is rendered, with what `useList` is called with. */
export function prefetchList<Item>(
  queries: QueryClient,
  [queryKey, fetchPage]: readonly [QueryKey, FetchPage<Item>],
): Promise<void> {
  return queries.prefetchInfiniteQuery(listOf(queryKey, fetchPage));
}

/**
 * A list that loads more pages as it is scrolled, by the API's cursors. The key begins with the live topic of the rows
 * and names everything that `fetchPage` uses. Old rows stay until the new ones are here.
 *
 * @param alsoTopic a second live topic of which the rows show something
 */
export function useList<Item>(queryKey: QueryKey, fetchPage: FetchPage<Item>, alsoTopic?: string): List<Item> {
  const query = useInfiniteQuery({ ...listOf(queryKey, fetchPage, alsoTopic), placeholderData: keepPreviousData });
  const first = query.data?.pages[0]?.pagination;
  return {
    rows: query.data?.pages.flatMap((page) => page.items) ?? [],
    total: first?.total ?? null,
    totalCapped: first?.total_capped ?? false,
    pending: query.isPending,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadMore: () => {
      // It would replace the read in progress.
      if (!query.isFetching) void query.fetchNextPage();
    },
    stale: query.isPlaceholderData,
    fetching: query.isFetching,
    moreError: query.isFetchNextPageError ? query.error : null,
    outdated: query.isRefetchError ? query.error : null,
  };
}
