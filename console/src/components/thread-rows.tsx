import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useRef, type LiHTMLAttributes, type ReactNode } from "react";

import type { List } from "../api/use-list.ts";
import { Skeleton } from "./skeleton.tsx";
import classes from "./thread-row.module.css";

type Thread = { readonly number: string };
type Options = {
  /** Pixels of a row. */
  readonly height: number;
  /** Empty rows while the first page is being read. */
  readonly placeholders: number;
  /** Whether an empty row at the end stands for those that are not read yet. */
  readonly isOpenEnded?: boolean;
  /** Pixels; where the list was left. */
  readonly startAt?: number;
};

/** The rows of a list of threads that are in sight. The list continues as it is scrolled. */
export function useThreadRows(
  list: List<unknown>,
  threads: readonly Thread[],
  { height, placeholders, isOpenEnded = false, startAt = 0 }: Options,
) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: list.pending ? placeholders : threads.length + (isOpenEnded && list.hasMore ? 1 : 0),
    getScrollElement: () => box.current,
    estimateSize: () => height,
    initialOffset: startAt,
    overscan: 6,
  });
  const shown = rows.getVirtualItems();
  const near = list.hasMore && (shown.at(-1)?.index ?? 0) >= threads.length - 10;
  const loadMore = useEffectEvent(list.loadMore);
  useEffect(() => {
    if (near) loadMore();
  }, [near, list.rows.length]);
  return { box, rows, shown, height, threads: list.pending ? [] : threads };
}

export type ThreadRowsProps = {
  readonly of: ReturnType<typeof useThreadRows>;
  /** Attributes of the row with this index. */
  readonly row?: (index: number) => LiHTMLAttributes<HTMLLIElement> & { readonly "data-row"?: number };
  readonly children: (index: number) => ReactNode;
};

/** The rows, with a placeholder for each that is not there yet. */
export function ThreadRows({ of: { rows, shown, height, threads }, row, children }: ThreadRowsProps) {
  return (
    <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
      {shown.map(({ index, start }) => {
        const thread = threads[index];
        return (
          <li
            key={thread?.number ?? `placeholder ${index}`}
            aria-hidden={thread === undefined || undefined}
            style={{ transform: `translateY(${start}px)`, height }}
            {...row?.(index)}
          >
            {thread ? (
              children(index)
            ) : (
              <div className={classes.rowPlaceholder}>
                <Skeleton width="44%" height={14} />
                <Skeleton width="92%" height={12} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
