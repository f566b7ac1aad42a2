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
import { AddWebhook } from "./add-webhook.tsx";
import { columnsWith } from "./columns.tsx";
import { useEndpointStatus } from "./use-webhooks.ts";

/** The addresses to which events are sent. */
export function Webhooks() {
  const [values, change] = useFilterState();
  const status = useEndpointStatus();
  const list = useList(["webhooks", "list"], (cursor, signal) =>
    tidings.listWebhooks({ per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const add = () => change({ add: true });
  useCommands([{ id: "add-webhook", label: t`Add a webhook`, keys: "a", icon: "plus", run: add }]);
  return (
    <Page
      title={t`Webhooks`}
      lead={t`Programs of yours are told what happens: a text arrived, a person subscribed, a person replied.`}
      actions={
        !isEmpty(list) && <Button leftSection={<Icon name="plus" size={14} />} onClick={add}>{t`Add a webhook`}</Button>
      }
    >
      <DataTable
        label={t`Webhooks`}
        list={list}
        columns={columnsWith(status)}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/webhooks/$id", params: { id } })}
        empty={
          <EmptyState
            icon="link"
            title={t`No webhooks yet`}
            action={<Button onClick={add}>{t`Add a webhook`}</Button>}
          >{t`Give the address of your program and choose the events. Each call is signed, and repeated for three days until it is answered.`}</EmptyState>
        }
      />
      <AddWebhook opened={values["add"] === true} onClose={() => change({ add: undefined })} />
    </Page>
  );
}
