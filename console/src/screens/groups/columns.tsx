import type { Operations } from "tidings-client";

import { Count } from "../../components/count.tsx";
import type { Column } from "../../components/data-table-column.ts";
import { Time } from "../../components/time.tsx";
import { GroupActions } from "./group-actions.tsx";
import classes from "./groups.module.css";

export type Group = Operations["listGroups"]["data"]["items"][number];

export const columns: readonly Column<Group>[] = [
  {
    id: "name",
    head: "Name",
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: ({ name }) => <bdi dir="auto">{name}</bdi>,
  },
  {
    id: "members",
    head: "Members",
    width: "96px",
    align: "end",
    cell: ({ subscriber_count: members }) => (
      <>
        <Count value={members} /> <span className={classes.unit}>{members === 1 ? "member" : "members"}</span>
      </>
    ),
  },
  {
    id: "confirmed",
    head: "Confirmed",
    width: "96px",
    align: "end",
    phone: "hidden",
    cell: ({ active_count: active }) => <Count value={active} />,
  },
  {
    id: "since",
    head: "Since",
    width: "120px",
    align: "end",
    phone: "hidden",
    cell: ({ created_at: at }) => <Time at={at} />,
  },
  {
    id: "actions",
    head: "Actions",
    width: "96px",
    align: "end",
    phone: "end",
    cell: (group) => <GroupActions group={group} />,
  },
];
