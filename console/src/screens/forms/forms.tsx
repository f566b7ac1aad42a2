import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { isEmpty, useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { changedColumn } from "../../components/data-table/common-columns.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { t, term } from "../../lib/translate.ts";
import type { Form } from "./form-values.ts";
import classes from "./forms.module.css";

/** The pages on which people subscribe themselves. */
export function Forms() {
  const navigate = useNavigate();
  const list = useList(["subscribers", "forms"], (cursor, signal) =>
    tidings.listForms({ per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const create = () => void navigate({ to: "/new-form" });
  useCommands([{ id: "create-form", label: t`Create a form`, keys: "a", icon: "plus", run: create }]);
  return (
    <Page
      title={t`Forms`}
      lead={t`Pages on which people subscribe themselves, and the same form in your own website.`}
      actions={
        !isEmpty(list) && (
          <Button
            component={Link}
            to="/new-form"
            leftSection={<Icon name="plus" size={14} />}
          >{t`Create a form`}</Button>
        )
      }
    >
      <DataTable
        label={t`Forms`}
        list={list}
        columns={columns}
        rowKey={({ slug }) => slug}
        rowLink={({ slug }) => ({ to: "/forms/$slug", params: { slug } })}
        empty={
          <EmptyState
            icon="form"
            title={t`No forms yet`}
            action={<Button component={Link} to="/new-form">{t`Create a form`}</Button>}
          >{t`A form asks for a number and for consent, and keeps the words that each person agreed to.`}</EmptyState>
        }
      />
    </Page>
  );
}

const columns: readonly Column<Form>[] = [
  {
    id: "title",
    head: t`Title`,
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: ({ title }) => <bdi dir="auto">{title}</bdi>,
  },
  {
    id: "address",
    head: t`Address`,
    width: "minmax(0, 1fr)",
    cell: ({ slug, url }) => (
      <span dir="ltr" className={classes.quiet}>
        {url ?? `/p/${slug}`}
      </span>
    ),
  },
  {
    id: "open",
    head: t`State`,
    width: "110px",
    phone: "end",
    cell: ({ open }) => <FormState open={open} />,
  },
  changedColumn,
];

/** Whether people can fill it in. */
export function FormState({ open }: { readonly open: boolean }) {
  return open ? (
    <StateBadge of="subscriber" state="active" label={term("Open", "form")} />
  ) : (
    <StateBadge of="subscriber" state="left" label={term("Closed", "form")} />
  );
}
