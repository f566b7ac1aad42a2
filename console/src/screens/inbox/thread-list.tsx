import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Operations } from "tidings-client";

import type { List } from "../../api/use-list.ts";
import { focusRow, useListKeys } from "../../components/list-keys.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./inbox.module.css";
import { ThreadRow } from "./thread-row.tsx";

export type ThreadSummary = Operations["listInboxThreads"]["data"]["items"][number];

/** Pixels; two lines of what was written, and who wrote it. */
const height = 84;
const ghosts = 8;

export type ThreadListProps = { readonly list: List<ThreadSummary>; readonly opened: string | undefined };

/** Threads, the newest first; the list continues as it is scrolled. Keys: j, k, Enter. */
export function ThreadList({ list, opened }: ThreadListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(-1);
  const rows = useVirtualizer({
    count: list.pending ? ghosts : list.rows.length + (list.hasMore ? 1 : 0),
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 6,
  });
  const shown = rows.getVirtualItems();
  const near = list.hasMore && (shown.at(-1)?.index ?? 0) >= list.rows.length - 10;
  const loadMore = useEffectEvent(list.loadMore);
  useEffect(() => {
    if (near) loadMore();
  }, [near, list.rows.length]);
  const move = (step: number) => {
    const current = at === -1 ? list.rows.findIndex(({ number }) => number === opened) : at;
    const next = Math.max(0, Math.min(list.rows.length - 1, current + step));
    setAt(next);
    rows.scrollToIndex(next);
    requestAnimationFrame(() => focusRow(box.current?.querySelector(`[data-row="${next}"]`)));
  };
  const keys = useListKeys(box, move, { labels: { next: t`Next thread`, previous: t`Previous thread` } });
  if (list.error) return <ErrorView error={list.error} onRetry={list.retry} />;
  return (
    <div
      ref={box}
      className={classes.list}
      aria-busy={list.pending || list.stale}
      role="region"
      aria-label={t`Threads`}
      {...keys}
    >
      <ul style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const thread = list.pending ? undefined : list.rows[index];
          return (
            <li
              key={thread?.number ?? `ghost ${index}`}
              data-row={index}
              aria-hidden={thread === undefined || undefined}
              style={{ transform: `translateY(${start}px)`, height }}
              onFocus={() => setAt(index)}
            >
              {thread ? (
                <ThreadRow thread={thread} current={thread.number === opened} />
              ) : (
                <div className={classes.ghost}>
                  <Skeleton width="44%" height={14} />
                  <Skeleton width="92%" height={12} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
