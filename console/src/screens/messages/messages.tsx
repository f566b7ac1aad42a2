import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useList } from "../../api/use-list.ts";
import { Count } from "../../components/count.tsx";
import type { Column } from "../../components/data-table-column.ts";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters.tsx";
import { Page } from "../../components/page.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { looks } from "../../components/state-looks.ts";
import { Time } from "../../components/time.tsx";
import { shownText } from "../../lib/shown-text.ts";
import { t } from "../../lib/translate.ts";
import { categoryWords } from "../compose/category-words.ts";
import { categories } from "./categories.ts";
import classes from "./messages.module.css";

type Query = Operations["listMessages"]["input"];
type Summary = Operations["listMessages"]["data"]["items"][number];

const states = (["resolving", "running", "paused", "completed", "canceled", "failed"] as const).map((value) => ({
  value,
  label: looks.message[value].word,
}));

const columns: readonly Column<Summary>[] = [
  {
    id: "text",
    head: t`Text`,
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: ({ message }) => <bdi dir="auto">{shownText(message)}</bdi>,
  },
  {
    id: "people",
    head: t`People`,
    width: "90px",
    align: "end",
    cell: ({ recipients }) => <Count value={recipients.accepted} />,
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

/** What was sent, a row for each call: to one person or to two hundred thousand. */
export function Messages() {
  const [values] = useFilterState();
  const query = { state: values["state"], category: values["category"] } as Query;
  const list = useList(["messages", "list", query], (cursor, signal) =>
    tidings.listMessages({ ...query, per_page: 50, ...(cursor && { cursor }) }, { signal }),
  );
  return (
    <Page title={t`Messages`}>
      <div className={classes.filters}>
        <Filters
          filters={[
            { name: "state", label: t`State`, options: states },
            { name: "category", label: t`Kind`, options: categories },
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
          <EmptyState icon="megaphone" title={query.state || query.category ? t`Nothing matches` : t`No message yet`}>
            {query.state || query.category
              ? t`Other filters show other messages.`
              : t`What you send is listed here while it leaves and afterwards.`}
          </EmptyState>
        }
      />
    </Page>
  );
}
