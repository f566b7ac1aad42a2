import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { plural, t } from "../../lib/translate.ts";
import { callColumns } from "./call-columns.tsx";
import { CallDrawer } from "./call-drawer.tsx";
import { filterOf, filtersOf, queryOf } from "./call-filters.ts";
import { useKeyNames } from "./use-key-names.ts";
import classes from "./developers.module.css";

/** What programs called, newest first: the user's own calls, or everyone's for users who may change settings. */
export function Calls() {
  const seesAll = useCan()("svc_setting");
  const [values, change] = useFilterState();
  const filter = filterOf(values);
  const keys = useKeyNames();
  const list = useList(["requests", "list", filter], (cursor, signal) =>
    tidings.listRequests({ ...queryOf(filter), per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const missing = useQuery({
    queryKey: ["requests", "missing", filter.age],
    queryFn: async ({ signal }) =>
      (await tidings.listRequests({ ...queryOf({ ...(filter.age && { age: filter.age }) }), per_page: 1 }, { signal }))
        .not_recorded,
  });
  const refresh = () => {
    list.retry();
    void missing.refetch();
  };
  useCommands([{ id: "refresh-calls", label: t`Read the calls again`, keys: "r", icon: "refresh", run: refresh }]);
  const open = typeof values["call"] === "string" ? values["call"] : undefined;
  const { succeeded = 0, failed = 0 } = missing.data ?? {};
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <div className={classes.above}>
        <Filters filters={filtersOf(filter, list.rows, keys)} />
        <Button
          variant="default"
          size="xs"
          loading={list.fetching ?? false}
          leftSection={<Icon name="refresh" size={14} />}
          rightSection={<kbd>R</kbd>}
          onClick={refresh}
        >{t`Refresh`}</Button>
      </div>
      {succeeded + failed > 0 && (
        <p className={classes.quiet}>
          {[
            succeeded > 0 &&
              plural(succeeded, "# call that succeeded is not listed.", "# calls that succeeded are not listed."),
            failed > 0 && plural(failed, "# call that failed is not listed.", "# calls that failed are not listed."),
            t`There were too many at that moment.`,
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
      <DataTable
        label={t`Request log`}
        list={list}
        columns={callColumns(seesAll)}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/developers", search: { call: id } })}
        current={open}
        empty={
          isFiltered ? (
            <EmptyState
              icon="filter"
              title={t`No call matches these filters`}
              action={
                <Button
                  variant="default"
                  onClick={() => change(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])))}
                >{t`Show all calls`}</Button>
              }
            />
          ) : (
            <EmptyState
              icon="code"
              title={t`No program has called yet`}
            >{t`Calls appear a second or two after they were made. What this console reads is not listed.`}</EmptyState>
          )
        }
      />
      <CallDrawer id={open} keys={keys} onClose={() => change({ call: undefined })} />
    </>
  );
}
