import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "./client.ts";
import { useLiveEvent, useLiveState } from "./use-live.ts";

export type Job = Operations["getJob"]["data"];

/** Whether the job has ended. */
export const isJobOver = ({ state }: Pick<Job, "state">): boolean =>
  state === "completed" || state === "failed" || state === "canceled";

/**
 * A job, kept up to date by the stream of events; without one it is read again every second while it runs. Without an
 * id nothing is read.
 */
export function useJob(id: string | undefined) {
  const queries = useQueryClient();
  const live = useLiveState();
  const job = useQuery({
    queryKey: ["jobs", "one", id],
    queryFn: ({ signal }) => tidings.getJob({ id: id! }, { signal }),
    enabled: id !== undefined,
    // What the stream reports may be older than what was read.
    refetchInterval: ({ state: { data } }) => (data && isJobOver(data) ? false : live?.connected ? 5_000 : 1_000),
  });
  useLiveEvent("job", (data) => {
    const event = data as Job;
    if (event.id !== id) return;
    queries.setQueryData<Job>(["jobs", "one", id], event);
  });
  return job;
}

/** A count of a job's result; 0 before there is one. */
export function countOf({ result }: Pick<Job, "result">, name: string): number {
  const value = result?.[name];
  return typeof value === "number" ? value : 0;
}
