import { Button } from "@mantine/core";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { LiveStatus } from "../../components/live-status.tsx";
import { Page } from "../../components/page.tsx";
import { looks } from "../../components/state-looks.ts";
import { AddPerson } from "./add-person.tsx";
import { columns } from "./columns.tsx";
import classes from "./subscribers.module.css";
import { useGroups } from "./use-groups.ts";

type Query = Operations["listSubscribers"]["input"];

const states = [
  ...(["active", "pending", "bounced", "left"] as const).map((value) => ({
    value,
    label: looks.subscriber[value].word,
  })),
  { value: "all", label: "Everyone" },
];

/** The people of the newsletter. Those who left all groups are shown when they are asked for. */
export function Subscribers() {
  const [values, change] = useFilterState();
  const groups = useGroups();
  const query = queryOf(values);
  const list = useList(["subscribers", "list", query], (cursor, signal) =>
    tidings.listSubscribers({ ...query, per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const add = () => change({ add: true });
  useCommands([{ id: "add-person", label: "Add a person", keys: "a", icon: "plus", run: add }]);
  return (
    <Page
      title="Subscribers"
      beside={<LiveStatus />}
      actions={
        <Button leftSection={<Icon name="plus" size={14} />} onClick={add}>
          Add a person
        </Button>
      }
    >
      <div className={classes.filters}>
        <Filters
          search={{ name: "q", label: "Name or number" }}
          filters={[
            { name: "state", label: "State", options: states },
            {
              name: "group_id",
              label: "Group",
              options: groups.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
            },
          ]}
        />
      </div>
      <DataTable
        label="Subscribers"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/subscribers/$id", params: { id: `${id}` } })}
        empty={
          Object.keys(query).length > 0 ? (
            <EmptyState
              icon="filter"
              title="Nobody matches these filters"
              action={
                <Button
                  variant="default"
                  onClick={() => change({ q: undefined, state: undefined, group_id: undefined })}
                >
                  Clear the filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon="person"
              title="Nobody has subscribed yet"
              action={<Button onClick={add}>Add a person</Button>}
            >
              People who join one of your groups are listed here, with what they agreed to.
            </EmptyState>
          )
        }
      />
      <AddPerson opened={values["add"] === true} group={query.group_id} onClose={() => change({ add: undefined })} />
    </Page>
  );
}

/** The filters of the address under the API's names. */
function queryOf({ q, state, group_id: group }: Readonly<Record<string, unknown>>): Query {
  const text = typeof q === "string" || typeof q === "number" ? `${q}` : "";
  return {
    ...(text && { search: text }),
    ...(typeof state === "string" && { state: state as NonNullable<Query["state"]> }),
    ...(typeof group === "number" && { group_id: group }),
  };
}
