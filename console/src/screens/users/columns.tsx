import type { Operations } from "tidings-client";

import { sinceColumn } from "../../components/data-table/common-columns.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { Phone } from "../../components/phone.tsx";
import { list } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import type { Role } from "./use-roles.ts";
import classes from "./users.module.css";

export type User = Operations["listUsers"]["data"]["items"][number];

/** The labels of roles; a role that is on its way is shown by its name. */
function roleLabels(names: readonly string[], roles: readonly Role[]): string {
  return list(
    names.map((name) => roles.find((role) => role.name === name)?.label ?? name),
    "unit",
  );
}

export function columnsOf(roles: readonly Role[]): readonly Column<User>[] {
  return [
    {
      id: "name",
      head: t`Name`,
      phone: "title",
      cell: ({ name, username }) => (
        <>
          <bdi dir="auto">{name || username}</bdi> <span className={classes.quiet}>{username}</span>
        </>
      ),
    },
    {
      id: "roles",
      head: t`Roles`,
      cell: (user) =>
        user.roles.length === 0 ? (
          <span className={classes.quiet}>{t`May do nothing yet`}</span>
        ) : (
          <bdi>{roleLabels(user.roles, roles)}</bdi>
        ),
    },
    { id: "email", head: t`E-mail`, phone: "hidden", cell: ({ email }) => <bdi dir="ltr">{email}</bdi> },
    {
      id: "phone",
      head: t`Phone number`,
      width: "160px",
      phone: "hidden",
      cell: ({ phone }) => (phone ? <Phone number={phone} /> : null),
    },
    { ...sinceColumn, width: "120px" },
  ];
}
