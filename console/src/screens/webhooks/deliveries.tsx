import { Button } from "@mantine/core";

import { tidings } from "../../api/client.ts";
import { useList } from "../../api/use-list.ts";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { badges } from "../../components/state-badges.ts";
import { Time } from "../../components/time.tsx";
import { count } from "../../lib/format.ts";
import { t, term } from "../../lib/translate.ts";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { errorText } from "./error-text.ts";
import type { DeliveryRow } from "./use-webhooks.ts";
import classes from "./webhooks.module.css";

const states = ["pending", "delivered", "failed"] as const;
type State = (typeof states)[number];

const columns: readonly Column<DeliveryRow>[] = [
  {
    id: "type",
    head: t`Event`,
    width: "minmax(0, 1.1fr)",
    phone: "title",
    cell: ({ type }) => <code dir="ltr">{type}</code>,
  },
  {
    id: "answer",
    head: t`Answer`,
    width: "minmax(0, 1fr)",
    cell: ({ last_status: status, last_error: error, attempts }) =>
      status === null
        ? (errorText(error) ?? (attempts === 0 ? t`not called yet` : term("none", "answer")))
        : `${status}`,
  },
  {
    id: "attempts",
    head: t`Attempts`,
    width: "78px",
    align: "end",
    phone: "hidden",
    cell: ({ attempts }) => count(attempts),
  },
  {
    id: "state",
    head: t`State`,
    width: "140px",
    phone: "end",
    cell: ({ state }) => <StateBadge of="webhook" state={state} />,
  },
  { id: "at", head: t`When`, width: "92px", align: "end", cell: ({ created_at: at }) => <Time at={at} /> },
];

/** Every event that was sent to the address, newest first. */
export function Deliveries({ id }: { readonly id: string }) {
  const [values, change] = useFilterState();
  const state = states.find((one) => one === values["state"]) as State | undefined;
  const list = useList(["webhooks", "deliveries", id, state], (cursor, signal) =>
    tidings.listWebhookDeliveries(
      { id, per_page: 100, ...(state && { state }), ...(cursor && { cursor }) },
      { signal },
    ),
  );
  const open = typeof values["delivery"] === "string" ? values["delivery"] : undefined;
  return (
    <>
      <div className={classes.filters}>
        <Filters
          filters={[
            {
              name: "state",
              label: t`State`,
              options: states.map((value) => ({ value, label: badges.webhook[value].word })),
            },
          ]}
        />
      </div>
      <DataTable
        label={term("Calls", "of a webhook")}
        list={list}
        columns={columns}
        rowKey={(delivery) => delivery.id}
        rowLink={(delivery) => ({ to: `/webhooks/${id}`, search: { delivery: delivery.id } })}
        current={open}
        empty={
          state ? (
            <EmptyState
              icon="filter"
              title={t`No call is in this state`}
              action={
                <Button variant="default" onClick={() => change({ state: undefined })}>{t`Show all calls`}</Button>
              }
            />
          ) : (
            <EmptyState
              icon="link"
              title={t`Nothing was sent here yet`}
            >{t`Send a test event, or wait for the first real one.`}</EmptyState>
          )
        }
      />
      <DeliveryDrawer id={open} onClose={() => change({ delivery: undefined })} />
    </>
  );
}
