import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { readSuppressions } from "../../api/read-suppressions.ts";
import { useCan } from "../../api/session.ts";
import { type List, useList } from "../../api/use-list.ts";

type Page = Operations["getInboxThread"]["data"];
export type ThreadItem = Page["items"][number];

export type ThreadData = {
  readonly list: List<ThreadItem>;
  /** Of the whole thread; undefined until it has been read. */
  readonly about: (Pick<Page, "unread" | "suppressed" | "assignee"> & { readonly sentHidden: boolean }) | undefined;
};

/** A thread, newest first, kept up to date with what is received and with what becomes of the answers. */
export function useThread(number: string): ThreadData {
  const queries = useQueryClient();
  const about = useQuery<ThreadData["about"]>({ queryKey: ["inbox", "about", number], enabled: false });
  const fetchPage = async (cursor: string | undefined, signal: AbortSignal) => {
    const page = await tidings.getInboxThread({ number, per_page: 50, ...(cursor && { cursor }) }, { signal });
    const { unread, suppressed, assignee, sent_hidden: sentHidden } = page;
    queries.setQueryData(["inbox", "about", number], { unread, suppressed, assignee, sentHidden });
    return page;
  };
  const list = useList(["inbox", "thread", number], fetchPage, "outbox");
  return { list, about: about.data };
}

/** Marks the thread as read up to what is on the screen, once it is visible. */
export function useMarkRead(number: string, { list, about }: ThreadData): void {
  const queries = useQueryClient();
  const newest = list.rows.find(({ direction }) => direction === "received")?.id;
  const unread = (about?.unread ?? 0) > 0;
  const mark = useEffectEvent(async () => {
    if (!unread || newest === undefined || document.visibilityState !== "visible") return;
    try {
      await tidings.markInboxThreadRead({ number, up_to: newest });
      await queries.invalidateQueries({ queryKey: ["inbox"] });
    } catch {
      // It stays unread, and is marked when it is opened again.
    }
  });
  useEffect(() => {
    void mark();
    const onVisible = () => void mark();
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [newest, unread]);
}

/** The opt-outs and blocks of a number; undefined for users who may not read them, and until they are known. */
export function useSuppressions(number: string, suppressed: boolean) {
  const can = useCan();
  return useQuery({
    queryKey: ["inbox", "suppressions", number],
    queryFn: ({ signal }) => readSuppressions(number, signal),
    enabled: suppressed && can("svc_subscribers"),
  }).data;
}
