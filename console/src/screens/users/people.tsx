import { Button } from "@mantine/core";
import type { ReactNode } from "react";

import { tidings } from "../../api/client.ts";
import { useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { textIn } from "../../lib/text-in.ts";
import { t } from "../../lib/translate.ts";
import { columnsOf } from "./columns.tsx";
import { CreateUser } from "./create-user.tsx";
import { useRoles } from "./use-roles.ts";
import { UserDrawer } from "./user-drawer.tsx";
import classes from "./users.module.css";

/** The users of the site. A row opens what can be done with one of them. */
export function People({ nav }: { readonly nav: ReactNode }) {
  const [values, change] = useFilterState();
  const roles = useRoles();
  const { q, role, user } = values;
  const search = textIn(q);
  const filter = { ...(search && { search }), ...(typeof role === "string" && { role }) };
  const list = useList(["users", "list", filter], (cursor, signal) =>
    tidings.listUsers({ ...filter, per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const create = () => change({ create: true, user: undefined });
  useCommands([{ id: "create-user", label: t`Create a user`, keys: "a", icon: "plus", run: create }]);
  return (
    <Page
      title={t`People and roles`}
      actions={<Button leftSection={<Icon name="plus" size={14} />} onClick={create}>{t`Create a user`}</Button>}
    >
      {nav}
      <div className={classes.above}>
        <Filters
          search={{ name: "q", label: t`Name, e-mail or number` }}
          filters={[
            {
              name: "role",
              label: t`Role`,
              options: (roles.data ?? []).map(({ name, label }) => ({ value: name, label })),
            },
          ]}
        />
      </div>
      <DataTable
        label={t`Users`}
        list={list}
        columns={columnsOf(roles.data ?? [])}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/users", search: { user: id, create: undefined } })}
        current={typeof user === "number" ? user : undefined}
        empty={
          <EmptyState
            icon="filter"
            title={t`No user fits`}
            action={
              <Button
                variant="default"
                onClick={() => change({ q: undefined, role: undefined })}
              >{t`Show all users`}</Button>
            }
          />
        }
      />
      <CreateUser
        opened={values["create"] === true}
        onClose={() => change({ create: undefined })}
        onCreated={(id) => change({ create: undefined, user: id, link: true })}
      />
      <UserDrawer
        id={typeof user === "number" ? user : undefined}
        onClose={() => change({ user: undefined, link: undefined })}
      />
    </Page>
  );
}
