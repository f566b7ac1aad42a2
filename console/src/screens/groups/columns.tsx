import type { Operations } from "tidings-client";

import { Count } from "../../components/count.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { Time } from "../../components/time.tsx";
import { plural, t } from "../../lib/translate.ts";
import { GroupActions } from "./group-actions.tsx";
import classes from "./groups.module.css";

export type Group = Operations["listGroups"]["data"]["items"][number];

export const columns: readonly Column<Group>[] = [
  {
    id: "name",
    head: t`Name`,
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: ({ name }) => <bdi dir="auto">{name}</bdi>,
  },
  {
    id: "members",
    head: t`Members`,
    width: "96px",
    align: "end",
    cell: ({ subscriber_count: members }) => (
      <>
        <Count value={members} /> <span className={classes.unit}>{plural(members, "member", "members")}</span>
      </>
    ),
  },
  {
    id: "confirmed",
    head: t`Confirmed`,
    width: "96px",
    align: "end",
    phone: "hidden",
    cell: ({ active_count: active }) => <Count value={active} />,
  },
  {
    id: "since",
    head: t`Since`,
    width: "120px",
    align: "end",
    phone: "hidden",
    cell: ({ created_at: at }) => <Time at={at} />,
  },
  {
    id: "actions",
    head: t`Actions`,
    width: "128px",
    align: "end",
    phone: "end",
    cell: (group) => <GroupActions group={group} />,
  },
];
