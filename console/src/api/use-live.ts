import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { endUntoldReads } from "../lib/head-start.ts";
import { createStore, useStore } from "../lib/store.ts";
import type { LiveEvent, LiveState } from "./live-stream.ts";
import { refresher } from "./refresher.ts";
import { useSession } from "./session.ts";

const handlers = new Set<(event: LiveEvent) => void>();
const liveState = createStore<LiveState | null>(null);
/** Until the code of the stream is asked for again, if it could not be loaded. */
const RETRY_MS = 5_000;

/**
 * Keeps the screens' data up to date: a `changed` event of a topic makes every query whose key begins with that topic,
 * or whose `meta` has it as `alsoTopic`, read again. For the shell alone.
 */
export function useLiveConnection(): void {
  const queries = useQueryClient();
  // Users who may not open any screen get no changes either: the stream would be refused.
  const mayWatch = useSession().capabilities.length > 0;
  useEffect(() => {
    if (!mayWatch) return undefined;
    const refresh = refresher(queries);
    const handle = (event: LiveEvent): void => {
      const topic = event.event === "changed" ? topicOf(event.data) : undefined;
      if (topic) refresh(topic);
      // Events were missed: everything may have changed.
      if (event.event === "reset") void queries.invalidateQueries();
      for (const handler of handlers) handler(event);
    };
    const report = (next: LiveState): void => {
      if (next.connected) catchUp(queries, next.at);
      liveState.set(next);
    };
    let stop = (): void => clearTimeout(retry);
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const open = (): void => {
      void import("./live-stream.ts").then(
        ({ openLiveStream }) => {
          if (!isOver) stop = openLiveStream(handle, report);
        },
        () => {
          if (!isOver) retry = setTimeout(open, RETRY_MS);
        },
      );
    };
    open();
    return () => {
      isOver = true;
      stop();
    };
  }, [queries, mayWatch]);
}

function topicOf(data: unknown): string | undefined {
  const topic: unknown = data && typeof data === "object" && "topic" in data ? data.topic : undefined;
  return typeof topic === "string" ? topic : undefined;
}

/**
 * Reads again what changed after it was read and before the stream began, which was not reported. What is being read
 * for the first time is read once more afterwards: invalidating it before that has no effect.
 */
function catchUp(queries: QueryClient, connectedAt: number): void {
  const fetching = queries.getQueryCache().findAll({ fetchStatus: "fetching" });
  // Another tab's stream may be older than what was read before this one listened, whenever that arrived.
  const readBefore = endUntoldReads() ? Infinity : connectedAt;
  void queries.invalidateQueries({ predicate: (query) => query.state.dataUpdatedAt < readBefore });
  for (const { promise, queryKey, state } of fetching) {
    const again = (): void => void queries.invalidateQueries({ queryKey, exact: true });
    if (state.data === undefined) promise?.then(again, () => undefined);
  }
}

/** Calls `handle` with every event of this name, for what an event itself carries: the progress of a message. */
export function useLiveEvent(name: string, handle: (data: unknown) => void): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const handler = ({ event, data }: LiveEvent) => {
      if (event === name) latest.current(data);
    };
    handlers.add(handler);
    return () => void handlers.delete(handler);
  }, [name]);
}

/** Whether the stream is connected and since when not; null where there is none. */
export const useLiveState = (): LiveState | null => useStore(liveState);
