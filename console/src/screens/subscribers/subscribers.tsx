import { Button } from "@mantine/core";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { isEmpty, type List, prefetchList, useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { ExportLink } from "../../components/export-link.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { typedFrom } from "../../components/overlays/confirm.ts";
import { Page } from "../../components/page.tsx";
import { openedOnDemand } from "../../lib/on-demand.ts";
import { t } from "../../lib/translate.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { BulkProgress } from "./bulk-progress.tsx";
import type { Target } from "./bulk-actions.ts";
import { columns } from "./columns.tsx";
import { NoPeople } from "./no-people.tsx";
import { PeopleFilters } from "./people-filters.tsx";
import { bulkFilterOf, filterOf, isFiltered, type ListFilter, onlyGroupOf } from "./query.ts";
import { segmentFilter, useSegmentFilter } from "./use-segments.ts";
import { useSelection } from "./use-selection.ts";

const AddPerson = openedOnDemand(async () => (await import("./add-person.tsx")).AddPerson);
const BulkDrawer = openedOnDemand(async () => (await import("./bulk-drawer.tsx")).BulkDrawer);
const noFilters = { q: undefined, state: undefined, group_id: undefined, segment: undefined };

const listOf = (queries: QueryClient, { query, segment }: ListFilter) => {
  const fetchPage = async (cursor: string | undefined, signal: AbortSignal) => {
    const stored = segment === undefined ? undefined : await segmentFilter(queries, segment);
    return tidings.listSubscribers(
      { ...query, ...(stored && { filter: stored }), per_page: 100, ...(cursor && { cursor }) },
      { signal },
    );
  };
  return [["subscribers", "list", query, segment], fetchPage] as const;
};

export const firstReads = (queries: QueryClient) => prefetchList(queries, listOf(queries, filterOf({})));

/** Of people whom the API cannot count in time it says only how many it has read: far fewer than those who match. */
const isSize = ({ total, totalCapped }: List<unknown>): boolean => !totalCapped || (total ?? 0) >= typedFrom;

/** The people of the newsletter. Those who left all groups are shown when they are asked for. */
export function Subscribers() {
  const queries = useQueryClient();
  const [values, change] = useFilterState();
  const filter = filterOf(values);
  const { query, segment } = filter;
  const list = useList(...listOf(queries, filter));
  const stored = useSegmentFilter(segment);
  const selection = useSelection(JSON.stringify(filter));
  const [target, setTarget] = useState<Target>();
  const obstacle = bulkFilterOf(filter, undefined);
  const changeMany = async () => {
    if (!selection.all) {
      const ids = [...selection.selected].map(Number);
      return setTarget({ selection: { ids }, people: ids.length, moreThan: null });
    }
    const everybody = bulkFilterOf(filter, segment === undefined ? undefined : await segmentFilter(queries, segment));
    if (typeof everybody === "string") return;
    const people = list.totalCapped ? null : list.total;
    setTarget({ selection: { filter: everybody }, people, moreThan: isSize(list) ? list.total : null });
  };
  const add = () => change({ add: true });
  useCommands([{ id: "add-person", label: t`Add a person`, keys: "a", icon: "plus", run: add }]);
  const group = onlyGroupOf(filter);
  const job = typeof values["job"] === "string" ? values["job"] : undefined;
  return (
    <Page
      title={t`Subscribers`}
      actions={
        <>
          <ExportLink
            path="/subscribers/export"
            file="subscribers.csv"
            query={segment === undefined ? query : stored && { ...query, filter: stored }}
          />
          <Button
            component={Link}
            to="/import"
            search={(group === undefined ? {} : { group_id: group }) as never}
            variant="default"
            leftSection={<Icon name="upload" size={14} />}
          >{t`Import people`}</Button>
          {(isFiltered(filter) || !isEmpty(list)) && (
            <Button leftSection={<Icon name="plus" size={14} />} onClick={add}>{t`Add a person`}</Button>
          )}
        </>
      }
    >
      {job && <BulkProgress id={job} onClose={() => change({ job: undefined })} onUndo={(id) => change({ job: id })} />}
      <PeopleFilters />
      <BulkBar
        selected={selection.selected.size}
        all={selection.all}
        total={list.total}
        counted={isSize(list)}
        capped={list.totalCapped}
        obstacle={typeof obstacle === "string" ? obstacle : undefined}
        onAll={() => selection.chooseAll(new Set(list.rows.map(({ id }) => id)))}
        onClear={selection.clear}
        onChange={() => void changeMany()}
      />
      <DataTable
        label={t`Subscribers`}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/subscribers/$id", params: { id: `${id}` } })}
        selection={{
          selected: selection.all ? new Set(list.rows.map(({ id }) => id)) : selection.selected,
          onChange: selection.choose,
          name: ({ name, mobile }) => name || mobile,
        }}
        empty={<NoPeople filter={filter} onAdd={add} onClear={() => change(noFilters)} />}
      />
      <AddPerson opened={values["add"] === true} group={query.group_id} onClose={() => change({ add: undefined })} />
      <BulkDrawer
        opened={target !== undefined}
        target={target ?? { selection: { ids: [] }, people: 0, moreThan: null }}
        onClose={() => setTarget(undefined)}
        onStarted={(id) => {
          setTarget(undefined);
          selection.clear();
          change({ job: id });
        }}
      />
    </Page>
  );
}
