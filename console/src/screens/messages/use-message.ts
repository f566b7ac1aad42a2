import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useLiveEvent, useLiveState } from "../../api/use-live.ts";

export type MessageDetail = Operations["getMessage"]["data"];
export type Progress = MessageDetail["progress"];

const over: readonly string[] = ["completed", "canceled", "failed"];
export const isOver = (state: string): boolean => over.includes(state);

/** A message, kept up to date by the stream of events; without one it is read again every two seconds while it runs. */
export function useMessage(id: string) {
  const queries = useQueryClient();
  const live = useLiveState();
  const key = ["messages", "one", id];
  const message = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => tidings.getMessage({ id }, { signal }),
    refetchInterval: ({ state: { data } }) => (!data || isOver(data.state) || live?.connected ? false : 2_000),
  });
  useLiveEvent("progress", (data) => {
    const event = data as { readonly message_id: string; readonly progress: Progress };
    if (event.message_id !== id) return;
    queries.setQueryData<MessageDetail>(key, (before) =>
      before ? { ...before, state: event.progress.state, progress: event.progress } : before,
    );
    // Counts by state, times and reasons come with the message itself.
    if (isOver(event.progress.state)) void queries.invalidateQueries({ queryKey: ["messages", "one", id] });
  });
  return message;
}
