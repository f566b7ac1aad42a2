import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Schemas } from "tidings-client";

import { tidings } from "../../../api/client.ts";
import { useLiveState } from "../../../api/use-live.ts";
import { type List, useList } from "../../../api/use-list.ts";

export type SandboxText = Schemas["SandboxMessage"];

/** Everything that arrived at one number, as far as it has been read. */
export type TextThread = {
  readonly number: string;
  /** Newest first. */
  readonly texts: readonly SandboxText[];
};

const listKey = ["sandbox", "texts"];
/** Between two readings where the service has no stream of events, in milliseconds. */
const pause = 3_000;

/** The texts of all numbers, newest first. `forget` gives up all but the newest, so that they alone are read again. */
export function useSandboxTexts(open: boolean): List<SandboxText> & { readonly forget: () => void } {
  const queries = useQueryClient();
  const live = useLiveState();
  const list = useList(listKey, (cursor, signal) =>
    tidings.listSandboxMessages({ per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const watched = open && !live?.connected;
  useEffect(() => {
    if (!watched) return undefined;
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ["sandbox"] }), pause);
    return () => clearInterval(timer);
  }, [queries, watched]);
  const forget = (): void => {
    queries.setQueryData<InfiniteData<unknown>>(
      listKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
  };
  return { ...list, forget };
}

/** One thread for each number, in the order of their newest texts. */
export function threadsOf(rows: readonly SandboxText[]): readonly TextThread[] {
  return [...Map.groupBy(rows, ({ to }) => to)].map(([number, own]) => ({ number, texts: own }));
}
