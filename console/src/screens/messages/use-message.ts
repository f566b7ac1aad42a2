import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useLiveEvent, useLiveState } from "../../api/use-live.ts";

export type MessageDetail = Operations["getMessage"]["data"];
export type Progress = MessageDetail["progress"];

const over: readonly string[] = ["completed", "canceled", "failed"];
export const isOver = (state: string): boolean => over.includes(state);

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ["messages", "one", id],
    queryFn: ({ signal }): Promise<MessageDetail> => tidings.getMessage({ id }, { signal }),
  });

/** A message, kept up to date by the stream of events; without one it is read again every two seconds while it runs. */
export function useMessage(id: string) {
  const queries = useQueryClient();
  const live = useLiveState();
  const query = messageQuery(id);
  const message = useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) => (!data || isOver(data.state) || live?.connected ? false : 2_000),
  });
  useLiveEvent("progress", (data) => {
    const event = data as { readonly message_id: string; readonly progress: Progress };
    if (event.message_id !== id) return;
    queries.setQueryData(query.queryKey, (before) =>
      before ? { ...before, state: event.progress.state, progress: event.progress } : before,
    );
    // Counts by state, times and reasons come with the message itself.
    if (isOver(event.progress.state)) void queries.invalidateQueries({ queryKey: query.queryKey });
  });
  return message;
}
