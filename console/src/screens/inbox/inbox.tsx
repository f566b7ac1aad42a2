import { Button } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { prefetchList, useList } from "../../api/use-list.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { ListNotes } from "../../components/list-notes.tsx";
import { Page } from "../../components/page.tsx";
import { Phone } from "../../components/phone.tsx";
import { readablePhone } from "../../lib/phone.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import { useIsPhone } from "../../lib/use-is-phone.ts";
import classes from "./inbox.module.css";
import { ThreadList } from "./thread-list.tsx";
import { Thread } from "./thread.tsx";

type Shown = Pick<Operations["listInboxThreads"]["input"], "unread" | "assigned">;

const listOf = (shown: Shown) => {
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
    tidings.listInboxThreads({ per_page: 50, ...shown, ...(cursor && { cursor }) }, { signal });
  return [["inbox", "threads", shown], fetchPage] as const;
};

export const firstReads = (queries: QueryClient) => prefetchList(queries, listOf({}));

const assignments = ["me", "nobody"] as const;

/** What people wrote, a thread for each number, with the answer beside it. On a phone one of the two. */
export function Inbox() {
  const [values, change] = useFilterState();
  const phone = useIsPhone();
  const unread = values["unread"] === 1;
  // A sender that consists of digits is a number in the address.
  const opened = ["string", "number"].includes(typeof values["thread"]) ? String(values["thread"]) : undefined;
  const assigned = assignments.find((one) => one === values["assigned"]);
  const list = useList(...listOf({ ...(unread && { unread }), ...(assigned && { assigned }) }));
  const thread = list.rows.find(({ number }) => number === opened);
  if (phone && opened !== undefined) {
    return (
      <Page
        title={thread?.subscriber?.name || readablePhone(opened)}
        breadcrumbs={[{ label: t`Inbox`, to: "/inbox" }]}
        beside={thread?.subscriber?.name && <Phone number={opened} className={classes.number ?? ""} />}
      >
        <Thread key={opened} number={opened} name={thread?.subscriber?.name} headed={false} />
      </Page>
    );
  }
  return (
    <Page title={t`Inbox`}>
      <Filters
        filters={[
          { name: "unread", label: t`Show`, options: [{ value: 1, label: t`Unread only` }] },
          {
            name: "assigned",
            label: t`Assigned`,
            options: [
              { value: "me", label: t`To me` },
              { value: "nobody", label: t`To nobody` },
            ],
          },
        ]}
      />
      <ListNotes list={list} />
      {!list.pending && !list.error && list.rows.length === 0 && opened === undefined ? (
        unread || assigned ? (
          <EmptyState
            icon="check"
            title={assigned ? t`No such threads` : t`Everything is read`}
            action={
              <Button
                variant="default"
                onClick={() => change({ unread: undefined, assigned: undefined })}
              >{t`Show all threads`}</Button>
            }
          />
        ) : (
          <EmptyState
            icon="inbox"
            title={t`No replies yet`}
          >{t`When somebody answers one of your texts, their answer appears here, and you can write back.`}</EmptyState>
        )
      ) : (
        <div className={classes.inbox}>
          <ThreadList list={list} opened={opened} />
          {!phone && (
            <div className={classes.side}>
              {opened === undefined ? (
                <EmptyState icon="message" title={t`Choose a thread`}>
                  {rich`${<kbd>J</kbd>} and ${<kbd>K</kbd>} move through the list, ${<kbd>Enter</kbd>} opens a thread, ${<kbd>R</kbd>} answers it.`}
                </EmptyState>
              ) : (
                <Thread key={opened} number={opened} name={thread?.subscriber?.name} headed />
              )}
            </div>
          )}
        </div>
      )}
    </Page>
  );
}
