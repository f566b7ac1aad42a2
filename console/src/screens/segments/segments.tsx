import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { isEmpty, useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { changedColumn, nameColumn } from "../../components/data-table/common-columns.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { t } from "../../lib/translate.ts";
import { describe, type Names } from "./describe.ts";
import { draftOf, type StoredFilter } from "./filter.ts";
import classes from "./segments.module.css";
import { useNames } from "./use-names.ts";

type Listed = {
  readonly id: number;
  readonly name: string;
  readonly filter: StoredFilter;
  readonly updated_at: string;
};

/** Filters with a name, which a message can be sent to. */
export function Segments() {
  const navigate = useNavigate();
  const names = useNames();
  const { time_zone: zone } = useSession().site;
  const list = useList<Listed>(["subscribers", "segments"], (cursor, signal) =>
    tidings.listSegments({ per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const create = () => void navigate({ to: "/segments/$id", params: { id: "new" } });
  useCommands([{ id: "create-segment", label: t`Create a segment`, keys: "a", icon: "plus", run: create }]);
  return (
    <Page
      title={t`Segments`}
      lead={t`A segment is a filter with a name. Who is in it is looked up whenever something is sent to it.`}
      actions={
        !isEmpty(list) && (
          <Button
            component={Link}
            to="/segments/new"
            leftSection={<Icon name="plus" size={14} />}
          >{t`Create a segment`}</Button>
        )
      }
    >
      <DataTable
        label={t`Segments`}
        list={list}
        columns={columnsOf(names, zone)}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/segments/$id", params: { id: `${id}` } })}
        empty={
          <EmptyState
            icon="filter"
            title={t`No segments yet`}
            action={<Button component={Link} to="/segments/new">{t`Create a segment`}</Button>}
          >{t`For example everybody in Berlin, or who joined this year. You can send a message to a segment as to a group.`}</EmptyState>
        }
      />
    </Page>
  );
}

const columnsOf = (names: Names, zone: string): readonly Column<Listed>[] => [
  nameColumn,
  {
    id: "filter",
    head: t`Who`,
    width: "minmax(0, 2fr)",
    cell: ({ filter }) => (
      <bdi dir="auto" className={classes.quiet}>
        {describe(draftOf(filter, zone), names)}
      </bdi>
    ),
  },
  changedColumn,
];
