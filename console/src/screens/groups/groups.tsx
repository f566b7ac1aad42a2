import { Button } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { isEmpty, prefetchList, useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { useWriteTo } from "../../components/write-to.tsx";
import { textIn } from "../../lib/text-in.ts";
import { t } from "../../lib/translate.ts";
import { columns } from "./columns.tsx";
import { CreateGroup, RenameGroup } from "./group-drawer.tsx";
import classes from "./groups.module.css";
import { RemovalContext, useNewRemoval } from "./removal.ts";

const listOf = (search: string | undefined) => {
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
    tidings.listGroups({ ...(search && { search }), per_page: 100, ...(cursor && { cursor }) }, { signal });
  return [["subscribers", "groups", search], fetchPage] as const;
};

export const firstReads = (queries: QueryClient) => prefetchList(queries, listOf(undefined));

/** What people subscribe to. A row leads to the people in it. */
export function Groups() {
  const [values, change] = useFilterState();
  const removal = useNewRemoval();
  const { q } = values;
  const search = textIn(q);
  const list = useList(...listOf(search));
  const writeTo = useWriteTo();
  const create = () => change({ create: true });
  useCommands([{ id: "create-group", label: t`Create a group`, keys: "a", icon: "plus", run: create }]);
  const rename = typeof values["rename"] === "number" ? values["rename"] : undefined;
  return (
    <Page
      title={t`Groups`}
      actions={
        (search || !isEmpty(list)) && (
          <Button leftSection={<Icon name="plus" size={14} />} onClick={create}>{t`Create a group`}</Button>
        )
      }
    >
      <div className={classes.above}>
        <Filters search={{ name: "q", label: t`Name` }} filters={[]} />
        {removal.error !== null && <ErrorView error={removal.error} title={t`The group was not deleted`} />}
      </div>
      <RemovalContext value={removal}>
        <DataTable
          label={t`Groups`}
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          rowCommands={(group) => [
            ...writeTo({ group: group.id }, group.name),
            {
              id: "rename-group",
              label: t`Rename ${group.name}`,
              keys: "e",
              icon: "edit",
              run: () => change({ rename: group.id }),
            },
            {
              id: "delete-group",
              label: t`Delete ${group.name}`,
              keys: "d",
              icon: "trash",
              run: () => void removal.confirm(group),
            },
          ]}
          rowLink={({ id }) => ({ to: "/subscribers", search: { group_id: id, q: undefined } })}
          empty={
            search ? (
              <EmptyState
                icon="filter"
                title={t`No group has this name`}
                action={
                  <Button variant="default" onClick={() => change({ q: undefined })}>{t`Show all groups`}</Button>
                }
              />
            ) : (
              <EmptyState
                icon="people"
                title={t`No groups yet`}
                action={<Button onClick={create}>{t`Create a group`}</Button>}
              >{t`People subscribe to groups, and a message can be sent to all who are in one.`}</EmptyState>
            )
          }
        />
      </RemovalContext>
      <CreateGroup opened={values["create"] === true} onClose={() => change({ create: undefined })} />
      <RenameGroup id={rename} onClose={() => change({ rename: undefined })} />
    </Page>
  );
}
