import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import type { PeopleFilter } from "./query.ts";

/** The oldest hundred segments, for a choice among them. */
export function useSegments() {
  return useQuery({
    queryKey: ["subscribers", "segment names"],
    queryFn: async ({ signal }) => (await tidings.listSegments({ per_page: 100 }, { signal })).items,
  });
}

export const segmentQuery = (id: number) =>
  queryOptions({
    queryKey: ["subscribers", "segment", id],
    queryFn: ({ signal }) => tidings.getSegment({ id }, { signal }),
  });

/** The filter of a segment, for what is built before it is needed; undefined: not known yet, or there is none. */
export function useSegmentFilter(id: number | undefined): PeopleFilter | undefined {
  return useQuery({ ...segmentQuery(id ?? 0), enabled: id !== undefined }).data?.filter;
}

/** The filter of a segment as it is now. */
export async function segmentFilter(queries: QueryClient, id: number): Promise<PeopleFilter> {
  const { filter } = await queries.fetchQuery(segmentQuery(id));
  return filter;
}
