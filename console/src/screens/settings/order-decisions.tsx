import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { isEmpty, useList } from "../../api/use-list.ts";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { Panel } from "../../components/panel.tsx";
import { Time } from "../../components/time.tsx";
import { plainDigits } from "../../lib/plain-digits.ts";
import { t, term } from "../../lib/translate.ts";
import { type OrderDecision, outcomeWords, readerWords, statusWord } from "./order-words.ts";

const columns: readonly Column<OrderDecision>[] = [
  { id: "order", head: t`Order`, width: "90px", phone: "title", cell: ({ order_id: id }) => <bdi>{`#${id}`}</bdi> },
  {
    id: "status",
    head: t`Order status`,
    width: "minmax(0, 1fr)",
    cell: ({ status }) => <bdi>{statusWord(status)}</bdi>,
  },
  { id: "to", head: term("To", "recipient"), width: "90px", phone: "hidden", cell: ({ to }) => readerWords[to] },
  {
    id: "outcome",
    head: t`Outcome`,
    width: "minmax(0, 1fr)",
    phone: "end",
    cell: ({ outcome, message_id: id }) =>
      id === null ? (
        outcomeWords[outcome]
      ) : (
        <Link to="/outbox" search={{ message_id: id } as never}>
          {outcomeWords[outcome]}
        </Link>
      ),
  },
  { id: "at", head: t`When`, width: "110px", align: "end", cell: ({ decided_at: at }) => <Time at={at} /> },
];

/** As it is shown or typed, such as `#1042`; null: no order has such a number. */
function orderIn(value: unknown): number | null {
  const order = Number(/^\s*#?\s*(\d+)\s*$/.exec(plainDigits(String(value)))?.[1]);
  return Number.isSafeInteger(order) && order > 0 ? order : null;
}

/** What became of each order that reached a status with a notice. */
export function OrderDecisions() {
  const [values, change] = useFilterState();
  const order = values["order"] === undefined ? undefined : orderIn(values["order"]);
  const wanted = order ? { order_id: order } : {};
  const all = useList(["order-notices", "decisions", wanted], (cursor, signal) =>
    tidings.listOrderNoticeDecisions({ ...wanted, per_page: 50, ...(cursor && { cursor }) }, { signal }),
  );
  const list = order === null ? { ...all, rows: [], hasMore: false } : all;
  return (
    <Panel
      title={t`What was sent about orders`}
      lead={t`Also why a notice was not sent. “Sent” opens the text in the outbox.`}
    >
      {(values["order"] !== undefined || !isEmpty(list)) && (
        <Filters search={{ name: "order", label: t`Order number` }} filters={[]} />
      )}
      <DataTable
        label={t`What was sent about orders`}
        list={list}
        columns={columns}
        rowKey={({ shop, order_id: id, status, to }) => `${shop} ${id} ${status} ${to}`}
        empty={
          values["order"] === undefined ? (
            <EmptyState icon="outbox" title={t`No order has reached a status with a notice yet`} />
          ) : (
            <EmptyState
              icon="filter"
              title={t`Nothing was sent about this order`}
              action={
                <Button variant="default" onClick={() => change({ order: undefined })}>{t`Show all orders`}</Button>
              }
            />
          )
        }
      />
    </Panel>
  );
}
