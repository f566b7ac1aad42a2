import { useState } from "react";
import type { Operations } from "tidings-client";

import type { List } from "../../api/use-list.ts";
import { stepToRow, useListKeys } from "../../components/data-table/list-keys.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { MoreFailed } from "../../components/list-notes.tsx";
import { ThreadRows, useThreadRows } from "../../components/thread-rows.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./inbox.module.css";
import { ThreadRow } from "./thread-row.tsx";

export type ThreadSummary = Operations["listInboxThreads"]["data"]["items"][number];

export type ThreadListProps = { readonly list: List<ThreadSummary>; readonly opened: string | undefined };

/** Threads, the newest first; the list continues as it is scrolled. Keys: j, k, Enter. */
export function ThreadList({ list, opened }: ThreadListProps) {
  const [at, setAt] = useState(-1);
  const view = useThreadRows(list, list.rows, { height: 84, placeholders: 8, isOpenEnded: !list.moreError });
  const move = (step: number) => {
    const current = at === -1 ? list.rows.findIndex(({ number }) => number === opened) : at;
    const next = Math.max(0, Math.min(list.rows.length - 1, current + step));
    setAt(next);
    stepToRow(view.box, next, view.rows.scrollToIndex);
  };
  const keys = useListKeys(view.box, move, { labels: { next: t`Next thread`, previous: t`Previous thread` } });
  if (list.error) {
    return (
      <div className={classes.failure}>
        <ErrorView error={list.error} onRetry={list.retry} />
      </div>
    );
  }
  return (
    <div
      ref={view.box}
      className={classes.list}
      aria-busy={list.pending || list.stale}
      role="region"
      aria-label={t`Threads`}
      {...keys}
    >
      <ThreadRows of={view} row={(index) => ({ "data-row": index, onFocus: () => setAt(index) })}>
        {(index) => <ThreadRow thread={list.rows[index]!} current={list.rows[index]!.number === opened} />}
      </ThreadRows>
      <MoreFailed list={list} />
    </div>
  );
}
