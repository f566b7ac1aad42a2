import type { Operations } from "tidings-client";

import { Count } from "../../components/count.tsx";
import { nameColumn, sinceColumn } from "../../components/data-table/common-columns.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { plural, t } from "../../lib/translate.ts";
import { GroupActions } from "./group-actions.tsx";
import classes from "./groups.module.css";

export type Group = Operations["listGroups"]["data"]["items"][number];

export const columns: readonly Column<Group>[] = [
  nameColumn,
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
  { ...sinceColumn, width: "120px" },
  {
    id: "actions",
    head: t`Actions`,
    width: "128px",
    align: "end",
    phone: "end",
    cell: (group) => <GroupActions group={group} />,
  },
];
