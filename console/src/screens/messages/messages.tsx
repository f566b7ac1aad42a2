import { Button } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { prefetchList, useList } from "../../api/use-list.ts";
import { Count } from "../../components/count.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { NothingMatches } from "../../components/nothing-matches.tsx";
import { Page } from "../../components/page.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { badges } from "../../components/state-badges.ts";
import { Time } from "../../components/time.tsx";
import { shownContent } from "../../lib/shown-text.ts";
import { plural, t } from "../../lib/translate.ts";
import { categoryOptions, categoryWords } from "../../lib/categories.ts";
import classes from "./messages.module.css";

type Query = Operations["listMessages"]["input"];
type Summary = Operations["listMessages"]["data"]["items"][number];

const states = (["resolving", "running", "paused", "completed", "canceled", "failed"] as const).map((value) => ({
  value,
  label: badges.message[value].word,
}));

const columns: readonly Column<Summary>[] = [
  {
    id: "text",
    head: t`Text`,
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: (message) => <bdi dir="auto">{shownContent(message)}</bdi>,
  },
  {
    id: "people",
    head: t`People`,
    width: "90px",
    align: "end",
    cell: ({ recipients: { accepted } }) => (
      <>
        <Count value={accepted} /> <span className={classes.unit}>{plural(accepted, "person", "people")}</span>
      </>
    ),
  },
  {
    id: "category",
    head: t`Kind`,
    width: "140px",
    phone: "hidden",
    cell: ({ category }) => <span className={classes.quiet}>{categoryWords[category]}</span>,
  },
  {
    id: "state",
    head: t`State`,
    width: "160px",
    phone: "end",
    cell: ({ state }) => <StateBadge of="message" state={state} />,
  },
  { id: "at", head: t`When`, width: "110px", align: "end", cell: ({ created_at: at }) => <Time at={at} /> },
];

const listOf = (query: Query) => {
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
    tidings.listMessages({ ...query, per_page: 50, ...(cursor && { cursor }) }, { signal });
  return [["messages", "list", query], fetchPage] as const;
};

export const firstReads = (queries: QueryClient) => prefetchList(queries, listOf({}));

/** What was sent, a row for each call: to one person or to two hundred thousand. */
export function Messages() {
  const [values, change] = useFilterState();
  const query = { state: values["state"], category: values["category"] } as Query;
  const list = useList(...listOf(query));
  return (
    <Page title={t`Messages`}>
      <div className={classes.filters}>
        <Filters
          filters={[
            { name: "state", label: t`State`, options: states },
            { name: "category", label: t`Kind`, options: categoryOptions },
          ]}
        />
      </div>
      <DataTable
        label={t`Messages`}
        list={list}
        columns={columns}
        rowKey={({ message_id: id }) => id}
        rowLink={({ message_id: id }) => ({ to: "/messages/$id", params: { id } })}
        empty={
          query.state || query.category ? (
            <NothingMatches onClear={() => change({ state: undefined, category: undefined })} />
          ) : (
            <EmptyState
              icon="megaphone"
              title={t`No message yet`}
              action={<Button component={Link} to="/compose">{t`Write a message`}</Button>}
            >{t`What you send is listed here while it leaves and afterwards.`}</EmptyState>
          )
        }
      />
    </Page>
  );
}
