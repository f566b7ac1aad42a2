import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { useCan } from "../../api/session.ts";
import { useSubscriber } from "../../api/use-subscriber.ts";
import { useCommands } from "../../commands/registry.ts";
import { announce } from "../../components/announce.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { ListNotes, MoreFailed } from "../../components/list-notes.tsx";
import { Phone } from "../../components/phone.tsx";
import { SkeletonLines } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { t } from "../../lib/translate.ts";
import { Answer } from "./answer.tsx";
import { Assignee } from "./assignee.tsx";
import { Doubt } from "./doubt.tsx";
import { ThreadItems } from "./thread-items.tsx";
import classes from "./thread.module.css";
import { useMarkRead, useSuppressions, useThread } from "./use-thread.ts";

export type ThreadProps = {
  readonly number: string;
  /** Of the subscriber with this number. */
  readonly name: string | undefined;
  /** With the name above it; on a phone the screen's title is the name. */
  readonly headed: boolean;
};

/** Everything that was exchanged with one number, the newest last, and the answer. */
export function Thread({ number, name, headed }: ThreadProps) {
  const mayReadLog = useCan()("svc_outbox");
  const person = useSubscriber(number);
  const data = useThread(number);
  const { list, about } = data;
  useMarkRead(number, data);
  const suppressions = useSuppressions(number, about?.suppressed ?? false);
  const who = name || number;
  const newest = list.rows.find(({ direction }) => direction === "received");
  const known = useRef<number>(undefined);
  useEffect(() => {
    if (!newest) return;
    if (known.current !== undefined && newest.id > known.current) announce(t`${who} wrote: ${newest.message}`);
    known.current = newest.id;
  }, [newest, who]);
  useCommands(
    list.hasMore ? [{ id: "earlier-texts", label: t`Show earlier texts`, keys: "e", run: list.loadMore }] : [],
  );
  const unclear = suppressions?.filter(({ kind }) => kind === "maybe_opt_out") ?? [];
  const optedOut = suppressions
    ? suppressions.some(({ kind, sender }) => kind !== "maybe_opt_out" && sender === null)
    : (about?.suppressed ?? false) && lastWish(list.rows) !== "maybe_opt_out";
  return (
    <section className={classes.thread} aria-label={t`Thread with ${who}`}>
      {(headed || optedOut || person || mayReadLog || about) && (
        <header className={classes.head}>
          {headed && <h2>{name ? <bdi>{name}</bdi> : <Phone number={number} />}</h2>}
          {headed && name && <Phone number={number} className={classes.quiet ?? ""} />}
          {optedOut && <StateBadge of="reply" state="stop" />}
          {about && <Assignee number={number} assignee={about.assignee} />}
          <span className={classes.links}>
            {person && <Link to="/subscribers/$id" params={{ id: `${person.id}` }}>{t`Groups and consent`}</Link>}
            {mayReadLog && <Link to="/outbox" search={{ recipient: number }}>{t`Everything sent to this number`}</Link>}
          </span>
        </header>
      )}
      <div className={classes.notes}>
        <ListNotes list={list} />
      </div>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t`Texts in both directions`}>
        <div>
          {list.error ? (
            <ErrorView
              error={list.error}
              title={t`The thread could not be read`}
              unsure={t`The thread could not be read`}
              onRetry={list.retry}
            />
          ) : list.pending ? (
            <SkeletonLines lines={8} />
          ) : (
            <>
              <MoreFailed list={list} />
              {list.hasMore && !list.moreError && (
                <div className={classes.earlier}>
                  <Button
                    variant="default"
                    size="xs"
                    rightSection={<kbd>E</kbd>}
                    onClick={list.loadMore}
                  >{t`Show earlier texts`}</Button>
                </div>
              )}
              {about?.sentHidden && (
                <p
                  className={classes.note}
                >{t`What was sent to this person is shown to roles that may read the log.`}</p>
              )}
              <ThreadItems items={list.rows} />
            </>
          )}
        </div>
      </div>
      {unclear.length > 0 && !optedOut && <Doubt number={number} who={who} entries={unclear} />}
      {!list.error && (
        <Answer number={number} name={name} optedOut={optedOut} sentHidden={about?.sentHidden ?? false} />
      )}
    </section>
  );
}

/** What they last said about wanting texts, newest first in `items`. */
function lastWish(items: readonly { readonly keyword: string | null }[]): string | null {
  return items.find(({ keyword }) => keyword === "stop" || keyword === "maybe_opt_out")?.keyword ?? null;
}
