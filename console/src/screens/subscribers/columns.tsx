import type { Operations } from "tidings-client";

import { sinceColumn } from "../../components/data-table/common-columns.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { Phone } from "../../components/phone.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { list } from "../../lib/format.ts";
import { t, term } from "../../lib/translate.ts";
import classes from "./subscribers.module.css";

type Person = Operations["listSubscribers"]["data"]["items"][number];

export const columns: readonly Column<Person>[] = [
  {
    id: "name",
    head: t`Name`,
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: ({ name }) => <bdi dir="auto">{name || t`No name`}</bdi>,
  },
  { id: "number", head: t`Number`, width: "170px", cell: ({ mobile }) => <Phone number={mobile} /> },
  {
    id: "groups",
    head: t`Groups`,
    width: "minmax(0, 1fr)",
    phone: "hidden",
    cell: ({ groups }) => <Groups groups={groups} />,
  },
  {
    id: "state",
    head: t`State`,
    width: "150px",
    phone: "end",
    cell: ({ state }) => <StateBadge of="subscriber" state={state} />,
  },
  sinceColumn,
];

/** The groups that the person has not left. */
function Groups({ groups }: { readonly groups: Person["groups"] }) {
  const names = groups.filter(({ state }) => state !== "left").map(({ name }) => name);
  if (names.length === 0) return <span className={classes.quiet}>{term("none", "groups")}</span>;
  return (
    <bdi className={classes.quiet} dir="auto">
      {list(names, "unit")}
    </bdi>
  );
}
