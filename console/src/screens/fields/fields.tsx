import { Button } from "@mantine/core";

import { tidings } from "../../api/client.ts";
import { isEmpty, useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { t } from "../../lib/translate.ts";
import { columns } from "./columns.tsx";
import { CreateField, EditField } from "./field-drawer.tsx";

/** What the site keeps about each person besides name and number. */
export function Fields() {
  const [values, change] = useFilterState();
  const list = useList(["subscribers", "field list"], (cursor, signal) =>
    tidings.listFields({ per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const create = () => change({ create: true });
  useCommands([{ id: "create-field", label: t`Create a field`, keys: "a", icon: "plus", run: create }]);
  const open = typeof values["field"] === "string" ? values["field"] : undefined;
  return (
    <Page
      title={t`Fields`}
      lead={t`What you keep about each person besides name and number: a city, a birthday, a customer number. Texts, segments, forms and imports use them.`}
      actions={
        !isEmpty(list) && (
          <Button leftSection={<Icon name="plus" size={14} />} onClick={create}>{t`Create a field`}</Button>
        )
      }
    >
      <DataTable
        label={t`Fields`}
        list={list}
        columns={columns}
        rowKey={({ key }) => key}
        rowLink={({ key }) => ({ to: "/fields", search: { field: key } })}
        current={open}
        empty={
          <EmptyState
            icon="fields"
            title={t`No fields yet`}
            action={<Button onClick={create}>{t`Create a field`}</Button>}
          >{t`A field has a type, so that what is written into it is checked, whoever writes it.`}</EmptyState>
        }
      />
      <CreateField opened={values["create"] === true} onClose={() => change({ create: undefined })} />
      <EditField fieldKey={open} onClose={() => change({ field: undefined })} />
    </Page>
  );
}
