import { Button } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { prefetchList, useList } from "../../api/use-list.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportLink } from "../../components/export-link.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { NothingMatches } from "../../components/nothing-matches.tsx";
import { Page } from "../../components/page.tsx";
import { t } from "../../lib/translate.ts";
import { columns } from "./columns.tsx";
import { EntryDrawer } from "./entry-drawer.tsx";
import { ErrorFilter } from "./error-filter.tsx";
import { FixedFilters } from "./fixed-filters.tsx";
import classes from "./outbox.module.css";
import { RangeFilter } from "./range-filter.tsx";
import { useFilters } from "./use-filters.ts";
import { Views } from "./views-menu.tsx";
import { filterOf, type OutboxFilter, queryOf, sameFilter } from "./views.ts";

const listOf = (filter: OutboxFilter) => {
  const query = queryOf(filter);
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
    tidings.listOutbox({ ...query, per_page: 100, ...(cursor && { cursor }) }, { signal });
  return [["outbox", query], fetchPage] as const;
};

export const firstReads = (queries: QueryClient) => prefetchList(queries, listOf(filterOf({})));

/** The log: a row for each person, its details beside it. */
export function Outbox() {
  const [values, change] = useFilterState();
  const can = useCan();
  const filter = filterOf(values);
  const query = queryOf(filter);
  const list = useList(...listOf(filter));
  const open = typeof values["entry"] === "number" ? values["entry"] : undefined;
  const filtered = !sameFilter(filter, {});
  return (
    <Page
      title={t`Outbox`}
      actions={
        <>
          <Views filter={filter} />
          <ExportLink path="/outbox/export" file="outbox.csv" query={query} />
        </>
      }
    >
      <div className={classes.filters}>
        <Filters
          search={{ name: "q", label: t`Number, text or sender` }}
          filters={useFilters(filter, !list.pending)}
          more={{
            names: ["error", "period", "from", "to"],
            chips: (
              <>
                <ErrorFilter error={filter.error} />
                <RangeFilter filter={filter} />
              </>
            ),
          }}
        />
        <FixedFilters filter={filter} />
      </div>
      <DataTable
        label={t`Deliveries`}
        list={list}
        columns={columns}
        rowKey={(entry) => entry.id}
        rowLink={(entry) => ({ to: "/outbox", search: { entry: entry.id } })}
        current={open}
        empty={
          filtered ? (
            <NothingMatches
              onClear={() => change(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])))}
            />
          ) : (
            <EmptyState
              icon="outbox"
              title={t`Nothing has been sent yet`}
              action={
                can("svc_sendsms") && (
                  <Button
                    component={Link}
                    to="/compose"
                    leftSection={<Icon name="edit" size={14} />}
                  >{t`Write a message`}</Button>
                )
              }
            >{t`Each person whom a message is sent to has a row here, with what became of it.`}</EmptyState>
          )
        }
      />
      <EntryDrawer id={open} onClose={() => change({ entry: undefined })} />
    </Page>
  );
}
