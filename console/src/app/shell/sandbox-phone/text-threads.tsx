import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { useCan } from "../../../api/session.ts";
import type { List } from "../../../api/use-list.ts";
import line from "../../../components/thread-row.module.css";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorView } from "../../../components/error-view.tsx";
import { Phone } from "../../../components/phone.tsx";
import { ThreadRows, useThreadRows } from "../../../components/thread-rows.tsx";
import { Time } from "../../../components/time.tsx";
import { count } from "../../../lib/format.ts";
import { t, term } from "../../../lib/translate.ts";
import classes from "./text-threads.module.css";
import type { SandboxText, TextThread } from "./use-sandbox-texts.ts";

export type TextThreadsProps = {
  readonly list: List<SandboxText>;
  readonly threads: readonly TextThread[];
  readonly unreadOf: (thread: TextThread) => number;
  /** Pixels; where the list was left. */
  readonly startAt: number;
  readonly onScroll: (offset: number) => void;
  readonly onOpen: (number: string) => void;
};

/** A row for each number, that of the newest text first; the list continues as it is scrolled. */
export function TextThreads({ list, threads, unreadOf, startAt, onScroll, onOpen }: TextThreadsProps) {
  const can = useCan();
  const view = useThreadRows(list, threads, { height: 80, placeholders: 6, startAt });
  if (list.error) {
    return (
      <div className={classes.note}>
        <ErrorView error={list.error} title={t`The texts could not be read`} onRetry={list.retry} />
      </div>
    );
  }
  if (!list.pending && threads.length === 0) {
    return (
      <EmptyState
        icon="message"
        title={t`No texts yet`}
        action={
          can("svc_sendsms") && <Button component={Link} to="/compose" variant="default">{t`Write a message`}</Button>
        }
      >{t`What you send to any number arrives here, and you can answer it.`}</EmptyState>
    );
  }
  return (
    <div
      ref={view.box}
      className={classes.list}
      aria-busy={list.pending}
      role="region"
      aria-label={t`Numbers with texts`}
      onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
    >
      {list.moreError !== null && list.moreError !== undefined && (
        <div className={classes.note}>
          <ErrorView error={list.moreError} title={t`Older texts could not be read`} onRetry={list.loadMore} />
        </div>
      )}
      <ThreadRows of={view}>
        {(index) => <Row thread={threads[index]!} unread={unreadOf(threads[index]!)} onOpen={onOpen} />}
      </ThreadRows>
    </div>
  );
}

type RowProps = Pick<TextThreadsProps, "onOpen"> & { readonly thread: TextThread; readonly unread: number };

function Row({ thread, unread, onOpen }: RowProps) {
  const { number, texts } = thread;
  const newest = texts[0]!;
  return (
    <button
      type="button"
      className={classes.row}
      data-number={number}
      data-unread={unread > 0 || undefined}
      onClick={() => onOpen(number)}
    >
      <Phone number={number} className={line.who ?? ""} />
      <span className={line.when}>
        <Time at={newest.at} />
      </span>
      <span className={line.preview}>
        <bdi dir="auto">{newest.body || t`A text without words`}</bdi>
      </span>
      {unread > 0 && (
        <span className={`${line.unread} ${classes.unread}`}>
          {count(unread)} <span className="visually-hidden">{term("new", "texts")}</span>
        </span>
      )}
    </button>
  );
}
